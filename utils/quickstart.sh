#!/usr/bin/env bash
# From a fresh clone to a result: sets up, builds gl-run, and runs examples/gather_linear.mlir, the case (4, 12, 32) -> 56, on
# .npy files. Prints what was fused, the device, the time, and the comparison with a float64 reference.
set -euo pipefail
cd "$(dirname "$0")/.."

utils/setup.sh
python="$PWD/build/venv/bin/python"
cmake --preset dev -DGL_TEST_PYTHON="$python" >/dev/null
ninja -C build/dev gl-run

data=build/quickstart
mkdir -p "$data"
"$python" utils/quickstart_data.py make "$data"
build/dev/bin/gl-run examples/gather_linear.mlir --input="$data/x.npy" --input="$data/w.npy" --input="$data/b.npy" \
  --output="$data/y.npy" --check --bench --explain
"$python" utils/quickstart_data.py check "$data"
