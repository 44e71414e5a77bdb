// The record of a kernel for a GPU is of what is launched: its block, and the shared memory that level 3 gave it.

// RUN: split-file %s %t
// RUN: gl-compile %t/staged.mlir --target=sm_90a --no-cubin -o %t.bundle
// RUN: %python %S/Inputs/record.py %t.bundle | FileCheck %t/staged.mlir
// RUN: gl-compile %t/unscheduled.mlir --target=sm_90a --no-cubin -o %t.bundle
// RUN: %python %S/Inputs/record.py %t.bundle | FileCheck %t/unscheduled.mlir

//--- staged.mlir
// CHECK: variant v8c kernel main_0_v8c
// CHECK: block [128, 1, 1]
// CHECK-NEXT: shared_bytes 24576
func.func @main(%x: tensor<256x192xbf16>, %w: tensor<320x192xbf16>) -> tensor<256x320xbf16> {
  %y = gl.fused_matmul lhs(%x : tensor<256x192xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<320x192xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins() maps []
      -> tensor<256x320xbf16> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], vector = 8, stages = 3>]} epilogue {
  ^bb0(%acc: f32):
    %r = arith.truncf %acc : f32 to bf16
    gl.yield %r : bf16
  }
  return %y : tensor<256x320xbf16>
}

//--- unscheduled.mlir
// A kernel written without a schedule has the one that level 3 gave it.
// CHECK: block [128, 1, 1]
// CHECK-NEXT: shared_bytes 0
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = tile.launch [@k] (%x) [] : (tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
tile.func @k(%x: memref<8xf32>, %y: memref<8xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}
