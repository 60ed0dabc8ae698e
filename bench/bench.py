#!/usr/bin/env python3
"""Measures aoti-lint against what its users would run instead, in one run on one machine.

    bench.py [--aoti-lint BIN] [--torch-include DIR] [--wrapper FILE] [--packages DIR] [--runs N] [--json FILE]

start     `aoti-lint --version`, against that of clang-tidy
wrapper   aoti-lint on one wrapper, against clang-tidy with the real torch headers on the same file (--torch-include; the
          checks of clang-tidy's bugprone module, as a project would run), and against `clang++ -fsyntax-only` with the prelude
operators a source of custom operators of 1,000 lines (make_operators.py), against clang-tidy with the real torch headers
chain     one expression of 4,000 calls on each other's results, against `clang++ -fsyntax-only`, which asks each call for the beginning
          of the whole expression: as often as clang does, and no more
scaling   synthetic wrappers of 2,000, 20,000 and 200,000 lines (make_wrapper.py): time per line, peak memory
workers   -j1 against -j2 on many packages (--packages), or on copies of the synthetic wrapper

Machines are noisy, so what counts are ratios of medians of one run, which are compared with the budgets. Uses hyperfine. Exit 1
when a budget is missed.
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
BUDGETS = {'start_ratio': 0.7, 'clang_tidy_ratio': 40, 'syntax_ratio': 3, 'operators_ratio': 100, 'operators_ms': 100, 'chain_ratio': 1.4, 'line_ratio': 1.3, 'memory_mib': 1024, 'workers_ratio': 1.6}


def need(program):
    found = shutil.which(program)
    if not found:
        sys.exit(f'bench: {program} is not installed')
    return found


def medians(commands, runs, warmup=1):
    """Median seconds of each command, interleaved in one hyperfine run. Exit codes are ignored: findings are not failures."""
    with tempfile.NamedTemporaryFile(suffix='.json') as out:
        subprocess.run([need('hyperfine'), '-N', '-i', '--style', 'none', '-w', str(warmup), '-r', str(runs), '--export-json', out.name,
                        *commands], check=True, stdout=subprocess.DEVNULL)
        return [r['median'] for r in json.load(open(out.name))['results']]


def peak_mib(command):
    """Peak resident memory of a command, in MiB."""
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        os.execvp(command[0], command)
    _, _, usage = os.wait4(child, 0)
    return usage.ru_maxrss / 1024


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--aoti-lint', default=str(HERE.parent / 'build/release/bin/aoti-lint'))
    ap.add_argument('--torch-include')
    ap.add_argument('--wrapper')
    ap.add_argument('--packages')
    ap.add_argument('--runs', type=int, default=10)
    ap.add_argument('--json')
    a = ap.parse_args()
    if not os.access(a.aoti_lint, os.X_OK):
        sys.exit(f'bench: no {a.aoti_lint}; build the release preset, or give --aoti-lint')
    lint = os.path.abspath(a.aoti_lint)
    figures, missed = {}, []

    def record(name, value, text, ok):
        figures[name] = round(value, 3)
        print(f'{"ok    " if ok else "MISSED"} {text}')
        if not ok:
            missed.append(name)

    with tempfile.TemporaryDirectory() as tmp:
        tmp = pathlib.Path(tmp)
        subprocess.run([lint, f'--emit-prelude={tmp}/prelude'], check=True)

        start, peer = medians([f'{lint} --version', f'{need("clang-tidy-22")} --version'], a.runs * 3)
        figures['start_ms'] = round(start * 1000, 3)
        record('start_ratio', start / peer, f'start: {start * 1000:.1f} ms, {start / peer:.2f} times clang-tidy ({peer * 1000:.1f} ms; '
               f'at most {BUDGETS["start_ratio"]})', start / peer <= BUDGETS['start_ratio'])

        sizes = {}
        for lines in (2_000, 20_000, 200_000):
            path = tmp / f'synthetic_{lines}.wrapper.cpp'
            subprocess.run([sys.executable, HERE / 'make_wrapper.py', str(lines), path], check=True)
            sizes[lines] = (path, path.read_text().count('\n'))

        wrapper = os.path.abspath(a.wrapper) if a.wrapper else str(sizes[2_000][0])
        common = '-std=c++20 -x c++'
        undeclared = tmp / 'undeclared.h'
        # The shims that the prelude leaves to the tool are declared for clang in the same way.
        names = sorted({w for w in re.findall(r'\b(aoti_torch_\w+)\s*\(', open(wrapper).read())})
        prelude_text = '\n'.join(p.read_text() for p in (tmp / 'prelude').rglob('*') if p.is_file())
        undeclared.write_text('typedef int AOTITorchError;\n' + ''.join(
            f'template <class... A> AOTITorchError {n}(A &&...);\n' for n in names if n not in prelude_text))
        device = '-DUSE_CUDA' if 'aoti_include/cuda.h' in open(wrapper).read() else ''
        syntax = (f'{need("clang++-22")} -fsyntax-only -w {common} -nostdinc -nostdinc++ {device} -isystem {tmp}/prelude '
                  f'-include {undeclared} {shlex.quote(wrapper)}')
        if subprocess.run(shlex.split(syntax), stderr=subprocess.DEVNULL).returncode:
            sys.exit('bench: clang does not parse the wrapper with the prelude: ' + syntax)
        lint_time, syntax_time = medians([f'{lint} --quiet -j1 {shlex.quote(wrapper)}', syntax], a.runs)
        ratio = lint_time / syntax_time
        record('syntax_ratio', ratio, f'wrapper: {lint_time * 1000:.0f} ms, {ratio:.2f} times clang++ -fsyntax-only ({syntax_time * 1000:.0f} ms; at most '
               f'{BUDGETS["syntax_ratio"]})', ratio <= BUDGETS['syntax_ratio'])
        if a.torch_include:
            tidy = (f"{need('clang-tidy-22')} --quiet --checks=-*,bugprone-* {shlex.quote(wrapper)} -- {common} -w {device} "
                    f'-isystem {a.torch_include} -isystem {a.torch_include}/torch/csrc/api/include -idirafter {tmp}/prelude')
            lint_time, tidy_time = medians([f'{lint} --quiet -j1 {shlex.quote(wrapper)}', tidy], max(3, a.runs // 3))
            ratio = tidy_time / lint_time
            record('clang_tidy_ratio', ratio, f'wrapper: {ratio:.0f} times faster than clang-tidy with real headers ({tidy_time:.2f} s; at least '
                   f'{BUDGETS["clang_tidy_ratio"]})', ratio >= BUDGETS['clang_tidy_ratio'])
            figures['clang_tidy_mib'] = round(peak_mib(shlex.split(tidy)))
            figures['wrapper_mib'] = round(peak_mib([lint, '--quiet', wrapper]))
            print(f'       memory: {figures["wrapper_mib"]} MiB against {figures["clang_tidy_mib"]} MiB')
        else:
            print('       no --torch-include: clang-tidy with real headers is left out')

        operators = tmp / 'operators.cpp'
        subprocess.run([sys.executable, HERE / 'make_operators.py', '1000', operators], check=True)
        time, = medians([f'{lint} --quiet --advice -j1 {operators}'], a.runs)
        record('operators_ms', time * 1000, f'operators: {time * 1000:.0f} ms for {operators.read_text().count(chr(10))} lines (at most '
               f'{BUDGETS["operators_ms"]})', time * 1000 <= BUDGETS['operators_ms'])
        if a.torch_include:
            tidy = (f"{need('clang-tidy-22')} --quiet --checks=-*,bugprone-* {operators} -- {common} -w "
                    f'-isystem {a.torch_include} -isystem {a.torch_include}/torch/csrc/api/include')
            time, tidy_time = medians([f'{lint} --quiet --advice -j1 {operators}', tidy], max(3, a.runs // 3))
            record('operators_ratio', tidy_time / time, f'operators: {tidy_time / time:.0f} times faster than clang-tidy with real headers '
                   f'({tidy_time:.2f} s; at least {BUDGETS["operators_ratio"]})', tidy_time / time >= BUDGETS['operators_ratio'])

        chain = tmp / 'chain.cpp'
        chain.write_text('struct T { T t() const; T(const T &); ~T(); };\nT chain(const T &x) { return x' + '.t()' * 4_000 + '; }\n')
        time, syntax_time = medians([f'{lint} --quiet -j1 {chain}', f'{need("clang++-22")} -fsyntax-only -w {common} {chain}'], max(3, a.runs // 3))
        record('chain_ratio', time / syntax_time, f'chain: {time:.2f} s for 4,000 calls, {time / syntax_time:.2f} times clang++ -fsyntax-only ({syntax_time:.2f} s; '
               f'at most {BUDGETS["chain_ratio"]})', time / syntax_time <= BUDGETS['chain_ratio'])

        per_line = {}
        for lines, (path, count) in sizes.items():
            time, = medians([f'{lint} --quiet -j1 {path}'], 3 if lines > 100_000 else a.runs)
            memory = peak_mib([lint, '--quiet', '-j1', str(path)])
            per_line[lines] = time / count
            figures[f'lines_{lines}_s'], figures[f'lines_{lines}_mib'] = round(time, 3), round(memory)
            print(f'       {count} lines: {time:.3f} s, {time / count * 1e6:.1f} us a line, {memory:.0f} MiB')
        ratio = per_line[200_000] / per_line[20_000]
        record('line_ratio', ratio, f'scaling: a line of 200,000 costs {ratio:.2f} times one of 20,000 (at most {BUDGETS["line_ratio"]})', ratio <= BUDGETS['line_ratio'])
        memory = figures['lines_200000_mib']
        record('memory_mib', memory, f'memory at 200,000 lines: {memory} MiB (at most {BUDGETS["memory_mib"]})', memory <= BUDGETS['memory_mib'])

        if (os.cpu_count() or 1) < 2:
            print('       one core: -j2 is left out')
        else:
            many = a.packages
            if not many:
                many = tmp / 'many'
                many.mkdir()
                for i in range(24):
                    shutil.copy(sizes[2_000][0], many / f'copy{i}.wrapper.cpp')
            one, two = medians([f'{lint} --quiet -j1 {many}', f'{lint} --quiet -j2 {many}'], max(3, a.runs // 3))
            record('workers_ratio', one / two, f'workers: -j2 is {one / two:.2f} times as fast as -j1 (at least {BUDGETS["workers_ratio"]})',
                   one / two >= BUDGETS['workers_ratio'])

    if a.json:
        pathlib.Path(a.json).write_text(json.dumps(figures, indent=2) + '\n')
    sys.exit(1 if missed else 0)


main()
