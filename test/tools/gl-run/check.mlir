// Compile, run, compare, time: on the CPU, from MLIR and from a bundle.
// RUN: gl-run %s --device=cpu --function=main --check | FileCheck %s --check-prefix=PLAIN
// RUN: gl-run %s --device=cpu --function=main --check --bench --repeat=3 --threads=1 | FileCheck %s --check-prefix=BENCH
// RUN: gl-run %s --device=cpu --function=main --exact --input=randint:-2:2 --input=randint:-2:2 --input=randint:-8:8 | FileCheck %s --check-prefix=EXACT

// RUN: gl-run %s --device=cpu --function=main --explain | FileCheck %s --check-prefix=EXPLAIN

// A bar that is missed is status 1, and nothing is written.
// RUN: rm -f %t.npy
// RUN: not gl-run %s --device=cpu --function=main --check --tolerance=0 --output=%t.npy 2>&1 | FileCheck %s --check-prefix=MISS
// RUN: not gl-run %s --device=cpu --function=main --check --max-abs=1e-12 --output=%t.npy 2>&1 | FileCheck %s --check-prefix=MAXABS
// RUN: not gl-run %s --device=cpu --function=main --exact --output=%t.npy 2>&1 | FileCheck %s --check-prefix=INEXACT
// RUN: not gl-run %s --device=cpu --function=main --expect-steps=2 --output=%t.npy 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: not gl-run %s --device=cpu --function=main --result=@strides=0,1 --output=%t.npy 2>&1 | FileCheck %s --check-prefix=OVERLAP
// RUN: not ls %t.npy

// A bundle runs without the compiler. Compared with another program than its own it fails.
// RUN: gl-compile %s --target=cpu --emit=bundle -o %t.glb
// RUN: gl-run %t.glb --function=main --reference=%s --check | FileCheck %s --check-prefix=BUNDLE
// RUN: not gl-run %t.glb --function=main --check 2>&1 | FileCheck %s --check-prefix=NOREF
// RUN: not gl-run %t.glb --function=main --device=cuda:0 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not gl-run %t.glb --function=nothing 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: sed 's/<relu>/<silu>/' %s > %t.other.mlir
// RUN: not gl-run %t.glb --function=activated --reference=%t.other.mlir --check 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: head -c 200 %t.glb > %t.cut.glb
// RUN: not gl-run %t.cut.glb 2>&1 | FileCheck %s --check-prefix=CUT

// The same result for any number of threads.
// RUN: gl-run %s --device=cpu --function=main --threads=1 --output=%t.1.npy
// RUN: gl-run %s --device=cpu --function=main --threads=7 --output=%t.7.npy
// RUN: cmp %t.1.npy %t.7.npy

// PLAIN: device: cpu
// PLAIN: fused: 1 of 1 gathers, concats and transposes; 1 product of 1 segment from 1 tensor
// PLAIN: step 0: variant {{.+}}, kernel {{.+}}, grid {{[0-9]+x[0-9]+x[0-9]+}}, #gl.schedule<family = cpu
// PLAIN: check: PASS rel_fro={{[0-9.e-]+}} max_abs={{[0-9.e-]+}} bar=1e-06
// BENCH: check: PASS
// BENCH: time: median {{[0-9.]+}} us, min {{[0-9.]+}} us, max {{[0-9.]+}} us of 3 runs
// EXACT: check: PASS rel_fro=0 max_abs=0 bar=0 exact
// EXPLAIN: check.mlir:{{[0-9]+}}:8: remark: {{.*}}the product reads 1
// MISS: check: FAIL rel_fro={{[1-9].*}} bar=0
// MISS: error: result0 misses the bar: the largest error is at ({{[0-9]+, [0-9]+}}): got {{.*}}, expected
// MAXABS: the bar for max_abs is 1e-12
// INEXACT: result0 misses the bar: {{[0-9]+}} of 672 elements differ, the first at (
// STEPS: error: the function has 1 steps, expected 2
// OVERLAP: error: {{.*}}result0{{.*}}memory
// BUNDLE: check: PASS
// NOREF: --check needs --reference=FILE when the program is a bundle
// DEVICE: the bundle is for cpu, the device is a GPU
// NAME: nothing
// OTHER: check: FAIL
// CUT: error: {{.*}}cut.glb: {{.*}}
func.func @main(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) -> tensor<12x56xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<12x128xf32>, tensor<56x128xf32>, tensor<56xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}

func.func @activated(%x: tensor<12x32xf32>, %w: tensor<56x32xf32>) -> tensor<12x56xf32> {
  %y = gl.matmul_bias %x, %w {activation = #gl.activation<relu>} : tensor<12x32xf32>, tensor<56x32xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}
