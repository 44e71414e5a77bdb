#!/usr/bin/env bash
# Installs what building and testing gl needs on a bare Debian 12: packages, a Python environment with numpy in build/venv,
# and a locale with a decimal comma. Does nothing that is done already, so that it can run before every build.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
  ca-certificates git cmake ninja-build ccache
  clang-22 clang-format-22 clang-tidy-22 lld-22 llvm-22-dev llvm-22-tools libmlir-22-dev mlir-22-tools
  libzstd-dev zlib1g-dev libcurl4-openssl-dev libedit-dev libxml2-dev libz3-dev
  nlohmann-json3-dev libgtest-dev libgmock-dev
  python3 python3-venv xz-utils locales
)

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  if [ "$status" != installed ]; then missing+=("$package"); fi
done
if [ "${#missing[@]}" -gt 0 ]; then
  echo "setup: installing ${missing[*]}"
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

if ! locale -a 2>/dev/null | grep -qix 'de_DE.utf8'; then
  as_root localedef -i de_DE -f UTF-8 de_DE.UTF-8
fi

python=build/venv/bin/python
if ! "$python" -c 'import numpy' 2>/dev/null; then
  echo "setup: making build/venv"
  mkdir -p build
  python3 -m venv build/venv
  "$python" -m pip install --quiet --disable-pip-version-check 'numpy>=1.24'
fi
echo "setup: ready"
