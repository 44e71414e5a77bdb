#!/usr/bin/env python3
"""Times gl's CPU target beside NumPy (OpenBLAS) in one run: x.transpose(1, 0, 2).reshape(B, -1) @ W.T + b.

usage: bench_cpu.py --tools DIR [--cases '4,512,256,1024 ...'] [--threads N] [--rounds N]

A case is R,B,H,N in f32. gl-run checks its result against float64 before it times it. The two are timed in turns, so that what
else the machine does falls on both; the figures are medians over the rounds. Set OPENBLAS_NUM_THREADS before NumPy starts: this script does.
"""

import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", type=pathlib.Path, required=True, help="folder that holds gl-run")
    parser.add_argument("--cases", default="4,512,256,1024 4,12,32,56 4,128,256,256 8,1,512,4096")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    os.environ["OPENBLAS_NUM_THREADS"] = str(options.threads)
    import numpy as np

    print(f"NumPy {np.__version__}, {options.threads} threads, f32; microseconds a call, medians of {options.rounds} rounds")
    print("| case | gl | NumPy | speed of gl over NumPy |")
    print("|---|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for case in options.cases.split():
            r, b, h, n = (int(d) for d in case.split(","))
            x, g, w, v, y = (
                f"tensor<{'x'.join(map(str, s))}xf32>" for s in ((r, b, h), (b, r * h), (n, r * h), (n,), (b, n))
            )
            source = pathlib.Path(folder) / "case.mlir"
            source.write_text(
                f"func.func @main(%x: {x}, %w: {w}, %b: {v}) -> {y} {{\n"
                f"  %g = gl.gather_concat stacked %x : {x} -> {g}\n"
                f"  %y = gl.matmul_bias %g, %w, %b : {g}, {w}, {v} -> {y}\n  return %y : {y}\n}}\n"
            )
            rng = np.random.default_rng(1)
            xs = rng.uniform(-1, 1, (r, b, h)).astype(np.float32)
            ws = rng.uniform(-1, 1, (n, r * h)).astype(np.float32)
            bs = rng.uniform(-1, 1, n).astype(np.float32)
            ours, theirs = [], []
            for _ in range(options.rounds):
                run = subprocess.run(
                    [str(options.tools / "gl-run"), str(source), "--device=cpu", f"--threads={options.threads}", "--check", "--bench"],
                    capture_output=True,
                    text=True,
                )
                found = re.search(r"time: median ([0-9.e+-]+) us", run.stdout)
                if run.returncode != 0 or not found:
                    sys.exit(f"{case}: gl-run failed:\n{run.stdout}{run.stderr}")
                ours.append(float(found.group(1)))
                times = []
                for _ in range(20):
                    begin = time.perf_counter()
                    xs.transpose(1, 0, 2).reshape(b, -1) @ ws.T + bs
                    times.append((time.perf_counter() - begin) * 1e6)
                theirs.append(statistics.median(times))
            gl, numpy = statistics.median(ours), statistics.median(theirs)
            print(f"| ({case}) | {gl:.1f} | {numpy:.1f} | {numpy / gl:.2f} |", flush=True)


if __name__ == "__main__":
    main()
