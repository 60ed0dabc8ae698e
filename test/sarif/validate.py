#!/usr/bin/env python3
"""Checks a SARIF file with Microsoft's validator: validate.py FILE.sarif... --multitool-dir DIR

DIR is where setup_multitool.sh installed it. The validator returns 0 whatever it finds, so its own output is read: it
must hold no error and no warning. Each one is printed with its rule and place; --notes prints the validator's notes too.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.parse

BINARY = 'node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool'


def message_of(result, rules):
    message = result['message']
    if 'text' in message:
        return message['text']
    text = rules.get(result['ruleId'], {}).get('messageStrings', {}).get(message.get('id'), {}).get('text', '')
    for index, argument in enumerate(message.get('arguments', [])):
        text = text.replace('{%d}' % index, argument)
    return text or json.dumps(message)


def place_of(result):
    """(path, line:column) of a result."""
    path, place = '?', '?'
    for location in result.get('locations', []):
        physical = location.get('physicalLocation', {})
        if 'uri' in physical.get('artifactLocation', {}):
            path = urllib.parse.unquote(urllib.parse.urlparse(physical['artifactLocation']['uri']).path)
        if 'startLine' in physical.get('region', {}):
            place = f'{physical["region"]["startLine"]}:{physical["region"].get("startColumn", 1)}'
    return path, place


def validate(binary, paths, output, levels):
    """Returns the validator's results, of all files in one run, whose start takes longest: (path, level, rule, place, message)."""
    environment = dict(os.environ, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT='1')
    run = subprocess.run([binary, 'validate', *paths, '--rule-kind', 'Sarif;Ghas', '--level', levels,
                          '--output', output, '--log', 'ForceOverwrite'],
                         env=environment, capture_output=True, text=True)
    if not os.path.exists(output):
        sys.exit(f'the validator wrote no output\n{run.stdout}{run.stderr}')
    if f'{len(paths)} file{"s" * (len(paths) > 1)} scanned' not in run.stdout:
        sys.exit(f'the validator did not read all files\n{run.stdout}{run.stderr}')
    log = json.loads(pathlib.Path(output).read_text(encoding='utf-8-sig'))
    found = []
    for tool_run in log['runs']:
        rules = {rule['id']: rule for rule in tool_run['tool']['driver'].get('rules', [])}
        for result in tool_run.get('results', []):
            path, place = place_of(result)
            found.append((path, result.get('level', 'warning'), result.get('ruleId', '?'), place, message_of(result, rules)))
        for invocation in tool_run.get('invocations', []):
            if not invocation.get('executionSuccessful', False):
                found.append(('?', 'error', 'execution', '?', 'the validator did not run to its end'))
            for kind in ('toolExecutionNotifications', 'toolConfigurationNotifications'):
                for notification in invocation.get(kind, []):
                    level = notification.get('level', 'warning')
                    if level in ('error', 'warning'):
                        found.append(('?', level, kind, '?', notification['message'].get('text', '')))
    if not log['runs']:
        found.append(('?', 'error', 'execution', '?', 'the validator wrote no run'))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('files', nargs='+')
    parser.add_argument('--multitool-dir', required=True)
    parser.add_argument('--notes', action='store_true', help='print notes, some of which need the network')
    options = parser.parse_args()
    levels = 'Error;Warning;Note' if options.notes else 'Error;Warning'
    binary = os.path.join(os.path.abspath(options.multitool_dir), BINARY)
    if not os.access(binary, os.X_OK):
        sys.exit(f'{binary} is not there; run setup_multitool.sh {options.multitool_dir}')
    files = [os.path.abspath(path) for path in options.files]
    for path in files:
        if not os.path.isfile(path):
            sys.exit(f'{path}: no such file')
    with tempfile.TemporaryDirectory() as scratch:
        found = validate(binary, files, os.path.join(scratch, 'log.sarif'), levels)
    counts = {path: {'error': 0, 'warning': 0} for path in files}
    for path, level, rule, place, message in found:
        print(f'{path}:{place}: {level}: {rule}: {message}')
        of = counts.setdefault(path, {'error': 0, 'warning': 0})
        of[level] = of.get(level, 0) + 1
    for path, of in counts.items():
        print(f'{path}: {of["error"]} errors, {of["warning"]} warnings')
    return 1 if any(of['error'] + of['warning'] for of in counts.values()) else 0


sys.exit(main())
