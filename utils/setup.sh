#!/usr/bin/env bash
# Installs what building needs (setup.sh) and what testing needs besides (setup.sh test), as far as it is missing. Debian 12 and newer.
# Without root it says what is missing and stops.
set -euo pipefail

build=(cmake ninja-build pkg-config python3 g++ clang-22 lld-22 llvm-22-dev libclang-22-dev
       libfmt-dev nlohmann-json3-dev libzip-dev zlib1g-dev libzstd-dev libxml2-dev libz3-dev libffi-dev
       libedit-dev libcurl4-openssl-dev)
tests=(llvm-22-tools clang-tidy-22 llvm-19-dev llvm-19-tools libclang-19-dev clang-tidy-19 libgrpc++-dev libprotobuf-dev libclang-rt-22-dev libgtest-dev python3-venv npm git patch)

packages=("${build[@]}")
if [ "${1:-}" = test ]; then packages+=("${tests[@]}"); fi

# A program on PATH is as good as its package.
have() {
  case "$1" in
    cmake) command -v cmake >/dev/null && cmake --version | head -1 | awk '{split($3, v, "."); exit !(v[1] > 3 || (v[1] == 3 && v[2] >= 25))}' && return 0 ;;
    npm|git|patch) command -v "$1" >/dev/null && return 0 ;;
    ninja-build) command -v ninja >/dev/null && return 0 ;;
    python3-venv) python3 -c 'import venv, ensurepip' 2>/dev/null && return 0 ;;
  esac
  dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed'
}

if ! command -v dpkg-query >/dev/null; then
  echo "setup: this is not Debian; install what these Debian packages hold: ${packages[*]}" >&2
  exit 2
fi
missing=()
for p in "${packages[@]}"; do have "$p" || missing+=("$p"); done
[ ${#missing[@]} -eq 0 ] && exit 0

root=()
if [ "$(id -u)" -ne 0 ]; then
  if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    root=(sudo -n env DEBIAN_FRONTEND=noninteractive)
  else
    echo "setup: these packages are missing, and installing them needs root:" >&2
    echo "  apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 2
  fi
fi
echo "setup: installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
if ! { "${root[@]}" apt-get update -q && "${root[@]}" apt-get install -y -q --no-install-recommends "${missing[@]}"; } >/dev/null; then
  echo "setup: apt-get could not install them; in Debian 12 LLVM 22 is in the security archive (suite 'bookworm-security')" >&2
  exit 2
fi
