#!/usr/bin/env bash
# Builds the relocatable release, packs it as build/gl-<version>-x86_64-linux.tar.xz, and checks that it starts elsewhere.
# Usage: utils/make-release.sh
set -euo pipefail
cd "$(dirname "$0")/.."

utils/setup.sh
build=build/release
version=$(sed -n 's/^project(gl VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
name="gl-$version-x86_64-linux"
stage="build/stage"

cmake --preset release >/dev/null
ninja -C "$build"

rm -rf "$stage"
for component in gl_tools gl_runtime gl_share; do
  DESTDIR='' cmake --install "$build" --prefix "$PWD/$stage/$name" --component "$component" >/dev/null
done
for file in README.md LICENSE; do
  if [ -e "$file" ]; then cp "$file" "$stage/$name/"; fi
done

# Equal input gives an equal archive.
epoch=$(git log -1 --format=%ct)
tar -C "$stage" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$epoch" -cf "build/$name.tar" "$name"
xz -9e -T1 -f "build/$name.tar"
utils/check-release.sh "build/$name.tar.xz"
