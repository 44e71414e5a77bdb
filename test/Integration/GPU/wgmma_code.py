# REQUIRES: ptxas
# RUN: %python %s %t | FileCheck %s
# CHECK: {{^[1-9][0-9]*}} kernels of family wgmma, 0 faults

"""Machine code of kernels of family wgmma: assembled without a spill and without a warning (ptxas warns where it has to make products wait for one
another, or ignores the numbers of registers), with descriptors that are complete and a main loop that computes nothing for them from registers."""

import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import sass
from grid import Linear
from schedule_cases import schedule

SHAPE = ("stacked", [(8, 2048, 512)], 4096)


def wgmma(tile, warps, vector=8, gather="walk", **fields):
    return schedule("wgmma", tile, warps, vector=vector, gather=gather, **fields)


def products(dtype="bf16", form=SHAPE[0], parts=SHAPE[1], n=SHAPE[2], **fields):
    return Linear(dtype, form, parts, n, **fields)


CASES = {
    "128x256": (products(), wgmma((128, 256, 64), (8, 1), stages=4, group_m=16, k_order="zigzag")),
    "128x128": (products("f16"), wgmma((128, 128, 64), (8, 1), stages=5)),
    "256x128": (products(), wgmma((256, 128, 64), (8, 1), stages=4)),
    "192x128": (products("f16"), wgmma((192, 128, 64), (12, 1), stages=4)),
    "64x64": (products(), wgmma((64, 64, 64), (4, 1), stages=8)),
    "64x256 by columns": (products(), wgmma((64, 256, 64), (4, 2), stages=4)),
    "turns, 128x128": (products(), wgmma((128, 128, 64), (4, 1), stages=6, group_m=16, k_order="zigzag", pingpong=1)),
    "turns, 64x256": (products(), wgmma((64, 256, 64), (4, 1), stages=4, pingpong=1)),
    "turns, 64x64, run-time sizes": (products(dynamic=True), wgmma((64, 64, 64), (4, 1), stages=7, k_order="zigzag", pingpong=1)),
    "turns, swap": (products(), wgmma((64, 64, 64), (1, 4), stages=6, swap=1, pingpong=1)),
    "turns, cluster": (products(dynamic="rows"), wgmma((64, 128, 64), (4, 1), stages=6, cluster=(2, 1), pingpong=1)),
    "turns, tf32": (products("f32", precision="tf32"), wgmma((128, 128, 32), (4, 1), vector=4, stages=5, pingpong=1)),
    "fills, words": (products(parts=[(8, 1024, 130)], n=1024),
                     wgmma((64, 128, 128), (4, 1), vector=2, gather="split", stages=3, fill_warps=4)),
    "fills, elements": (products(parts=[(8, 1024, 129)], n=1024),
                        wgmma((64, 128, 128), (4, 1), vector=1, gather="split", stages=3, fill_warps=8)),
    "fills, cluster": (products(parts=[(7, 1000, 136)], n=1000),
                       wgmma((64, 128, 64), (4, 1), gather="split", stages=5, cluster=(2, 1), fill_warps=4)),
    "fills, 128x192": (products(parts=[(8, 4096, 516)], n=4096),
                       wgmma((128, 192, 64), (8, 1), vector=4, gather="split", stages=4, k_order="zigzag", fill_warps=4)),
    "fills, 128x256": (products(parts=[(8, 4096, 520)], n=4096),
                       wgmma((128, 256, 64), (4, 2), gather="split", stages=4, k_order="zigzag", fill_warps=4)),
    "fills, 128x256, words": (products(parts=[(8, 4096, 514)], n=4096),
                              wgmma((128, 256, 64), (4, 2), vector=2, gather="split", stages=4, k_order="zigzag", cluster=(2, 1), fill_warps=4)),
    "fills, 128x256, elements": (products(parts=[(8, 4096, 513)], n=4096),
                                 wgmma((128, 256, 64), (4, 2), vector=1, gather="split", stages=4, k_order="zigzag", fill_warps=4)),
    "fills, 128x256, words, shared": (products(parts=[(8, 4096, 514)], n=4096),
                                      wgmma((128, 256, 64), (4, 2), vector=2, gather="split", stages=4, k_order="zigzag", cluster=(1, 2), fill_warps=4)),
    "fills, 128x256, elements, shared": (products(parts=[(8, 4096, 513)], n=4096),
                                         wgmma((128, 256, 64), (4, 2), vector=1, gather="split", stages=4, k_order="zigzag", cluster=(1, 2), fill_warps=4)),
    "fills, 128x256, shared, run-time sizes": (products(dynamic=True),
                                               wgmma((128, 256, 64), (4, 2), vector=2, gather="split", stages=4, k_order="zigzag", cluster=(1, 2), fill_warps=4)),
    "fills, words, run-time sizes": (products(dynamic=True),
                                     wgmma((64, 256, 64), (4, 2), vector=2, gather="split", stages=4, k_order="zigzag", fill_warps=4)),
    "fills, elements, run-time sizes": (products(dynamic=True),
                                        wgmma((64, 128, 128), (4, 1), vector=1, gather="split", stages=3, fill_warps=8)),
    "fills, swap": (products(parts=[(8, 64, 130)], n=1024),
                    wgmma((32, 64, 64), (1, 4), vector=2, gather="split", stages=4, swap=1, fill_warps=4)),
    "fills, turns": (products(parts=[(8, 1024, 132)], n=4096),
                     wgmma((64, 128, 64), (4, 1), vector=4, gather="split", stages=5, pingpong=1, fill_warps=4)),
    "tf32x3": (products("f32", precision="tf32x3"),
               wgmma((128, 128, 32), (8, 1), vector=4, stages=3, k_order="zigzag", group_m=16, fill_warps=4)),
    "tf32x3, odd rows": (products("f32", parts=[(8, 1024, 129)], n=1024, precision="tf32x3"),
                         wgmma((64, 64, 32), (4, 1), vector=1, gather="split", stages=4, fill_warps=4)),
    "swap": (products(), wgmma((16, 128, 64), (1, 8), stages=6, swap=1)),
    "swap, 3 warpgroups": (products("f16"), wgmma((64, 192, 64), (1, 12), stages=4, swap=1)),
    "tf32": (products("f32", precision="tf32"), wgmma((128, 128, 32), (8, 1), vector=4, stages=5)),
    "tf32, swap": (products("f32", precision="tf32"), wgmma((32, 128, 32), (1, 8), vector=4, stages=6, swap=1)),
    "weight (K, N)": (products(layout="kn"), wgmma((128, 256, 64), (8, 1), stages=4)),
    "weight (K, N), swap": (products(layout="kn"), wgmma((32, 128, 64), (1, 8), stages=6, swap=1)),
    "run-time sizes": (products(dynamic=True), wgmma((128, 256, 64), (8, 1), stages=4, k_order="zigzag")),
    "panels of 64": (products(parts=[(8, 2048, 160)]), wgmma((128, 128, 64), (8, 1), stages=4, gather="split")),
    "panels of 32": (products(parts=[(8, 2048, 16)]), wgmma((128, 128, 64), (8, 1), stages=4, gather="split")),
    "parts": (products(form="parts", parts=[(2048, 256), (2048, 512), (2048, 64)]), wgmma((128, 128, 64), (8, 1), stages=4)),
    "16 parts": (products(form="parts", parts=[(4096, 256)] * 16), wgmma((128, 256, 64), (8, 1), stages=4, k_order="zigzag")),
    "16 parts, unequal": (products(form="parts", parts=[(4096, 8 * (i + 20)) for i in range(16)]), wgmma((128, 256, 64), (8, 1), stages=4)),
    "f32 result": (products(result="f32"), wgmma((128, 128, 64), (8, 1), stages=4)),
    "gelu": (products(activation="gelu"), wgmma((128, 128, 64), (8, 1), stages=4)),
}


def find_faults(name, linear, text):
    source, ptx, cubin = (folder / (name.replace(" ", "_") + suffix) for suffix in (".mlir", ".ptx", ".cubin"))
    source.write_text(linear.text("main"))
    faults = []
    # What the compiler makes by itself, of the first variant: the given schedule's, the fastest.
    compiler = ["gl-compile", source, "--target=sm_90a", "--schedule=" + text]
    assembler = [ptxas, "-arch=sm_90a", "-v", ptx, "-o", cubin]
    for command in ([*compiler, "--emit=cubin", "-o", cubin], [*compiler, "--emit=ptx", "-o", ptx], assembler):
        run = subprocess.run(command, capture_output=True, text=True, timeout=600)
        if run.returncode != 0:
            return [run.stderr]
        if cubin in command:
            ((kernel, code),) = sass.read_kernels(cubin.read_bytes()).items()
            faults += [f"{kernel}: {fault}" for fault in sass.find_product_faults(code)]
    report = run.stdout + run.stderr
    faults += [line for line in report.splitlines() if re.search("warning|C75", line)]
    if "0 bytes spill stores, 0 bytes spill loads" not in report:
        faults.append(report)
    return faults


folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
ptxas = shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas"
count = 0
for name, (linear, text) in CASES.items():
    for fault in find_faults(name, linear, text):
        print(f"{name}: {fault}")
        count += 1
print(f"{len(CASES)} kernels of family wgmma, {count} faults")
