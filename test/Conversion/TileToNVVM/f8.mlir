// RUN: gl-opt %s --convert-gl-to-tile --canonicalize --cse --tile-to-nvvm --split-input-file | FileCheck %s

// Operands of 8 bits. The first variant of each, for contiguous operands, is looked at; the last relies on nothing.

// Through shared memory they go as bytes, 16 at a time, and ldmatrix takes words of 4. A warp's 16 x 16 of results: an instruction's 16 x 32 of lhs and two
// of 8 x 32 of rhs are 16 pairs, converted once each; each depth of 32 is two products of f16. The scale is one element without coordinates.

// CHECK: llvm.func @tensor_cores_0_v16c({{.*}} attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>}
// CHECK-COUNT-4: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg
// CHECK-COUNT-2: nvvm.ldmatrix %{{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32
// CHECK: llvm.bitcast %{{.*}} : i32 to vector<4xi8>
// CHECK-NOT: nvvm.convert
// CHECK: llvm.br ^[[HEAD:bb[0-9]+]](
// CHECK: ^[[HEAD]](%{{.*}}: i64, %{{.*}}: vector<8xf32>, %{{.*}}: vector<16xi8>, %{{.*}}: vector<16xi8>, %{{.*}}: i64):
// CHECK-COUNT-16: nvvm.convert.f8x2.to.f16x2 %{{.*}} : vector<2xi8>(f8E4M3FN) -> vector<2xf16>
// CHECK-NOT: nvvm.convert
// CHECK-COUNT-4: nvvm.mma.sync {{.*}} shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32)
// CHECK-NOT: nvvm.mma.sync
// CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> f32
// CHECK-NOT: llvm.load
// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<1>
// A byte is loaded into a register of 16 bits.
// CHECK: llvm.func @tensor_cores_0_any
// CHECK: llvm.inline_asm has_side_effects "mov.b16 $0, 0; @$2 ld.global.b8 $0, [$1];", "=&h,l,b" %{{.*}}, %{{.*}} : (!llvm.ptr<1>, i1) -> i16
// CHECK: llvm.trunc %{{.*}} : i16 to i8
// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 4 : i64} : vector<4xi8>, !llvm.ptr<3>
func.func @tensor_cores(%x: tensor<256x256xf8E4M3FN>, %w: tensor<128x256xf8E4M3FN>, %s: tensor<f32>) -> tensor<256x128xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<256x256xf8E4M3FN>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<128x256xf8E4M3FN>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins(%s : tensor<f32>) maps [affine_map<(m, n) -> ()>] -> tensor<256x128xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = mma, tile = [32, 32, 32], warps = [2, 2], vector = 16, stages = 3>]} epilogue {
    ^bb0(%acc: f32, %scale: f32):
      %0 = arith.mulf %acc, %scale : f32
      gl.yield %0 : f32
  }
  return %y : tensor<256x128xf32>
}

// -----

// Straight into registers, 16 at a time; products are of f32, and a thread's one result is made as four sums.

// CHECK: llvm.func @registers_0_v16c(
// CHECK-COUNT-2: ld.global.v4.b32 {$0, $1, $2, $3}, [$4];"
// CHECK-COUNT-16: nvvm.convert.f8x2.to.f16x2 %{{.*}} : vector<2xi8>(f8E5M2) -> vector<2xf16>
// CHECK-NOT: nvvm.convert
// CHECK: llvm.intr.fma(%{{.*}}, %{{.*}}, %{{.*}}) : (f32, f32, f32) -> f32
// CHECK-COUNT-3: llvm.fmul %{{.*}}, %{{.*}} : f32
// CHECK-COUNT-12: llvm.intr.fma(%{{.*}}, %{{.*}}, %{{.*}}) : (f32, f32, f32) -> f32
// CHECK-NOT: llvm.intr.fma
// CHECK-COUNT-3: llvm.fadd %{{.*}}, %{{.*}} : f32
// CHECK: nvvm.shfl.sync
func.func @registers(%x: tensor<8x128xf8E5M2>, %w: tensor<16x128xf8E5M2>) -> tensor<8x16xbf16> {
  %y = gl.fused_matmul lhs(%x : tensor<8x128xf8E5M2>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<16x128xf8E5M2>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<8x16xbf16> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = simt, tile = [2, 8, 128], warps = [2, 2], lanes = [1, 4, 8], vector = 16>]} epilogue {
    ^bb0(%acc: f32):
      %0 = arith.truncf %acc : f32 to bf16
      gl.yield %0 : bf16
  }
  return %y : tensor<8x16xbf16>
}
