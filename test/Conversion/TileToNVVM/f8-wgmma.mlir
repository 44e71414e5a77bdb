// RUN: gl-opt %s --convert-gl-to-tile --canonicalize --cse --tile-stage-tensors --tile-lower-epilogue --tile-persist --tile-specialize-warps \
// RUN:   --tile-stage-loads --tile-pipeline --tile-assign-layouts --tile-allocate-shared --convert-tile-to-nvvm --canonicalize | FileCheck %s

// f8 by wgmma, whose sums of 128 elements are added to those in f32 where they are waited for: a warpgroup's 128 x 128 of results, of which a group
// of instructions makes 64 x 128. The first step has nothing to add to. All later groups have the same registers.

// CHECK: llvm.func @warpgroups_0_wg_v16c(
// CHECK-COUNT-4: nvvm.wgmma.mma_async %{{.*}}, %{{.*}}, %{{.*}}, <m = 64, n = 128, k = 32>, D[<f32>, <{{zero|one}}>], A[<e4m3>, <one>, <row>], B[<e4m3>, <one>, <col>]
// CHECK: nvvm.wgmma.commit.group.sync.aligned
// CHECK: llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,
// CHECK-COUNT-4: nvvm.wgmma.mma_async
// CHECK: llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,
// CHECK: scf.for
// CHECK: nvvm.wgmma.fence.aligned
// CHECK: %[[FIRST:.*]] = nvvm.wgmma.mma_async %{{.*}}, %{{.*}}, %{{.*}}, <m = 64, n = 128, k = 32>, D[<f32>, <zero>]
// CHECK: %[[SECOND:.*]] = nvvm.wgmma.mma_async %{{.*}}, %{{.*}}, %[[FIRST]], <m = 64, n = 128, k = 32>, D[<f32>, <one>]
// CHECK: %[[THIRD:.*]] = nvvm.wgmma.mma_async %{{.*}}, %{{.*}}, %[[SECOND]], <m = 64, n = 128, k = 32>, D[<f32>, <one>]
// CHECK: %[[LAST:.*]] = nvvm.wgmma.mma_async %{{.*}}, %{{.*}}, %[[THIRD]], <m = 64, n = 128, k = 32>, D[<f32>, <one>]
// CHECK: nvvm.wgmma.commit.group.sync.aligned
// CHECK: llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0; add.rn.f32 $0, $0, $128; add.rn.f32 $1, $1, $129;
// CHECK: nvvm.wgmma.fence.aligned
// CHECK: nvvm.wgmma.mma_async %{{.*}}, %{{.*}}, %[[LAST]], <m = 64, n = 128, k = 32>, D[<f32>, <zero>]
// CHECK-COUNT-3: nvvm.wgmma.mma_async
// CHECK-NOT: nvvm.wgmma.mma_async
// CHECK: llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0; add.rn.f32
// CHECK-NOT: arith.addf
func.func @warpgroups(%x: tensor<1024x512xf8E4M3FN>, %w: tensor<1024x512xf8E4M3FN>) -> tensor<1024x1024xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<1024x512xf8E4M3FN>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<1024x512xf8E4M3FN>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<1024x1024xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = wgmma, tile = [256, 128, 128], warps = [8, 1], vector = 16, stages = 3>,
                                 #gl.schedule<family = mma, tile = [32, 32, 32], warps = [2, 2], stages = 2>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<1024x1024xf32>
}
