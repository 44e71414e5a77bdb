// The warps that fill slots, and products of tf32x3, as NVVM operations.
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-tensors,tile-lower-epilogue,tile-persist,tile-specialize-warps,tile-overlap-products,tile-assign-layouts,tile-allocate-shared),convert-tile-to-nvvm)' --split-input-file | FileCheck %s

// Warps 0 to 3 multiply, 4 to 7 have the thread that copies, and 8 to 11 fill, of which place and number are counted from 8. 12 warps start with 168 registers each.
// CHECK-LABEL: llvm.func @words(
// CHECK-SAME: nvvm.maxnreg = 168 : i32, nvvm.reqntid = array<i32: 384>
// CHECK: %[[WARP:.*]] = nvvm.shfl.sync
// CHECK: arith.cmpi uge, %[[WARP]], %c4_i32
// CHECK: arith.cmpi uge, %[[WARP]], %c8_i32
// CHECK: nvvm.setmaxregister  increase 224
// CHECK: arith.subi %[[WARP]], %c8_i32
// 64 rows of 128 bytes by 4 bytes a lane: 16 rows a warp.
// CHECK: nvvm.mbarrier.try_wait.parity
// CHECK-COUNT-16: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 4, cache = ca
// CHECK-NOT: nvvm.cp.async.shared.global
// CHECK: nvvm.cp.async.mbarrier.arrive %{{.*}} {noinc = true}
// CHECK: nvvm.setmaxregister  decrease 40
// The relay is the second warp of the copying warpgroup.
// CHECK: %[[RELAYS:.*]] = arith.cmpi eq, %[[WARP]], %c5_i32
// CHECK: scf.if %[[RELAYS]]
// CHECK: nvvm.mbarrier.try_wait.parity
// CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
// CHECK: nvvm.bar.warp.sync
// CHECK: nvvm.mbarrier.arrive
// CHECK: arith.cmpi eq, %[[WARP]], %c4_i32
// CHECK: nvvm.elect.sync
// CHECK: nvvm.setmaxregister  increase 240
// CHECK: nvvm.wgmma.mma_async
tile.func @words(%x: memref<?x66xbf16, strided<[66, 1]>> {tile.facts = #tile.facts<align = 4, strides = [1, 1], dims = [1, 1]>}, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], vector = 2, stages = 3, fill_warps = 4>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %s = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %x[%r, %k] : memref<?x66xbf16, strided<[66, 1]>> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// The low part is what 13 bits leave. Each depth of 8 has three instructions, of which the first starts from zero and the last two have the high parts; what they made is added where it is waited for.
// CHECK-LABEL: llvm.func @low_parts(
// CHECK: arith.constant dense<-8192> : vector<16xi32>
// CHECK: %[[HIGH:.*]] = arith.andi %{{.*}}, %{{.*}} : vector<16xi32>
// CHECK: %[[F:.*]] = arith.bitcast %[[HIGH]] : vector<16xi32> to vector<16xf32>
// CHECK: arith.subf %{{.*}}, %[[F]] : vector<16xf32>
// CHECK: nvvm.setmaxregister  increase 240
// CHECK: nvvm.wgmma.mma_async {{.*}}<m = 64, n = 64, k = 8>, D[<f32>, <zero>]
// CHECK-COUNT-11: nvvm.wgmma.mma_async {{.*}}<m = 64, n = 64, k = 8>, D[<f32>, <one>]
// CHECK-NOT: nvvm.wgmma.mma_async
// CHECK: nvvm.wgmma.commit.group.sync.aligned
// CHECK: wgmma.wait_group.sync.aligned 0;
// CHECK: nvvm.wgmma.mma_async {{.*}}D[<f32>, <zero>]
// CHECK: wgmma.wait_group.sync.aligned 0; add.rn.f32
tile.func @low_parts(%x: memref<?x256xf32>, %w: memref<64x256xf32>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 32], warps = [4, 1], stages = 3, fill_warps = 4>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %s = scf.for %k = %c0 to %c256 step %c32 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %x[%r, %k] : memref<?x256xf32> -> tensor<64x32xf32>
    %b = tile.load %w[%c0, %k] : memref<64x256xf32> -> tensor<64x32xf32>
    %d = tile.dot %a, %b, %acc {precision = #gl.precision<tf32x3>} : tensor<64x32xf32>, tensor<64x32xf32>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}
