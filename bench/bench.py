#!/usr/bin/env python3
"""Times gl beside its alternatives in one process on one GPU, and prints a Markdown table.

usage: bench.py --tools DIR --runtime libgl_runtime.so [--cases 'f32:4,12,32,56 ...'] [--dynamic] [--launches N]

A case is dtype:R,B,H,N for x (R,B,H), weight (N, R*H), bias (N). Every contender is given the same random data, checked
against float64 on a poisoned output, and then timed by replaying a CUDA graph of many launches; the figure is the median
time of a launch. Columns: gl; torch.cat + F.linear; a fused Triton kernel for small problems (multiply-reduce, best of a few
configurations); F.linear on input that was gathered beforehand ("GEMM only", which does less than the operation). Floors, measured in the same run: an
empty kernel, and a kernel that copies as many bytes as the operation must move.

Needs torch, triton and numpy on the machine; f32 is true f32 (TF32 is off).
"""

import argparse
import itertools
import pathlib
import statistics
import subprocess
import sys
import tempfile

import torch
import triton
import triton.language as tl

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from gl_ctypes import Runtime

DTYPES = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16}
BARS = {"f32": 1e-6, "f16": 1e-3, "bf16": 8e-3}


@triton.jit
def empty_kernel(y):
    pass


@triton.jit
def copy_kernel(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at, mask=at < n), mask=at < n)


@triton.jit
def small_kernel(x, w, bias, y, B, N, H: tl.constexpr, K: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), tl.float32)
    for k0 in range(0, K, BK):
        k = k0 + tl.arange(0, BK)
        xt = tl.load(
            x + (k // H)[None, :] * (B * H) + m[:, None] * H + (k % H)[None, :],
            mask=(m[:, None] < B) & (k[None, :] < K),
            other=0.0,
        )
        wt = tl.load(w + n[:, None] * K + k[None, :], mask=(n[:, None] < N) & (k[None, :] < K), other=0.0)
        acc += tl.sum(xt[:, None, :].to(tl.float32) * wt[None, :, :].to(tl.float32), axis=2)
    acc += tl.load(bias + n, mask=n < N, other=0.0)[None, :].to(tl.float32)
    tl.store(y + m[:, None] * N + n[None, :], acc.to(y.dtype.element_ty), mask=(m[:, None] < B) & (n[None, :] < N))


def program(dtype, r, b, h, n, dynamic):
    """The gl program of a case."""
    x, g, w, v, y = (r, b, h), (b, r * h), (n, r * h), (n,), (b, n)
    text = lambda shape: "x".join("?" if dynamic else str(d) for d in shape) + "x" + dtype
    x, g, w, v, y = (f"tensor<{text(s)}>" for s in (x, g, w, v, y))
    return f"""func.func @main(%x: {x}, %w: {w}, %bias: {v}) -> {y} {{
  %g = gl.gather_concat stacked %x : {x} -> {g}
  %y = gl.matmul_bias %g, %w, %bias : {g}, {w}, {v} -> {y}
  return %y : {y}
}}
"""


def time_graph(launch, launches, replays=15):
    """Median microseconds of one launch in a replayed graph of many."""
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        launch()  # whatever is made on first use is made before capture
        stream.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, stream=stream):
            for _ in range(launches):
                launch()
        for _ in range(3):
            graph.replay()
        times = []
        for _ in range(replays):
            begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            begin.record()
            graph.replay()
            end.record()
            end.synchronize()
            times.append(begin.elapsed_time(end) * 1000 / launches)
    return statistics.median(times)


def run_case(options, runtime, work, case):
    dtype, dims = case.split(":")
    r, b, h, n = (int(d) for d in dims.split(","))
    torch.manual_seed(r * 1000003 + b * 1009 + h * 101 + n)
    kind = DTYPES[dtype]
    x = (torch.rand(r, b, h, device="cuda") * 2 - 1).to(kind)
    bound = (r * h) ** -0.5
    w = ((torch.rand(n, r * h, device="cuda") * 2 - 1) * bound).to(kind)
    bias = ((torch.rand(n, device="cuda") * 2 - 1) * bound).to(kind)
    y = torch.empty(b, n, device="cuda", dtype=kind)
    gathered = torch.cat(list(x), -1)
    expected = gathered.double() @ w.double().T + bias.double()
    launches = options.launches

    contenders = {}
    for label, dynamic in (("gl", False), ("gl, dynamic dims", True)):
        source = work / f"{dtype}_{r}_{b}_{h}_{n}_{int(dynamic)}.mlir"
        source.write_text(program(dtype, r, b, h, n, dynamic))
        bundle = source.with_suffix(".glb")
        subprocess.run(
            [str(options.tools / "gl-compile"), str(source), "--emit=bundle", "--target=sm_90a", "-o", str(bundle)], check=True
        )
        function = runtime.load(str(bundle)).function("main")
        contenders[label] = lambda f=function: f([x, w, bias], [y], torch.cuda.current_stream().cuda_stream)
    contenders["cat + linear"] = lambda: y.copy_(torch.nn.functional.linear(torch.cat(list(x), -1), w, bias))

    def check(label):
        y.fill_(float("nan"))
        contenders[label]()
        torch.cuda.synchronize()
        error = ((y.double() - expected).norm() / expected.norm()).item()
        if not error <= BARS[dtype]:
            raise SystemExit(f"{case}: {label} is wrong: relative error {error:.3g}, bar {BARS[dtype]:.3g}")
        return error

    errors = {label: check(label) for label in contenders}
    # Timed without the copy into y, which is only there to check the result.
    contenders["cat + linear"] = lambda: torch.nn.functional.linear(torch.cat(list(x), -1), w, bias)
    times = {label: time_graph(launch, launches) for label, launch in contenders.items()}
    if b * n <= 65536 and r * h <= 4096:
        best = None
        for bm, bn, bk, warps in itertools.product((1, 2, 4), (4, 8, 16), (64, 128), (1, 2, 4)):
            grid = (triton.cdiv(b, bm), triton.cdiv(n, bn))
            contenders["Triton"] = lambda: small_kernel[grid](x, w, bias, y, b, n, h, r * h, bm, bn, bk, num_warps=warps)
            check("Triton")
            time = time_graph(contenders["Triton"], launches, replays=5)
            best = time if best is None else min(best, time)
        times["Triton"] = best
    times["GEMM only"] = time_graph(lambda: torch.nn.functional.linear(gathered, w, bias), launches)

    moved = (x.numel() + w.numel() + bias.numel() + y.numel()) * x.element_size()
    half = torch.empty(moved // 2 // 4, device="cuda")
    other = torch.empty_like(half)
    block = 1024
    times["copy"] = time_graph(lambda: copy_kernel[(triton.cdiv(half.numel(), block),)](half, other, half.numel(), block), launches)
    times["empty"] = time_graph(lambda: empty_kernel[(1,)](half, num_warps=1), launches)
    return times, errors["gl"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", type=pathlib.Path, required=True, help="folder that holds gl-compile")
    parser.add_argument("--runtime", required=True, help="path of libgl_runtime.so")
    parser.add_argument("--cases", default="f32:4,12,32,56 bf16:4,12,32,56 f32:3,13,40,56 f32:8,256,128,512 f32:4,1024,512,2048")
    parser.add_argument("--launches", type=int, default=200, help="launches in one graph")
    options = parser.parse_args()
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False
    runtime = Runtime(options.runtime)
    columns = ["gl", "gl, dynamic dims", "cat + linear", "Triton", "GEMM only", "copy", "empty"]
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}, Triton {triton.__version__}; microseconds a launch")
    print("| case | " + " | ".join(columns) + " | error of gl |")
    print("|---|" + "---:|" * (len(columns) + 1))
    with tempfile.TemporaryDirectory() as folder:
        for case in options.cases.split():
            times, error = run_case(options, runtime, pathlib.Path(folder), case)
            cells = [f"{times[c]:.3f}" if c in times else "–" for c in columns]
            print(f"| {case.replace(':', ' (')}) | " + " | ".join(cells) + f" | {error:.2g} |", flush=True)


if __name__ == "__main__":
    main()
