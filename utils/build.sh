#!/usr/bin/env bash
# Configures and builds a preset: build.sh PRESET [-DVARIABLE=VALUE...] [TARGET...]. Uses ccache where it is installed.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=$1
shift
settings=() targets=()
for argument in "$@"; do
  case "$argument" in
    -D*) settings+=("$argument") ;;
    *) targets+=(--target "$argument") ;;
  esac
done
if command -v ccache >/dev/null; then settings+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
cmake --preset "$preset" "${settings[@]}" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
cmake --build --preset "$preset" "${targets[@]}"
