#!/usr/bin/env bash
# Checks a release archive: its size, that its programs need nothing but glibc 2.36 or newer, and that they start in a root
# folder that holds only glibc.
# Usage: utils/check-release.sh <archive>
set -euo pipefail
archive=$(readlink -f "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "check-release: $*" >&2
  exit 1
}

bytes=$(stat -c %s "$archive")
[ "$bytes" -le $((40 << 20)) ] || fail "$bytes bytes, more than 40 MiB"

mkdir "$work/root"
tar -C "$work/root" -xf "$archive" --strip-components=1
cd "$work/root"
mapfile -t binaries < <(find bin lib -type f 2>/dev/null | while IFS= read -r file; do
  if head -c 4 "$file" | grep -q ELF; then echo "$file"; fi
done)
[ "${#binaries[@]}" -gt 0 ] || fail "no programs in $archive"

for binary in "${binaries[@]}"; do
  for needed in $(objdump -p "$binary" | awk '$1 == "NEEDED" {print $2}'); do
    case "$needed" in
      libc.so.6 | libm.so.6 | libdl.so.2 | libpthread.so.0 | librt.so.1 | ld-linux-x86-64.so.2) ;;
      *) fail "$binary needs $needed" ;;
    esac
  done
  newest=$(objdump -T "$binary" | grep -oE 'GLIBC_[0-9]+\.[0-9]+' | sort -uV | tail -n 1)
  [ "$(printf '%s\nGLIBC_2.36\n' "$newest" | sort -V | tail -n 1)" = GLIBC_2.36 ] || fail "$binary needs $newest"
  if objdump -p "$binary" | grep -qE 'R(UN)?PATH'; then fail "$binary has a run path"; fi
done

# A root folder with glibc and nothing else.
for library in /lib64/ld-linux-x86-64.so.2 /lib/x86_64-linux-gnu/lib{c.so.6,m.so.6,dl.so.2,pthread.so.0,rt.so.1}; do
  mkdir -p ".$(dirname "$library")"
  cp -L "$library" ".$library"
done
printf 'module {}\n' >in.mlir
chroot=$(PATH="$PATH:/usr/sbin:/sbin" command -v chroot)
inside=("$chroot" .)
if [ "$(id -u)" -ne 0 ]; then inside=("$(command -v unshare)" -r "$chroot" .); fi
for tool in bin/gl-*; do
  case "$tool" in
    bin/gl-tools) continue ;;
    bin/gl-reduce | bin/gl-lsp-server) arguments=(--help) ;;
    *) arguments=(--version) ;;
  esac
  env -i "${inside[@]}" "/$tool" "${arguments[@]}" >out.txt 2>&1 || fail "$tool ${arguments[*]} failed: $(cat out.txt)"
done
env -i "${inside[@]}" /bin/gl-opt /in.mlir | grep -q '^module' || fail "gl-opt does not read a module"
if [ -e bin/gl-run ]; then
  env -i "${inside[@]}" /bin/gl-run /share/gl/examples/gather_linear.mlir --device=cpu --check >out.txt 2>&1 ||
    fail "gl-run fails on the example: $(cat out.txt)"
fi

# Start-up, best of 20.
best=999999999
for _ in $(seq 20); do
  begin=$(date +%s%N)
  bin/gl-opt --version >/dev/null
  time=$(($(date +%s%N) - begin))
  if [ "$time" -lt "$best" ]; then best=$time; fi
done
echo "check-release: $(basename "$archive") is $((bytes >> 10)) KiB, gl-opt --version takes $((best / 1000)) us"
