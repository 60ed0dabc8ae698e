#!/usr/bin/env bash
# Installs what is missing, builds, makes real packages with the newest torch, and runs all tests. The last line is "N passed, N failed".
set -euo pipefail
cd "$(dirname "$0")/.."
utils/setup.sh test

# torch makes packages, Z3 checks the prover, the multitool checks SARIF. They are downloaded while the compiler works.
mkdir -p build
venv=$PWD/build/torch multitool=$PWD/build/multitool
log=$(mktemp)
set -m # a process group of its own, which can be stopped as a whole
(
  python3 test/Corpus/setup_venv.py "$venv" --cuda
  "$venv/bin/python" -c 'import z3' 2>/dev/null || "$venv/bin/python" -m pip install --quiet --disable-pip-version-check z3-solver
  test/sarif/setup_multitool.sh "$multitool"
) >"$log" 2>&1 </dev/null &
download=$!
set +m
trap 'kill -- -$download 2>/dev/null || :; rm -f "$log"' EXIT
echo "test: torch, Z3 and the SARIF validator are downloaded into '$PWD/build' meanwhile"

utils/build.sh ci -DAOTI_TORCH_PYTHON="$venv/bin/python" -DAOTI_Z3_PYTHON="$venv/bin/python" -DAOTI_MULTITOOL_DIR="$multitool" -DAOTI_BUILD_FUZZERS=ON -DAOTI_BUILD_CLANGD=ON
utils/build.sh plugin-19 -DCMAKE_CXX_FLAGS=-O0 -DAOTI_LINT="$PWD/build/ci/bin/aoti-lint"
code=0
wait $download || code=$?
trap 'rm -f "$log"' EXIT
cat "$log"
[ $code -eq 0 ] || exit $code
python3 utils/run_tests.py -j "$(nproc)" build/ci build/plugin-19
