#!/usr/bin/env bash
# Checks that the reference pages in docs/ are what TableGen makes of the definitions today.
# Usage: utils/check-docs.sh [build folder, default build/dev]
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/dev}

ninja -C "$build" gl-doc-files >/dev/null
stale=0
while IFS= read -r page; do
  if ! diff -u "docs/$page" "$build/docs/$page"; then
    echo "docs/$page is out of date" >&2
    stale=1
  fi
done < <(cd "$build/docs" && find . -name '*.md' | sed 's,^\./,,' | sort)
if [ "$stale" -ne 0 ]; then
  echo "Run: ninja -C $build gl-doc" >&2
fi
exit "$stale"
