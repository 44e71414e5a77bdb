# REQUIRES: ptxas
# RUN: %python %s %t %gl_src_root/examples/gather_linear.mlir %gl_src_root/examples/gather_linear.tile.mlir | FileCheck %s
# RUN: gl-run %gl_src_root/examples/gather_linear.tile.mlir --device=cpu --input='rand[4,12,32]' --input='rand[56,128]' --input='rand[56]' --reference=%gl_src_root/examples/gather_linear.mlir --check
# CHECK: {{^[1-9][0-9]*}} kernels assembled, 0 spill
# CHECK-NEXT: {{^[1-9][0-9]*}} of them load first, 0 faults

"""usage: assemble.py FOLDER PROGRAM...

Compiles programs for a GPU, to bundles in FOLDER, and has each of their kernels assembled. None may spill a register or touch memory before it waits for
earlier kernels. In those whose tile covers the reduction all loads stand before the arithmetic, unless their module has kernels of family wgmma, too.
The tests named after groups of ../cases.py give it those."""

import json
import pathlib
import re
import struct
import subprocess
import sys

import sass

kernels = spilling = fenced = faults = 0
folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)


def report(program, kernel, text):
    global faults
    faults += 1
    print(f"{program.name}: {kernel}: {text}")


def check_code(program, bundle):
    global fenced
    (length,) = struct.unpack_from("<Q", bundle, 8)
    record = json.loads(bundle[24 : 24 + length])
    module = next(m for m in record["modules"] if m["kind"] == "cubin")
    start = 24 + length + module["offset"]
    code = sass.read_kernels(bundle[start : start + module["size"]])
    mixed = "family = wgmma" in json.dumps(record)
    for function in record["functions"]:
        constants = any(tensor.get("constant") for tensor in function["tensors"])
        for variant in (v for step in function["steps"] for v in step["variants"]):
            kernel = variant["kernel"]
            for fault in sass.find_early_access(code[kernel], constants):
                report(program, kernel, fault)
            schedule = variant["schedule"]
            # ptxas, which a module with family wgmma goes to, mixes loads and arithmetic where nvJitLink does not.
            if "family = simt" not in schedule or "stages" in schedule or mixed:
                continue
            if not sass.has_fence(code[kernel]):
                # A limit on K that the tile covers is a promise that there is no loop.
                limit, tile = re.search(r"max_k = (\d+)", schedule), re.search(r"tile = \[\d+, \d+, (\d+)\]", schedule)
                if limit and int(limit[1]) <= int(tile[1]):
                    report(program, kernel, "has nothing that keeps its loads together")
                continue
            fenced += 1
            for fault in sass.find_faults(code[kernel]):
                report(program, kernel, fault)


for program in map(pathlib.Path, sys.argv[2:]):
    bundle = folder / (program.stem + ".glb")
    # A tile program has no host function, and becomes a cubin only.
    emit = ["--emit=bundle", "-o", str(bundle)] if ".tile" not in program.name else []
    run = subprocess.run(
        ["gl-compile", str(program), "--target=sm_90a", "--explain"] + emit, capture_output=True, text=True, timeout=600
    )
    if run.returncode != 0:
        sys.exit(f"{program}: {run.stderr}")
    if emit:
        check_code(program, bundle.read_bytes())
    for spills in re.findall(r"resources +\d+ registers, \d+ bytes shared, (\d+/\d+) bytes spilled", run.stdout):
        kernels += 1
        if spills != "0/0":
            spilling += 1
            print(f"{program.name}: {spills} bytes spilled")
print(f"{kernels} kernels assembled, {spilling} spill")
print(f"{fenced} of them load first, {faults} faults")
