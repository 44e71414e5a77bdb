#!/usr/bin/env bash
# How well a gl kernel's loads from global memory use the memory system: 32-byte sectors per request, by Nsight Compute.
#
# usage: sectors.sh FOLDER-OF-THE-TOOLS CASE [OPTION-OF-GL-RUN ...]      for instance: sectors.sh build/release/bin f32:4,12,32,56
#
# A case is one of bench.py's. A request is one instruction of one warp; it needs at least as many sectors as its bytes fill, so the best
# figure of plain loads is 4 for 4 bytes a lane, 8 for 8, 16 for 16. The share of the sectors' bytes that the lanes asked for
# is beside it. Asynchronous copies to shared memory (cp.async) are counted apart, those that bypass the L1 and those that do not;
# tensor-map copies issue no such requests. Needs ncu, and the right to read the GPU's counters.
set -euo pipefail
if [ $# -lt 2 ]; then
  sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2
  exit 1
fi
here=$(cd "$(dirname "$0")" && pwd)
tools=$1 case=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 "$here/cases.py" --program "$case" >"$work/program.mlir"

plain=l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
plain+=,l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio
plain+=,smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct
asynchronous=
for way in access bypass; do
  for what in requests sectors; do
    asynchronous+=${asynchronous:+,}sm__sass_l1tex_t_${what}_pipe_lsu_mem_global_op_ldgsts_cache_$way.sum
  done
done
ncu --metrics "$plain,$asynchronous" "$tools/gl-run" "$work/program.mlir" --device=cuda:0 "$@"
