#!/usr/bin/env python3
"""Calls a function whose tensors are on a device other than the current one. Needs torch and two GPUs; skips where there are fewer.

usage: two_devices.py --tools DIR --runtime libgl_runtime.so

The kernel must run where the data is, on the caller's stream of that device, and leave the current device as it was; operands on
different devices must be refused by name.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(root / "bench"))

PROGRAM = """
func.func @main(%x: tensor<4x?x32xf32>, %w: tensor<56x128xf32>, %bias: tensor<56xf32>) -> tensor<?x56xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x?x32xf32> -> tensor<?x128xf32>
  %y = gl.matmul_bias %g, %w, %bias : tensor<?x128xf32>, tensor<56x128xf32>, tensor<56xf32> -> tensor<?x56xf32>
  return %y : tensor<?x56xf32>
}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--runtime", required=True)
    options = parser.parse_args()
    import torch
    from gl_ctypes import Runtime

    if torch.cuda.device_count() < 2:
        print(f"SKIP: needs two GPUs, there are {torch.cuda.device_count()}")
        return
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "program.mlir"
        source.write_text(PROGRAM)
        bundle = str(source.with_suffix(".glb"))
        subprocess.run([str(options.tools / "gl-compile"), str(source), "--target=sm_90a", "-o", bundle], check=True)
        function = Runtime(options.runtime).load(bundle).function("main")

    def tensors(device):
        x = torch.rand(4, 12, 32, device=device)
        w, bias = torch.rand(56, 128, device=device), torch.rand(56, device=device)
        return x, w, bias, torch.full((12, 56), float("nan"), device=device)

    torch.cuda.set_device(0)
    passed = 0
    for device in ("cuda:1", "cuda:0", "cuda:1"):
        x, w, bias, y = tensors(device)
        expected = torch.cat(list(x.double()), -1) @ w.double().T + bias.double()
        stream = torch.cuda.Stream(device=device)
        stream.wait_stream(torch.cuda.current_stream(device))
        function([x, w, bias], [y], stream.cuda_stream)
        stream.synchronize()
        error = ((y.double() - expected).norm() / expected.norm()).item()
        assert error <= 1e-6, f"on {device}: relative error {error}"
        assert torch.cuda.current_device() == 0, "the current device was changed"
        passed += 1
    x, w, bias, y = tensors("cuda:1")
    try:
        function([x, w.to("cuda:0"), bias], [y], 0)
    except RuntimeError as error:
        assert "'w'" in str(error), f"the message does not name the operand: {error}"
        print(f"refused: {error}")
        passed += 1
    else:
        raise AssertionError("operands on two devices were accepted")
    print(f"{passed} passed, 0 failed")


if __name__ == "__main__":
    main()
