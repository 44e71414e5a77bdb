#!/usr/bin/env bash
# Builds everything and runs every test and check; the last line is "N passed, N failed".
# Usage: utils/test.sh [--fast]
#   --fast  without clang-tidy and the install test
set -euo pipefail
cd "$(dirname "$0")/.."
fast=0
if [ "${1:-}" = --fast ]; then fast=1; fi

utils/setup.sh
build=build/dev
results="$PWD/$build/results"
rm -rf "$results"
mkdir -p "$results/unit"

# check name command...: one check, counted as one test.
check() {
  local name=$1 begin=$SECONDS
  shift
  if "$@"; then
    echo "check $name: passed ($((SECONDS - begin)) s)"
    echo "passed $name" >>"$results/checks"
  else
    echo "check $name: FAILED"
    echo "failed $name" >>"$results/checks"
  fi
}

check_format() {
  git ls-files '*.h' '*.c' '*.cpp' | xargs -r clang-format-22 --dry-run -Werror
}

check_build() {
  cmake --preset dev -DGL_TEST_PYTHON="$PWD/build/venv/bin/python" >"$results/configure.log" 2>&1 ||
    { cat "$results/configure.log"; return 1; }
  ninja -C "$build"
}

check build check_build
if grep -q '^failed build' "$results/checks"; then
  python3 utils/summarize.py "$results"
fi
check format check_format
check docs utils/check-docs.sh "$build"
if [ "$fast" -eq 0 ]; then check tidy utils/check-tidy.sh "$build"; fi

# Unit tests. GoogleTest binaries also write one XML file each, with their single cases.
exclude=()
if [ "$fast" -eq 1 ]; then exclude=(-E '^package$'); fi
GTEST_OUTPUT="xml:$results/unit/" ctest --test-dir "$build" --output-on-failure --timeout 600 -j "$(nproc)" \
  --output-junit "$results/ctest.xml" "${exclude[@]}" || true

/usr/lib/llvm-22/bin/lit -sv "$build/test" --xunit-xml-output="$results/lit.xml" || true

python3 utils/summarize.py "$results"
