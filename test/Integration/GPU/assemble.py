# REQUIRES: ptxas
# RUN: %python %gl_src_root/test/Integration/cases.py %t stacked parts dynamic static_empty views epilogue level0 edges numerics \
# RUN:   large_static large_dynamic large_views large_epilogue
# RUN: %python %s %t | FileCheck %s
# RUN: gl-run %gl_src_root/examples/gather_linear.tile.mlir --device=cpu --input='rand[4,12,32]' --input='rand[56,128]' --input='rand[56]' --reference=%gl_src_root/examples/gather_linear.mlir --check
# CHECK: {{^[1-9][0-9]+}} kernels assembled, 0 spill

"""Compiles programs of every kind of the grid and every example for a GPU, and has each of their kernels assembled; none may spill a register."""

import pathlib
import re
import subprocess
import sys

kernels = spilling = 0
root = pathlib.Path(__file__).resolve().parents[3]
programs = sorted(pathlib.Path(sys.argv[1]).glob("*.mlir"))
programs += [root / "examples" / "gather_linear.mlir", root / "examples" / "gather_linear.tile.mlir"]
for program in programs:
    run = subprocess.run(
        ["gl-compile", str(program), "--target=sm_90a", "--explain"], capture_output=True, text=True, timeout=600
    )
    if run.returncode != 0:
        sys.exit(f"{program}: {run.stderr}")
    for spills in re.findall(r"resources +\d+ registers, \d+ bytes shared, (\d+/\d+) bytes spilled", run.stdout):
        kernels += 1
        if spills != "0/0":
            spilling += 1
            print(f"{program.name}: {spills} bytes spilled")
print(f"{kernels} kernels assembled, {spilling} spill")
