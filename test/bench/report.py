# The benchmark's table, from made-up times: which figure is bold, which peer is the best, what sets the floor, and the notes.
#
# RUN: %python %s %gl_src_root | FileCheck %s
#
# CHECK:      | case (R,B,H,N) | gl | gl batch | gl dynamic | cat + linear | Triton | *GEMM only* | *copy* | best peer | best peer / gl | floor | gl / floor | error of gl |
# CHECK-NEXT: |---|---:|---:|---:|---:|---:|---:|---:|---|---:|---:|---:|---:|
#             The smallest figure is a part's, which is neither bold nor a peer.
# CHECK-NEXT: | f32 (4,12,32,56) | **1.250** | 1.300 | 1.500 | 3.500 | 1.500 | 0.750 | 0.600 | Triton | 1.20 | 0.500 (launch) | 2.50 | 8.0e-08 |
#             2 * 1000 * 1000 * 952 / 800e12 s; a peer wins; gl's rounds are too far apart.
# CHECK-NEXT: | bf16 (7,1000,136,1000) | 12.00~ | 13.00 | 15.00 | **9.500** | – | 7.300 | 1.900 | cat + linear | 0.79 | 2.380 (FLOPs) | 5.04 | 1.6e-03 |
#             134266880 bytes / 4e12; gl has failed.
# CHECK-NEXT: | bf16 (8,1,1024,8192) | – | – | **33.50** | 1234 | – | 150.2 | 33.00 | cat + linear | – | 33.57 (bytes) | – | – |
# CHECK-NEXT: | f32 (1,1,1,1) | – | – | – | – | – | – | – | – | – | 0.500 (launch) | – | – |
# CHECK-NEXT: - ~: the rounds of this figure differ by more than 5%.
# CHECK-NEXT: - Triton: does not apply: bf16 (7,1000,136,1000), bf16 (8,1,1024,8192)
# CHECK-NEXT: - gl: wrong: bf16 (8,1,1024,8192)

import os
import sys

sys.path.insert(0, os.path.join(sys.argv[1], "bench"))
sys.dont_write_bytecode = True
sys.stdout.reconfigure(encoding="utf-8")
from cases import Case  # noqa: E402
from report import Ceilings, Figure, Report  # noqa: E402

table = Report(["copy", "GEMM only", "Triton", "cat + linear", "gl", "gl batch", "gl dynamic"])
ceilings = Ceilings({"f32": 50.0, "bf16": 800.0}, tb_per_s=4.0, launch_us=0.5)


def row(spec, error, spread=0.0, **times):
    names = {"dynamic": "gl dynamic", "batch": "gl batch", "cat": "cat + linear", "gemm": "GEMM only", "triton": "Triton"}
    figures = {names.get(name, name): Figure(us, spread if name == "gl" else 0.0) for name, us in times.items()}
    return table.row(Case.parse(spec), figures, ceilings, error)


print(table.header())
print(row("f32:4,12,32,56", 8e-8, gl=1.25, batch=1.3, dynamic=1.5, cat=3.5, triton=1.5, gemm=0.75, copy=0.6))
wide, deep = Case.parse("bf16:7,1000,136,1000"), Case.parse("bf16:8,1,1024,8192")
print(row(wide.spec, 1.6e-3, 0.07, gl=12.0, batch=13.0, dynamic=15.0, cat=9.5, gemm=7.3, copy=1.9))
print(row(deep.spec, None, dynamic=33.5, cat=1234.4, gemm=150.2, copy=33.0))
print(row("f32:1,1,1,1", None))
table.note(wide, "Triton", "does not apply")
table.note(deep, "Triton", "does not apply")
table.note(deep, "gl", "wrong")
print(table.footer())
