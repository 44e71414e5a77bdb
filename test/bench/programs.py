# The compiler takes the programs of all cases that the benchmark has, and cases that are none are refused.
#
# RUN: %python %s %gl_src_root %t | FileCheck %s
# RUN: not %python %gl_src_root/bench/cases.py --program f64:1,2,3,4 2>&1 | FileCheck %s --check-prefix=KIND
# RUN: not %python %gl_src_root/bench/cases.py --program f32:1,2,3 2>&1 | FileCheck %s --check-prefix=SIZES
# RUN: not %python %gl_src_root/bench/cases.py --program f32:1,2,0,4 2>&1 | FileCheck %s --check-prefix=ZERO
#
# CHECK: {{^}}compiled {{[1-9][0-9]+}} programs{{$}}
# KIND: 'f64:1,2,3,4': the kind must be one of f32, tf32, tf32x3, f16, bf16, f8
# SIZES: 'f32:1,2,3': expected four sizes R,B,H,N after the kind
# ZERO: 'f32:1,2,0,4': every size must be at least 1

import os
import subprocess
import sys

root, folder = sys.argv[1:3]
sys.path.insert(0, os.path.join(root, "bench"))
sys.dont_write_bytecode = True
import cases  # noqa: E402

os.makedirs(folder, exist_ok=True)
source = os.path.join(folder, "program.mlir")
programs = dict.fromkeys(case.program(dynamic) for case in cases.cases_of("all") for dynamic in (False, "batch", True))
for program in programs:
    with open(source, "w") as file:
        file.write(program)
    subprocess.run(["gl-compile", source, "--emit=tile", "--target=sm_90a", "-o", os.devnull], check=True)
print(f"compiled {len(programs)} programs")
