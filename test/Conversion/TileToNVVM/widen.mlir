// RUN: gl-opt %s --convert-gl-to-tile --canonicalize --cse --tile-to-nvvm | FileCheck %s

// The halves of a word of two bf16 are upper halves of f32: a shift and a mask for each word of each operand, of 16 elements here, and no conversion.
// The bias, a single element, is converted.

// CHECK: llvm.func @bf16_0_v8c(
// CHECK-DAG: %[[SIXTEEN:.*]] = llvm.mlir.constant(dense<16> : vector<8xi32>)
// CHECK-DAG: %[[HIGH:.*]] = llvm.mlir.constant(dense<-65536> : vector<8xi32>)
// CHECK-NOT: llvm.fpext
// CHECK: %[[X:.*]] = llvm.bitcast %{{.*}} : vector<16xbf16> to vector<8xi32>
// CHECK: llvm.shl %[[X]], %[[SIXTEEN]]
// CHECK: llvm.and %[[X]], %[[HIGH]]
// CHECK: llvm.shufflevector %{{.*}} [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15]
// CHECK: %[[W:.*]] = llvm.bitcast %{{.*}} : vector<16xbf16> to vector<8xi32>
// CHECK: llvm.shl %[[W]], %[[SIXTEEN]]
// CHECK: llvm.and %[[W]], %[[HIGH]]
// CHECK: llvm.intr.fma
// CHECK: llvm.fpext %{{.*}} : vector<1xbf16> to vector<1xf32>
// CHECK: llvm.return
func.func @bf16(%x: tensor<8x128xbf16>, %w: tensor<16x128xbf16>, %bias: tensor<16xbf16>) -> tensor<8x16xbf16> {
  %y = gl.fused_matmul lhs(%x : tensor<8x128xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<16x128xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins(%bias : tensor<16xbf16>) maps [affine_map<(m, n)[N] -> (n)>] -> tensor<8x16xbf16> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = simt, tile = [2, 8, 128], warps = [2, 2], lanes = [1, 4, 8], vector = 8>]} epilogue {
    ^bb0(%acc: f32, %b: bf16):
      %0 = arith.extf %b : bf16 to f32
      %1 = arith.addf %acc, %0 : f32
      %2 = arith.truncf %1 : f32 to bf16
      gl.yield %2 : bf16
  }
  return %y : tensor<8x16xbf16>
}
