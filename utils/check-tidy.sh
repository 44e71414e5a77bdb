#!/usr/bin/env bash
# Runs clang-tidy with the rules in .clang-tidy on the C++ sources of a configured and built tree.
# Usage: utils/check-tidy.sh [--changed] [build folder, default build/dev]
#   --changed  only the sources that differ from the main branch
set -euo pipefail
cd "$(dirname "$0")/.."
changed=0
if [ "${1:-}" = --changed ]; then
  changed=1
  shift
fi
build=${1:-build/dev}

list_sources() {
  if [ "$changed" -eq 1 ]; then
    git diff --name-only --diff-filter=d "$(git merge-base main HEAD)"
  else
    git ls-files
  fi | grep -E '^(lib|tools)/.*\.cpp$' || true
}

# Only what the build knows how to compile.
mapfile -t sources < <(list_sources | while IFS= read -r file; do
  if grep -qF "\"$PWD/$file\"" "$build/compile_commands.json"; then echo "$file"; fi
done)
if [ "${#sources[@]}" -eq 0 ]; then
  echo "clang-tidy: nothing to check"
  exit 0
fi

# The headers of the precompiled header are parsed as usual: clang-tidy is another compiler build.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
printf '%s\0' "${sources[@]}" |
  xargs -0 -P "$(nproc)" -n 4 clang-tidy-22 -p "$build" --quiet >"$log" 2>/dev/null || status=1
grep -E '(warning|error):' -A3 "$log" | sort -u | head -n 200 || true
echo "clang-tidy: ${#sources[@]} files, $(grep -cE '(warning|error): ' "$log" || true) findings"
exit "$status"
