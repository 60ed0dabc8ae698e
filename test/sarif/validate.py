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
    for location in result.get('locations', []):
        region = location.get('physicalLocation', {}).get('region', {})
        if 'startLine' in region:
            return f'{region["startLine"]}:{region.get("startColumn", 1)}'
    return '?'


def validate(binary, path, output, levels):
    """Returns the validator's results for one file: (level, rule, place, message)."""
    environment = dict(os.environ, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT='1')
    run = subprocess.run([binary, 'validate', path, '--rule-kind', 'Sarif;Ghas', '--level', levels,
                          '--output', output, '--log', 'ForceOverwrite'],
                         env=environment, capture_output=True, text=True)
    if not os.path.exists(output):
        sys.exit(f'{path}: the validator wrote no output\n{run.stdout}{run.stderr}')
    log = json.loads(pathlib.Path(output).read_text(encoding='utf-8-sig'))
    found = []
    for tool_run in log['runs']:
        rules = {rule['id']: rule for rule in tool_run['tool']['driver'].get('rules', [])}
        for result in tool_run.get('results', []):
            found.append((result.get('level', 'warning'), result.get('ruleId', '?'), place_of(result),
                          message_of(result, rules)))
        for invocation in tool_run.get('invocations', []):
            if not invocation.get('executionSuccessful', False):
                found.append(('error', 'execution', '?', 'the validator did not run to its end'))
            for kind in ('toolExecutionNotifications', 'toolConfigurationNotifications'):
                for notification in invocation.get(kind, []):
                    level = notification.get('level', 'warning')
                    if level in ('error', 'warning'):
                        found.append((level, kind, '?', notification['message'].get('text', '')))
    if not log['runs']:
        found.append(('error', 'execution', '?', 'the validator wrote no run'))
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

    bad = 0
    with tempfile.TemporaryDirectory() as scratch:
        for index, path in enumerate(options.files):
            if not os.path.isfile(path):
                sys.exit(f'{path}: no such file')
            counts = {}
            for level, rule, place, message in validate(binary, os.path.abspath(path),
                                                        os.path.join(scratch, f'{index}.sarif'), levels):
                counts[level] = counts.get(level, 0) + 1
                print(f'{path}:{place}: {level}: {rule}: {message}')
            bad += counts.get('error', 0) + counts.get('warning', 0)
            print(f'{path}: {counts.get("error", 0)} errors, {counts.get("warning", 0)} warnings')
    return 1 if bad else 0


sys.exit(main())
