#!/usr/bin/env bash
# Installs what is missing, builds aoti-lint and lints the example package, which has faults on purpose.
set -euo pipefail
cd "$(dirname "$0")/.."
utils/setup.sh
utils/build.sh release -DBUILD_TESTING=OFF aoti-lint
python3 utils/pack.py examples/quickstart build/quickstart.pt2
echo
echo '$ build/release/bin/aoti-lint build/quickstart.pt2'
code=0
build/release/bin/aoti-lint build/quickstart.pt2 || code=$?
# 1 says that there are findings, as there should be.
[ "$code" -eq 1 ]
