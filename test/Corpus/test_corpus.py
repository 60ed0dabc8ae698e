#!/usr/bin/env python3
"""Makes packages with torch and lints them, with the built-in headers and with those of torch: the test `corpus` of ctest.

    test_corpus.py --aoti-lint BIN --torch-python PYTHON [--models NAMES] --out DIR

Packages are kept in DIR and made again when the generator or torch has changed. Exit 77 (skipped) when there is no PYTHON.
"""
import argparse
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def findings(binary, package, *options):
    """Exit code and findings of a run, as they should be with any headers."""
    run = subprocess.run([binary, '--format=json', *options, package], capture_output=True, text=True)
    found = json.loads(run.stdout)['findings']
    return run.returncode, {(f['rule'], f['member'], f['line'], f['column'], f['message']) for f in found}


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--aoti-lint', required=True)
    ap.add_argument('--torch-python', default='')
    ap.add_argument('--models', default='quick')
    ap.add_argument('--out', required=True, type=pathlib.Path)
    a = ap.parse_args()
    if not a.torch_python:
        print('no environment with torch: make one with setup_venv.py and configure with -DAOTI_TORCH_PYTHON=DIR/bin/python')
        return 77
    torch = subprocess.run([a.torch_python, '-c', 'import torch; print(torch.__version__)'], capture_output=True, text=True)
    if torch.returncode:
        print(f'{a.torch_python} cannot import torch:\n{torch.stderr}')
        return 1
    state = hashlib.sha256(f'{torch.stdout} {a.models}'.encode())
    for source in ('generate.py', 'registry.py', 'models.py', 'cuda_models.py', 'no_gpu.py', 'custom_ops.cpp'):
        state.update((HERE / source).read_bytes())
    stamp = a.out / 'made-with'
    if not stamp.is_file() or stamp.read_text() != state.hexdigest():
        shutil.rmtree(a.out, ignore_errors=True)
        made = subprocess.run([a.torch_python, HERE / 'generate.py', '--out', a.out, '--models', a.models, '--device', 'all', '--extract'])
        if made.returncode:
            return 1
        stamp.write_text(state.hexdigest())
    linted = subprocess.run([sys.executable, HERE / 'lint_corpus.py', '--aoti-lint', a.aoti_lint, a.out], stdout=subprocess.PIPE, text=True)
    print(linted.stdout)
    counts = re.search(r'(\d+) passed, (\d+) failed$', linted.stdout.strip())
    if not counts:
        return 1
    include = subprocess.run([a.torch_python, '-c', 'import torch; print(torch.__path__[0])'], capture_output=True, text=True, check=True)
    passed, failed = map(int, counts.groups())
    for package in sorted(a.out.rglob('*.pt2')):
        built_in, real = findings(a.aoti_lint, package), findings(a.aoti_lint, package, f'--torch={include.stdout.strip()}')
        same = built_in == real
        passed, failed = passed + same, failed + (not same)
        print(f"{'ok' if same else 'FAILED'} {package.name}: the same findings with the headers of torch")
        for found, where in ((built_in, 'without'), (real, 'with')):
            for finding in sorted(found[1] - (real if found is built_in else built_in)[1]):
                print(f'    only {where} them: {finding}')
    print(f'{passed} passed, {failed} failed')
    return 1 if failed or linted.returncode else 0


sys.exit(main())
