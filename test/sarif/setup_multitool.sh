#!/bin/sh
# Installs the SARIF validator into a folder, or leaves it alone when it is there: setup_multitool.sh DIR
set -eu
version=5.7.0
dir=${1:?usage: setup_multitool.sh DIR}
binary="$dir/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool"
manifest="$dir/node_modules/@microsoft/sarif-multitool-linux/package.json"
if [ -f "$binary" ] && grep -q "\"version\": *\"$version\"" "$manifest"; then
  chmod +x "$binary"
  exit 0
fi
mkdir -p "$dir"
npm install --prefix "$dir" --cache "$dir/cache" --no-audit --no-fund --loglevel=error "@microsoft/sarif-multitool@$version"
chmod +x "$binary"
