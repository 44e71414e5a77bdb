// Slots that the programs of a cluster fill for each other: each program's threads a part of the rows, which then goes on to the others.
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-tensors,tile-persist,tile-specialize-warps,canonicalize,cse))' --split-input-file | FileCheck %s
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-tensors))' --split-input-file --remarks-filter='tile-stage-tensors' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-tensors,tile-persist,tile-specialize-warps,tile-assign-layouts,tile-allocate-shared),convert-tile-to-nvvm)' --split-input-file | FileCheck %s --check-prefix=NVVM

// Two programs along N share x. The engine brings the weight, 16384 bytes, and 4096 come from the other program; both count towards the same barrier.
// REMARK: [Analysis] FillTensor {{.*}}Function=words | Remark="lhs goes to shared memory by cp.async of 4 bytes, 1/2 of it by each program, not by TMA: the tensor's address is a multiple of 4 bytes only
// CHECK-LABEL: tile.func @words
// CHECK: %[[A:.*]] = tile.alloc_ring : <stages = 3, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
// CHECK: %[[FULL:.*]] = tile.alloc_barriers : <count = 3, arrivals = 1>
// CHECK: %[[STORED:.*]] = tile.alloc_barriers : <count = 3, arrivals = 128>
// CHECK: %[[FILLED:.*]] = tile.alloc_barriers : <count = 3, arrivals = 1>
// The products of both programs leave a slot.
// CHECK: %[[EMPTY:.*]] = tile.alloc_barriers : <count = 3, arrivals = 8>
// CHECK: tile.barrier cluster
// CHECK: tile.expect_copies %[[FULL]]{{.*}} bytes = 20480
// CHECK: } fills {
// CHECK: tile.await %[[EMPTY]]
// CHECK: tile.copy_async %arg0[%{{.*}}, %{{.*}}] into %[[A]][%{{.*}}] width = 2 parts = 2
// CHECK-NEXT: tile.arrive_copied %[[STORED]]
// CHECK: } relay {
// CHECK: tile.await %[[STORED]][%[[SLOT:.*]]] parity
// CHECK-NEXT: tile.share_part %[[A]][%[[SLOT]]] parts = 2 signals %[[FULL]]
// CHECK-NEXT: tile.arrive %[[FILLED]][%[[SLOT]]] :
// CHECK: } products {
// CHECK: tile.await %[[FULL]]
// CHECK: tile.await %[[FILLED]]
// CHECK: tile.arrive %[[EMPTY]][%{{.*}}] cluster = 2
// 32 rows of 32 words by 128 threads.
// NVVM-LABEL: llvm.func @words(
// NVVM-SAME: nvvm.cluster_dim = array<i32: 2, 1, 1>
// NVVM: nvvm.read.ptx.sreg.cluster.ctarank
// NVVM-COUNT-8: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 4, cache = ca
// NVVM-NOT: nvvm.cp.async.shared.global
// NVVM: nvvm.cp.async.mbarrier.arrive %{{.*}} {noinc = true}
// NVVM: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
// The one other program's barrier, and its part of the slot.
// NVVM: %[[BARRIER:.*]] = nvvm.mapa %{{.*}}, %[[OTHER:.*]] : !llvm.ptr<3> -> !llvm.ptr<7>
// NVVM: %[[NUMBER:.*]] = llvm.ptrtoint %[[BARRIER]]
// NVVM: %[[THERE:.*]] = llvm.inttoptr %[[NUMBER]]
// NVVM: %[[TO:.*]] = nvvm.mapa %[[FROM:.*]], %[[OTHER]]
// NVVM: nvvm.cp.async.bulk.shared.cluster.shared.cta %[[TO]], %[[FROM]], %[[THERE]], %c4096_i32
// NVVM: nvvm.mbarrier.arrive
tile.func @words(%x: memref<256x66xbf16> {tile.facts = #tile.facts<align = 4, strides = [1, 1], dims = [1, 1]>}, %w: memref<256x64xbf16>, %y: memref<256x256xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 128, 64], warps = [4, 1], vector = 2, stages = 3, cluster = [1, 2], fill_warps = 4>} grid {
  %c8 = arith.constant 8 : index
  tile.yield %c8
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %p = tile.program_id 0
  %i = arith.divui %p, %c2 : index
  %j = arith.remui %p, %c2 : index
  %m = arith.muli %i, %c64 : index
  %n = arith.muli %j, %c128 : index
  %s = scf.for %k = %c0 to %c64 step %c64 iter_args(%acc = %zero) -> (tensor<64x128xf32>) {
    %a = tile.load %x[%m, %k] : memref<256x66xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%n, %k] : memref<256x64xbf16> -> tensor<128x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<128x64xbf16>, tensor<64x128xf32>
    scf.yield %d : tensor<64x128xf32>
  }
  tile.store %s, %y[%m, %n] : tensor<64x128xf32>, memref<256x256xf32>
  tile.return
}

// -----

// Elements pass through registers: a program loads its part of the rows, of whichever part of a concatenation. Two panels of 64 columns are two pieces.
// REMARK: [Analysis] FillTensor {{.*}}Function=elements | Remark="lhs goes to shared memory through registers, 1/4 of it by each program, not by TMA
// CHECK-LABEL: tile.func @elements
// CHECK: tile.expect_copies %{{.*}} bytes = 28672
// CHECK: } fills {
// CHECK: scf.if %{{.*}} -> (tensor<16x128xbf16>)
// CHECK: %[[RANK:.*]] = tile.cluster_rank
// CHECK: %[[ROWS:.*]] = arith.muli %[[RANK]], %c16
// CHECK: %[[FIRST:.*]] = arith.addi %{{.*}}, %[[ROWS]]
// CHECK: tile.load %arg0[%[[FIRST]], %{{.*}}] : memref<256x65xbf16> -> tensor<16x128xbf16>
// CHECK: } else {
// CHECK: tile.load %arg1[%{{.*}}, %{{.*}}] : memref<256x67xbf16> -> tensor<16x128xbf16>
// CHECK: tile.ring_store %{{.*}}, %{{.*}} width = 2 parts = 4
// CHECK-NEXT: tile.arrive %{{.*}}] ordered
// CHECK: } relay {
// CHECK: tile.share_part %{{.*}} parts = 4
// CHECK-NEXT: tile.arrive %{{.*}}] :
// NVVM-LABEL: llvm.func @elements(
// NVVM: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>
// NVVM: %[[WRAPS:.*]] = arith.cmpi uge, %[[BEHIND:.*]], %c4_i32
// NVVM: arith.select %[[WRAPS]], %{{.*}}, %[[BEHIND]]
// NVVM-COUNT-2: nvvm.cp.async.bulk.shared.cluster.shared.cta %{{.*}}, %{{.*}}, %{{.*}}, %c2048_i32
// NVVM-NOT: nvvm.cp.async.bulk.shared.cluster.shared.cta
// NVVM: llvm.return
tile.func @elements(%x: memref<256x65xbf16>, %v: memref<256x67xbf16>, %w: memref<256x256xbf16>, %y: memref<256x256xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 128], warps = [4, 1], vector = 1, stages = 2, cluster = [1, 4], fill_warps = 4>} grid {
  %c16 = arith.constant 16 : index
  tile.yield %c16
} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %i = arith.divui %p, %c4 : index
  %j = arith.remui %p, %c4 : index
  %m = arith.muli %i, %c64 : index
  %n = arith.muli %j, %c64 : index
  %s = scf.for %k = %c0 to %c256 step %c128 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %isFirst = arith.cmpi ult, %k, %c128 : index
    %a = scf.if %isFirst -> (tensor<64x128xbf16>) {
      %a0 = tile.load %x[%m, %k] : memref<256x65xbf16> -> tensor<64x128xbf16>
      scf.yield %a0 : tensor<64x128xbf16>
    } else {
      %inside = arith.subi %k, %c128 : index
      %a1 = tile.load %v[%m, %inside] : memref<256x67xbf16> -> tensor<64x128xbf16>
      scf.yield %a1 : tensor<64x128xbf16>
    }
    %b = tile.load %w[%n, %k] : memref<256x256xbf16> -> tensor<64x128xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x128xbf16>, tensor<64x128xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%m, %n] : tensor<64x64xf32>, memref<256x256xf32>
  tile.return
}

// -----

// Programs along M share the weight, whichever operand of the instruction it is.
// CHECK-LABEL: tile.func @weight
// CHECK: } fills {
// CHECK: tile.copy_async %arg1{{.*}} width = 2 parts = 2
// NVVM-LABEL: llvm.func @weight(
// NVVM: nvvm.cp.async.bulk.shared.cluster.shared.cta
tile.func @weight(%x: memref<256x64xbf16>, %w: memref<128x66xbf16> {tile.facts = #tile.facts<align = 4, strides = [1, 1], dims = [1, 1]>}, %y: memref<256x128xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 128, 64], warps = [4, 1], vector = 2, stages = 3, cluster = [2, 1], fill_warps = 4>} grid {
  %c4 = arith.constant 4 : index
  tile.yield %c4
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %p = tile.program_id 0
  %m = arith.muli %p, %c64 : index
  %s = scf.for %k = %c0 to %c64 step %c64 iter_args(%acc = %zero) -> (tensor<64x128xf32>) {
    %a = tile.load %x[%m, %k] : memref<256x64xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<128x66xbf16> -> tensor<128x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<128x64xbf16>, tensor<64x128xf32>
    scf.yield %d : tensor<64x128xf32>
  }
  tile.store %s, %y[%m, %c0] : tensor<64x128xf32>, memref<256x128xf32>
  tile.return
}
