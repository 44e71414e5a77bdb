// Products of warpgroups, copies by the copy engine, barriers and warp roles as NVVM operations.
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-tensors,tile-lower-epilogue,tile-persist,tile-specialize-warps,tile-overlap-products,tile-take-turns,tile-assign-layouts,tile-allocate-shared),convert-tile-to-nvvm)' --split-input-file | FileCheck %s

// Two warpgroups and one that copies. Panels of 64 bytes: 512 from 8 rows to the next, which is the constant word of the descriptors. Two instructions of 16 deep lie 32 bytes apart.
// The second warpgroup's rows of the left operand begin 64 rows further; the slots are 128 and 64 rows of 64 bytes apart.
// CHECK-LABEL: llvm.func @plain(
// CHECK-SAME: nvvm.maxnreg = 168 : i32, nvvm.reqntid = array<i32: 384>
// CHECK: scf.if
// CHECK: nvvm.mbarrier.init %{{.*}}, %c1_i32
// CHECK: nvvm.mbarrier.init
// CHECK: nvvm.fence.mbarrier.init
// CHECK: scf.if
// CHECK: nvvm.mbarrier.init %{{.*}}, %[[C8:.*]] :
// CHECK-NOT: nvvm.mbarrier.init %{{.*}}, %c1_i32
// CHECK: nvvm.mbarrier.init
// CHECK: nvvm.fence.mbarrier.init
// CHECK: nvvm.barrier0
// CHECK: scf.if
// CHECK-NEXT: nvvm.setmaxregister  decrease 40
// CHECK: scf.if
// CHECK: nvvm.elect.sync
// CHECK-NEXT: scf.if
// CHECK: nvvm.mbarrier.try_wait.parity
// CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %c12288_i32
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %[[DST:.*]], %arg{{[0-9]+}}, %{{.*}}, box[%{{.*}}, %{{.*}}] : !llvm.ptr<7>, !llvm.ptr
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK: } else {
// CHECK-NEXT: nvvm.setmaxregister  increase 232
// CHECK: nvvm.mbarrier.try_wait.parity
// CHECK: %[[GROUP:.*]] = llvm.udiv %{{.*}}, %{{.*}}
// CHECK: %[[HIGH:.*]] = llvm.mlir.constant(-2147483616 : i32)
// CHECK-NEXT: %[[C256:.*]] = llvm.mlir.constant(256 : i32)
// CHECK-NEXT: %[[PART:.*]] = llvm.mul %[[GROUP]], %[[C256]]
// CHECK-NEXT: %[[LOW:.*]] = llvm.add %{{.*}}, %[[PART]]
// CHECK: %[[C512:.*]] = llvm.mlir.constant(512 : i32)
// CHECK-NEXT: %[[SLOT:.*]] = llvm.mul %{{.*}}, %[[C512]]
// CHECK-NEXT: %[[A:.*]] = llvm.add %[[LOW]], %[[SLOT]]
// CHECK: nvvm.wgmma.fence.aligned
// CHECK: %[[WORDS:.*]] = vector.from_elements %[[A]], %[[HIGH]] : vector<2xi32>
// CHECK-NEXT: %[[DA:.*]] = llvm.bitcast %[[WORDS]] : vector<2xi32> to i64
// CHECK: %[[D0:.*]] = nvvm.wgmma.mma_async %[[DA]], %{{.*}}, %{{.*}}, <m = 64, n = 64, k = 16>, D[<f32>, <zero>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>]
// CHECK: %[[C2:.*]] = llvm.mlir.constant(2 : i32)
// CHECK-NEXT: llvm.add %[[A]], %[[C2]]
// CHECK: nvvm.wgmma.mma_async %{{.*}}, %{{.*}}, %[[D0]], <m = 64, n = 64, k = 16>, D[<f32>, <one>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>]
// CHECK-NEXT: nvvm.wgmma.commit.group.sync.aligned
// The sums pass through the wait, so that nothing that reads them moves in front of it.
// CHECK: llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,
// CHECK: scf.if
// CHECK: nvvm.mbarrier.arrive %{{.*}} : !llvm.ptr<3> -> i64
// CHECK: nvvm.wgmma.mma_async {{.*}} D[<f32>, <one>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>]
tile.func @plain(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 64, 32], warps = [8, 1], stages = 2>} grid {
  %c0 = arith.constant 0 : index
  %tile = arith.constant 128 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %tile : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 32 : index
  %tile = arith.constant 128 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %tile : index
  %s = scf.for %k = %c0 to %c256 step %step iter_args(%acc = %zero) -> (tensor<128x64xf32>) {
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<128x32xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x32xbf16>
    %d = tile.dot %a, %b, %acc : tensor<128x32xbf16>, tensor<64x32xbf16>, tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<128x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// Two sets of one warpgroup each, and one that copies: the first warp of the block prepares barriers, warps 8 and following copy, and a warp's number within its set is what tiles are spread
// over. Staging slots are those of all eight warps: two for each.
// CHECK-LABEL: llvm.func @turns(
// CHECK-SAME: nvvm.maxnreg = 168 : i32, nvvm.reqntid = array<i32: 384>
// CHECK: %[[WARP:.*]] = nvvm.shfl.sync
// CHECK: %[[SET:.*]] = arith.divui %[[WARP]], %c4_i32
// CHECK: %[[IN:.*]] = arith.remui %[[WARP]], %c4_i32
// CHECK: arith.cmpi eq, %[[WARP]], %c0_i32
// CHECK: nvvm.mbarrier.init
// CHECK: nvvm.barrier0
// CHECK: arith.cmpi uge, %[[WARP]], %c8_i32
// CHECK: nvvm.setmaxregister  decrease 40
// CHECK: arith.cmpi eq, %[[WARP]], %c8_i32
// CHECK: nvvm.setmaxregister  increase 232
// CHECK: arith.index_castui %[[SET]] : i32 to index
// CHECK: nvvm.mbarrier.try_wait.parity
// CHECK: nvvm.mbarrier.try_wait.parity
// CHECK-NOT: llvm.udiv
// CHECK: nvvm.wgmma.mma_async {{.*}}<m = 64, n = 64, k = 16>, D[<f32>, <zero>]
// CHECK: nvvm.wgmma.commit.group.sync.aligned
// A product is under way in the next step, and its sums pass through nothing before the last wait.
// CHECK-NEXT: nvvm.wgmma.wait.group.sync.aligned 1
// CHECK-NOT: wait_group
// CHECK: nvvm.wgmma.commit.group.sync.aligned
// CHECK-NEXT: nvvm.wgmma.wait.group.sync.aligned 1
// CHECK: nvvm.mbarrier.arrive
// CHECK: nvvm.mbarrier.arrive
// CHECK: llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,
// CHECK: nvvm.mbarrier.arrive
// CHECK-DAG: arith.muli %[[IN]], %c16_i32
// CHECK-DAG: arith.muli %[[WARP]], %c2_i32
// CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta
tile.func @turns(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 3, pingpong = 1>} grid {
  %c0 = arith.constant 0 : index
  %tile = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %tile : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %tile = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %tile : index
  %s = scf.for %k = %c0 to %c256 step %tile iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// 128 rows a warpgroup: two chains of instructions in one group, whose left operands lie 64 rows of 128 bytes apart. The second step's chains start from the sums so far.
// CHECK-LABEL: llvm.func @blocks(
// CHECK-SAME: nvvm.maxnreg = 240 : i32, nvvm.reqntid = array<i32: 256>
// CHECK: nvvm.setmaxregister  decrease 40
// CHECK: nvvm.setmaxregister  increase 240
// CHECK: nvvm.wgmma.fence.aligned
// CHECK: nvvm.wgmma.mma_async {{.*}}<m = 64, n = 32, k = 16>, D[<f32>, <zero>]
// CHECK-COUNT-3: nvvm.wgmma.mma_async {{.*}}D[<f32>, <one>]
// CHECK: llvm.mlir.constant(512 : i32)
// CHECK: nvvm.wgmma.mma_async {{.*}}D[<f32>, <zero>]
// CHECK-COUNT-3: nvvm.wgmma.mma_async {{.*}}D[<f32>, <one>]
// CHECK-NEXT: nvvm.wgmma.commit.group.sync.aligned
// CHECK: nvvm.wgmma.fence.aligned
// CHECK-COUNT-8: nvvm.wgmma.mma_async {{.*}}D[<f32>, <one>]
// CHECK-NEXT: nvvm.wgmma.commit.group.sync.aligned
tile.func @blocks(%x: memref<?x256xbf16>, %w: memref<32x256xbf16>, %y: memref<?x32xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 32, 64], warps = [4, 1], stages = 2>} grid {
  %c0 = arith.constant 0 : index
  %tile = arith.constant 128 : index
  %m = memref.dim %y, %c0 : memref<?x32xf32>
  %g = arith.ceildivui %m, %tile : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %tile = arith.constant 128 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<128x32xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %tile : index
  %s = scf.for %k = %c0 to %c256 step %step iter_args(%acc = %zero) -> (tensor<128x32xf32>) {
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<128x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<32x256xbf16> -> tensor<32x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<128x64xbf16>, tensor<32x64xbf16>, tensor<128x32xf32>
    scf.yield %d : tensor<128x32xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<128x32xf32>, memref<?x32xf32>
  tile.return
}

// -----

// Two warpgroups that share out the columns: the right operand's descriptor moves by 64 columns of 128 bytes with the warpgroup, the left one's does not.
// CHECK-LABEL: llvm.func @columns(
// CHECK: nvvm.setmaxregister  increase 232
// CHECK: %[[GROUP:.*]] = llvm.udiv
// CHECK: llvm.or
// CHECK: llvm.or
// CHECK-NEXT: llvm.mlir.constant(1073741888 : i32)
// CHECK-NEXT: %[[C512:.*]] = llvm.mlir.constant(512 : i32)
// CHECK-NEXT: llvm.mul %[[GROUP]], %[[C512]]
// CHECK: nvvm.wgmma.mma_async {{.*}}<m = 64, n = 64, k = 16>
tile.func @columns(%x: memref<?x256xbf16>, %w: memref<128x256xbf16>, %y: memref<?x128xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 128, 64], warps = [4, 2], stages = 2>} grid {
  %c0 = arith.constant 0 : index
  %tile = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x128xf32>
  %g = arith.ceildivui %m, %tile : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %tile = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %tile : index
  %s = scf.for %k = %c0 to %c256 step %step iter_args(%acc = %zero) -> (tensor<64x128xf32>) {
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<128x256xbf16> -> tensor<128x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<128x64xbf16>, tensor<64x128xf32>
    scf.yield %d : tensor<64x128xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x128xf32>, memref<?x128xf32>
  tile.return
}

// -----

// A weight (K, N): its rows run across K, and its panels of 64 columns lie 64 rows of 128 bytes apart, which is in the low word. 16 deep are 16 rows.
// CHECK-LABEL: llvm.func @across(
// CHECK: nvvm.setmaxregister  increase
// CHECK: llvm.mlir.constant(33554432 : i32)
// CHECK: %[[LOW:.*]] = llvm.add
// CHECK: nvvm.wgmma.mma_async {{.*}}<m = 64, n = 128, k = 16>, D[<f32>, <zero>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <row>]
// CHECK: llvm.mlir.constant(2 : i32)
// CHECK: llvm.mlir.constant(128 : i32)
// CHECK: nvvm.wgmma.mma_async {{.*}}D[<f32>, <one>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <row>]
tile.func @across(%x: memref<?x256xbf16>, %w: memref<256x128xbf16>, %y: memref<?x128xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 128, 64], warps = [4, 1], stages = 2>} grid {
  %c0 = arith.constant 0 : index
  %tile = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x128xf32>
  %g = arith.ceildivui %m, %tile : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %tile = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %tile : index
  %s = scf.for %k = %c0 to %c256 step %step iter_args(%acc = %zero) -> (tensor<64x128xf32>) {
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] map affine_map<(n, k) -> (k, n)> : memref<256x128xbf16> -> tensor<128x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<128x64xbf16>, tensor<64x128xf32>
    scf.yield %d : tensor<64x128xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x128xf32>, memref<?x128xf32>
  tile.return
}

// -----

// Rows of the left operand across K.
// CHECK-LABEL: llvm.func @left_across(
// CHECK: nvvm.wgmma.mma_async {{.*}}D[<f32>, <zero>], A[<f16>, <one>, <col>], B[<f16>, <one>, <col>]
tile.func @left_across(%x: memref<256x?xf16>, %w: memref<64x256xf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c0 = arith.constant 0 : index
  %tile = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %tile : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %tile = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %tile : index
  %s = scf.for %k = %c0 to %c256 step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %x[%r, %k] map affine_map<(m, k) -> (k, m)> : memref<256x?xf16> -> tensor<64x64xf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xf16> -> tensor<64x64xf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// Eight f32 are as deep as 16 elements of half the size.
// CHECK-LABEL: llvm.func @tf32(
// CHECK: nvvm.wgmma.mma_async {{.*}}<m = 64, n = 64, k = 8>, D[<f32>, <zero>], A[<tf32>, <one>, <row>], B[<tf32>, <one>, <col>]
tile.func @tf32(%x: memref<?x256xf32>, %w: memref<64x256xf32>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 32], warps = [4, 1], stages = 2>} grid {
  %c0 = arith.constant 0 : index
  %tile = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %tile : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 32 : index
  %tile = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %tile : index
  %s = scf.for %k = %c0 to %c256 step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %x[%r, %k] : memref<?x256xf32> -> tensor<64x32xf32>
    %b = tile.load %w[%c0, %k] : memref<64x256xf32> -> tensor<64x32xf32>
    %d = tile.dot %a, %b, %acc {precision = #gl.precision<tf32>} : tensor<64x32xf32>, tensor<64x32xf32>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// Operands that change places: 64 rows of the weight by 16 of the other. Results lie along M in pairs, and go to memory one by one.
// CHECK-LABEL: llvm.func @swapped(
// CHECK: nvvm.wgmma.mma_async {{.*}}<m = 64, n = 16, k = 16>, D[<f32>, <zero>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>]
// CHECK-NOT: nvvm.cp.async.bulk.tensor.global
// CHECK: llvm.store
tile.func @swapped(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [16, 64, 64], warps = [1, 4], stages = 2, swap = 1>} grid {
  %c0 = arith.constant 0 : index
  %tile = arith.constant 16 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %tile : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %tile = arith.constant 16 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %tile : index
  %s = scf.for %k = %c0 to %c256 step %step iter_args(%acc = %zero) -> (tensor<16x64xf32>) {
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<16x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<16x64xbf16>, tensor<64x64xbf16>, tensor<16x64xf32>
    scf.yield %d : tensor<16x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<16x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// With a weight (K, N), too: the left operand is the one whose rows run across K.
// CHECK-LABEL: llvm.func @swapped_across(
// CHECK: nvvm.wgmma.mma_async {{.*}}<m = 64, n = 16, k = 16>, D[<f32>, <zero>], A[<bf16>, <one>, <col>], B[<bf16>, <one>, <col>]
tile.func @swapped_across(%x: memref<?x256xbf16>, %w: memref<256x64xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [16, 64, 64], warps = [1, 4], stages = 2, swap = 1>} grid {
  %c0 = arith.constant 0 : index
  %tile = arith.constant 16 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %tile : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %tile = arith.constant 16 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %tile : index
  %s = scf.for %k = %c0 to %c256 step %step iter_args(%acc = %zero) -> (tensor<16x64xf32>) {
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<16x64xbf16>
    %b = tile.load %w[%c0, %k] map affine_map<(n, k) -> (k, n)> : memref<256x64xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<16x64xbf16>, tensor<64x64xbf16>, tensor<16x64xf32>
    scf.yield %d : tensor<16x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<16x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// Results of 16 bits: a box of 16 x 64 is four times four matrices of 8 x 8. A warp fills both of its slots, once the engine has read what was in them, and shows them to it by one fence.
// CHECK-LABEL: llvm.func @matrices(
// CHECK: nvvm.setmaxregister  increase
// CHECK: nvvm.cp.async.bulk.wait_group 0 {read}
// CHECK: nvvm.bar.warp.sync
// CHECK-COUNT-8: nvvm.stmatrix {{.*}} : {{.*}}i32, i32, i32, i32
// CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
// CHECK-NEXT: nvvm.bar.warp.sync
// CHECK-NEXT: scf.if
// CHECK-COUNT-2: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK-NEXT: nvvm.cp.async.bulk.commit.group
// CHECK: nvvm.cp.async.bulk.wait_group 0 {read}
tile.func @matrices(%x: memref<?x256xbf16>, %w: memref<128x256xbf16>, %y: memref<?x128xbf16> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 128, 64], warps = [4, 1], stages = 2>} grid {
  %c0 = arith.constant 0 : index
  %tile = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x128xbf16>
  %g = arith.ceildivui %m, %tile : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %tile = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %tile : index
  %s = scf.for %k = %c0 to %c256 step %step iter_args(%acc = %zero) -> (tensor<64x128xf32>) {
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<128x256xbf16> -> tensor<128x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<128x64xbf16>, tensor<64x128xf32>
    scf.yield %d : tensor<64x128xf32>
  }
  %t = arith.truncf %s : tensor<64x128xf32> to tensor<64x128xbf16>
  tile.store %t, %y[%r, %c0] : tensor<64x128xbf16>, memref<?x128xbf16>
  tile.return
}

// -----

// A warp with one box fills the first of its slots only.
// CHECK-LABEL: llvm.func @one_box(
// CHECK: nvvm.cp.async.bulk.wait_group 0 {read}
// CHECK: nvvm.stmatrix
// CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK-NOT: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK: nvvm.cp.async.bulk.wait_group 0 {read}
tile.func @one_box(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xbf16> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c0 = arith.constant 0 : index
  %tile = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xbf16>
  %g = arith.ceildivui %m, %tile : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %tile = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %tile : index
  %s = scf.for %k = %c0 to %c256 step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %t = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xbf16>
  tile.store %t, %y[%r, %c0] : tensor<64x64xbf16>, memref<?x64xbf16>
  tile.return
}

// -----

// Results of 32 bits: pairs of neighbours.
// CHECK-LABEL: llvm.func @pairs(
// CHECK: nvvm.cp.async.bulk.wait_group 0 {read}
// CHECK-NOT: nvvm.stmatrix
// CHECK-COUNT-16: llvm.store %{{.*}} {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
// CHECK: nvvm.fence.proxy
tile.func @pairs(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c0 = arith.constant 0 : index
  %tile = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %tile : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %tile = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %tile : index
  %s = scf.for %k = %c0 to %c256 step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// Rows that the engine cannot write are stored from registers, and nothing is waited for.
// CHECK-LABEL: llvm.func @odd(
// CHECK-NOT: nvvm.cp.async.bulk.wait_group
// CHECK-NOT: nvvm.cp.async.bulk.tensor.global
// CHECK: llvm.store {{.*}} !llvm.ptr<1>
tile.func @odd(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x63xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c0 = arith.constant 0 : index
  %tile = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x63xf32>
  %g = arith.ceildivui %m, %tile : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %tile = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %tile : index
  %s = scf.for %k = %c0 to %c256 step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x63xf32>
  tile.return
}
