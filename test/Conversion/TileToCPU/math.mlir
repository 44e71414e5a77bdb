// Arithmetic in place of functions: nothing is left that a processor without the instruction calls libm for.
// RUN: gl-opt %s --convert-tile-to-cpu --canonicalize --cse | FileCheck %s
// RUN: gl-opt %s --tile-to-cpu | mlir-translate --mlir-to-llvmir | opt -O3 -mcpu=x86-64 -mtriple=x86_64-unknown-linux-gnu \
// RUN:   | llc -mcpu=x86-64 -relocation-model=pic | FileCheck %s --check-prefix=ASM

// ASM-NOT: call{{q?}} {{(erff|tanhf|expf|fmaf|floorf|roundevenf|memrefCopy|__truncsfbf2)}}

// Chains of element-wise operations are one loop, over the tile that was loaded.
// CHECK-LABEL: func.func @gelu
// CHECK: llvm.call @malloc
// CHECK-NOT: llvm.call @malloc
// CHECK-NOT: math.{{exp|erf|fma|floor|round}}
// CHECK: math.copysign
// CHECK: return
tile.func @gelu(%x: memref<?xf32>, %y: memref<?xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %half = arith.constant dense<0.5> : tensor<64xf32>
  %one = arith.constant dense<1.0> : tensor<64xf32>
  %root = arith.constant dense<0.70710678> : tensor<64xf32>
  %v = tile.load %x[%c0] : memref<?xf32> -> tensor<64xf32>
  %s = arith.mulf %v, %root : tensor<64xf32>
  %e = math.erf %s : tensor<64xf32>
  %p = arith.addf %e, %one : tensor<64xf32>
  %h = arith.mulf %p, %half : tensor<64xf32>
  %g = arith.mulf %h, %v : tensor<64xf32>
  tile.store %g, %y[%c0] : tensor<64xf32>, memref<?xf32>
  tile.return
}

// Each operation on bf16 rounds its result: 1.0078125 * 1.0078125 + x is not contracted.
// CHECK-LABEL: func.func @narrow
// CHECK: %[[P:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK: %[[R:.*]] = arith.truncf %[[P]] : f32 to bf16
// CHECK: arith.extf %[[R]] : bf16 to f32
// CHECK: arith.addf
tile.func @narrow(%x: memref<?xbf16>, %y: memref<?xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %v = tile.load %x[%c0] : memref<?xbf16> -> tensor<64xbf16>
  %s = arith.mulf %v, %v : tensor<64xbf16>
  %a = arith.addf %s, %v : tensor<64xbf16>
  %t = math.tanh %a : tensor<64xbf16>
  %f = math.floor %t : tensor<64xbf16>
  tile.store %f, %y[%c0] : tensor<64xbf16>, memref<?xbf16>
  tile.return
}
