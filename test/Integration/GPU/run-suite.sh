#!/bin/sh
# Runs the grid of ../cases.py on a GPU.
#
# usage: run-suite.sh [FOLDER-OF-THE-TOOLS]
#
# Needs the tools (default: those in PATH) and, to make the grid, python3 without packages; where there is none, a
# grid made before (cases.py FOLDER) is taken from GL_CASES. GL_DEVICE chooses the GPU (cuda:0). Every case runs GL_RUNS times
# (20), on results that are NaN before, and all runs must agree bit for bit. With GL_SANITIZER=1 each group also runs, once, under
# compute-sanitizer's memcheck, or the tools that GL_SANITIZER_TOOLS lists. Without a GPU this prints one line and succeeds.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
if [ $# -gt 0 ]; then
  PATH=$(CDPATH= cd -- "$1" && pwd):$PATH
  export PATH
fi
device=${GL_DEVICE:-cuda:0}
runs=${GL_RUNS:-20}
if ! command -v gl-run >/dev/null; then
  echo "run-suite.sh: gl-run is not in PATH; give the folder of the tools: run-suite.sh FOLDER" >&2
  exit 1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf 'func.func @main(%%x: tensor<1x1xf32>) -> tensor<1x1xf32> {\n  %%y = gl.matmul_bias %%x, %%x : tensor<1x1xf32>, tensor<1x1xf32> -> tensor<1x1xf32>\n  return %%y : tensor<1x1xf32>\n}\n' >"$work/probe.mlir"
if ! ls /dev/nvidia[0-9]* >/dev/null 2>&1; then
  echo "SKIP: there is no GPU here (no /dev/nvidia*)"
  exit 0
fi
# From here on a failure is one: the machine has a GPU, so the tools must be able to use it.
gl-run --device="$device" "$work/probe.mlir"

if [ -n "${GL_CASES:-}" ]; then
  cases=$GL_CASES
else
  cases=$work/cases
  python3 "$here/../cases.py" "$cases"
fi

failed=0
for file in "$cases"/*.cases; do
  group=$(basename "$file" .cases)
  echo "== $group"
  gl-run --device="$device" --runs="$runs" --cases="$file" >"$work/log" 2>&1 || failed=1
  grep -v '^PASS' "$work/log" || true
  # Whatever ended the run before its last line is shown above and is a failure.
  tail -n 1 "$work/log" | grep -q '^[0-9]* passed, 0 failed$' || failed=1
  if [ "${GL_SANITIZER:-0}" = 1 ]; then
    for tool in ${GL_SANITIZER_TOOLS:-memcheck}; do
      compute-sanitizer --tool "$tool" --error-exitcode 1 gl-run --device="$device" --cases="$file" >"$work/log" 2>&1 ||
        { failed=1; grep -v '^PASS' "$work/log" | head -n 200; }
    done
  fi
done
if [ "$failed" != 0 ]; then
  echo "run-suite.sh: FAIL"
  exit 1
fi
echo "run-suite.sh: PASS"
