#!/usr/bin/env python3
"""Calls functions on tensors of more than 2^31 elements and on grids of more than 65535 tiles. Needs torch and a GPU with 64 GiB free;
skips where there is none.

usage: big.py --tools DIR --runtime libgl_runtime.so

Offsets must not wrap at 2^31 elements, a product of sizes that is 0 in 32 bits must not make a call an empty one, and a long dim must
not end up on a grid dim of 65535 blocks. Data are small integers, so every element is compared bit for bit with a sum in f32, which
is exact; results are NaN before.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(root / "bench"))

PROGRAM = """
func.func @main(%x: {x}, %w: {w}, %bias: {b}) -> {y} {{
  %g = gl.gather_concat stacked %x : {x} -> {g}
  %y = gl.matmul_bias %g, %w, %bias : {g}, {w}, {b} -> {y}
  return %y : {y}
}}
"""
# R, B, H, N
CASES = {
    "a result of more than 2^31 elements": (1, 33000, 32, 65536),
    "an operand of more than 2^31 elements": (3, 40000, 17920, 8),
    "a result of 2^32 elements": (1, 65536, 8, 65536),
    "a weight of more than 2^31 elements": (2, 8, 16400, 66000),
    "65625 tiles of 128 rows": (1, 8400000, 8, 8),
    "65625 tiles of 128 columns": (1, 8, 8, 8400000),
    "rows beyond 2^20 tiles of 16": (2, 17000000, 16, 24),
}
ROWS = 2048  # compared at a time


def program(sizes, dynamic):
    def tensor(*shape):
        return "tensor<%sxbf16>" % "x".join("?" if dynamic else str(d) for d in shape)

    r, b, h, n = sizes
    return PROGRAM.format(x=tensor(r, b, h), w=tensor(n, r * h), b=tensor(n), g=tensor(b, r * h), y=tensor(b, n))


def compare(x, w, bias, y):
    """Whether all of y is right, and where it is not first."""
    import torch

    columns = max(1, (1 << 28) // ROWS)
    for row in range(0, y.shape[0], ROWS):
        rows = torch.cat(list(x[:, row : row + ROWS]), -1).float()
        for column in range(0, y.shape[1], columns):
            part = slice(column, column + columns)
            expected = (rows @ w[part].float().T + bias[part].float()).bfloat16()
            wrong = (y[row : row + ROWS, part] != expected).nonzero()
            if len(wrong):
                i, j = wrong[0].tolist()
                return (f"{len(wrong)} of {expected.numel()} elements differ from row {row}, column {column} on, the first at "
                        f"({row + i}, {column + j}): got {y[row + i, column + j].item()}, expected {expected[i, j].item()}")
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--runtime", required=True)
    options = parser.parse_args()
    import torch
    from gl_ctypes import Runtime

    free = torch.cuda.mem_get_info()[0] if torch.cuda.is_available() else 0
    if free < 64 << 30:
        print(f"SKIP: needs a GPU with 64 GiB free, there are {free / (1 << 30):.0f}")
        return
    # The reference must not round to TF32.
    torch.backends.cuda.matmul.allow_tf32 = False
    runtime = Runtime(options.runtime)
    failed = passed = 0
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "program.mlir"
        dynamic = None
        for name, sizes in CASES.items():
            r, b, h, n = sizes
            torch.manual_seed(0)
            x, w, bias = (torch.randint(-2, 3, shape, device="cuda", dtype=torch.int8).bfloat16()
                          for shape in ((r, b, h), (n, r * h), (n,)))
            for kind in ("static", "dynamic"):
                if kind == "static" or not dynamic:
                    bundle = str(source.with_name(f"{kind}-{passed + failed}.glb"))
                    source.write_text(program(sizes, kind == "dynamic"))
                    subprocess.run([str(options.tools / "gl-compile"), str(source), "--target=sm_90a", "-o", bundle], check=True)
                    function = runtime.load(bundle).function("main")
                    if kind == "dynamic":
                        dynamic = function
                y = torch.full((b, n), float("nan"), device="cuda", dtype=torch.bfloat16)
                (dynamic if kind == "dynamic" else function)([x, w, bias], [y], torch.cuda.current_stream().cuda_stream)
                torch.cuda.synchronize()
                error = compare(x, w, bias, y)
                print(f"{'FAIL' if error else 'PASS'} {name}, {kind}{': ' + error if error else ''}", flush=True)
                failed += bool(error)
                passed += not error
                del y
            del x, w, bias
            torch.cuda.empty_cache()
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
