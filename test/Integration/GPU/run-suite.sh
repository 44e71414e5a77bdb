#!/bin/sh
# Runs the grid of ../cases.py on a GPU.
#
# usage: run-suite.sh [FOLDER-OF-THE-TOOLS]
#
# Needs the tools (default: those in PATH) and, to make the grid, python3 without packages; where there is none, a
# grid made before (cases.py FOLDER) is taken from GL_CASES. GL_DEVICE chooses the GPU (cuda:0). Every case runs GL_RUNS times
# (20), on results that are NaN before, and all runs must agree bit for bit. GL_GROUPS chooses groups (default: all), GL_JOBS says
# how many of them run at a time (default: a quarter of the processors). With GL_SANITIZER=1 each group also runs under
# compute-sanitizer's memcheck, or the tools that GL_SANITIZER_TOOLS lists. Without a GPU this prints one line and succeeds.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
if [ $# -gt 0 ]; then
  PATH=$(CDPATH= cd -- "$1" && pwd):$PATH
  export PATH
fi
device=${GL_DEVICE:-cuda:0}
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

# Runs one group; its log is complete when its status file is there.
cat >"$work/run-group.sh" <<'EOF'
file=$1 base=$2/$(basename "$1" .cases) failed=0
gl-run --device="$GL_DEVICE" --runs="$GL_RUNS" --cases="$file" >"$base.out" 2>&1 || failed=1
# Whatever ended the run before its last line is in the log and is a failure.
tail -n 1 "$base.out" | grep -q '^[0-9]* passed, 0 failed$' || failed=1
grep -v '^PASS' "$base.out" >"$base.log"
if [ "${GL_SANITIZER:-0}" = 1 ]; then
  for tool in ${GL_SANITIZER_TOOLS:-memcheck}; do
    compute-sanitizer --tool "$tool" --error-exitcode 1 gl-run --device="$GL_DEVICE" --cases="$file" >"$base.out" 2>&1 ||
      { failed=1; echo "$tool:"; grep -v '^PASS' "$base.out" | head -n 200; } >>"$base.log"
  done
fi
echo "$failed" >"$base.status"
EOF
GL_DEVICE=$device GL_RUNS=${GL_RUNS:-20}
export GL_DEVICE GL_RUNS
jobs=${GL_JOBS:-$(($(nproc) / 4 + 1))}
groups=${GL_GROUPS:-$(basename -a -s .cases "$cases"/*.cases)}
for group in $groups; do
  printf '%s\n' "$cases/$group.cases"
done | xargs -P "$jobs" -I '{}' sh "$work/run-group.sh" '{}' "$work"

failed=0
for group in $groups; do
  echo "== $group"
  cat "$work/$group.log" || true
  [ "$(cat "$work/$group.status")" = 0 ] || failed=1
done
if [ "$failed" != 0 ]; then
  echo "run-suite.sh: FAIL"
  exit 1
fi
echo "run-suite.sh: PASS"
