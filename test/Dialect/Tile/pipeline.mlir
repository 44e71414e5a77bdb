// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-pipeline))' --split-input-file | FileCheck %s
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-pipeline))' --split-input-file --remarks-filter='tile-pipeline' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Rings of 4 slots: three steps are started before the loop, each a group of its own, if there is such a step. While two of them may still be on
// their way, the first is there, and its first depth is taken. The loop carries that depth and the slot.

// CHECK-LABEL: tile.func @copies
// CHECK: %[[X:.*]] = tile.alloc_ring : <stages = 4, tile = tensor<32x32xbf16>
// CHECK: %[[W:.*]] = tile.alloc_ring : <stages = 4, tile = tensor<64x32xbf16>
// CHECK: %[[I0:.*]] = arith.addi %{{.*}}, %{{.*}} : index
// CHECK: %[[C0:.*]] = arith.cmpi slt, %[[I0]], %[[END:.*]] : index
// CHECK: scf.if %[[C0]] {
// CHECK: %[[S0:.*]] = arith.constant 0 : index
// CHECK: %[[K:.*]] = arith.muli %[[I0]]
// CHECK: tile.copy_async %arg0[%{{.*}}, %[[K]]] into %[[X]][%[[S0]]] width = 8
// CHECK: tile.copy_async %arg1[%{{.*}}, %[[K]]] into %[[W]][%[[S0]]] width = 8
// CHECK-NEXT: }
// CHECK-NEXT: tile.commit_copies
// CHECK: scf.if
// CHECK: %[[S1:.*]] = arith.constant 1 : index
// CHECK: tile.copy_async {{.*}} into %[[X]][%[[S1]]]
// CHECK: }
// CHECK-NEXT: tile.commit_copies
// CHECK: scf.if
// CHECK: %[[S2:.*]] = arith.constant 2 : index
// CHECK: tile.copy_async {{.*}} into %[[X]][%[[S2]]]
// CHECK: }
// CHECK-NEXT: tile.commit_copies
// CHECK-NEXT: tile.wait_copies pending = 2
// CHECK-NEXT: tile.barrier
// CHECK: %[[A:.*]] = tile.ring_load %[[X]][%{{.*}}] at = [0, 0]
// CHECK: %[[B:.*]] = tile.ring_load %[[W]][%{{.*}}] at = [0, 0]
// CHECK: %[[FIRST:.*]] = arith.constant 0 : index
// CHECK: %[[R:.*]]:4 = scf.for %[[I:.*]] = %{{.*}} to %[[END]] step %{{.*}} iter_args(%[[ACC:.*]] = %{{.*}}, %[[A0:.*]] = %[[A]], %[[B0:.*]] = %[[B]], %[[SLOT:.*]] = %[[FIRST]])
// The slot before this one, from 0 back to 3, takes step i + 3; the one behind it, from 3 on to 0, holds step i + 1.
// CHECK: %[[IS0:.*]] = arith.cmpi eq, %[[SLOT]], %[[ZERO:.*]] : index
// CHECK: %[[BEFORE:.*]] = arith.select %[[IS0]], %[[THREE:.*]], %{{.*}} : index
// CHECK: %[[IS3:.*]] = arith.cmpi eq, %[[SLOT]]
// CHECK: %[[AFTER:.*]] = arith.select %[[IS3]]
// CHECK: %[[AHEAD:.*]] = arith.addi %[[I]], %{{.*}} : index
// CHECK: %[[EXISTS:.*]] = arith.cmpi slt, %[[AHEAD]], %[[END]]
// CHECK: %[[KA:.*]] = arith.muli %[[AHEAD]]
// CHECK: tile.copy_async %arg0[%{{.*}}, %[[KA]]] into %[[X]][%[[BEFORE]]] if %[[EXISTS]] width = 8
// CHECK: tile.copy_async %arg1[%{{.*}}, %[[KA]]] into %[[W]][%[[BEFORE]]] if %[[EXISTS]] width = 8
// CHECK-NEXT: tile.commit_copies
// The second depth is taken before the first one's products; the next step's first depth, behind the only barrier, before the last one's.
// CHECK-NEXT: %[[A1:.*]] = tile.ring_load %[[X]][%[[SLOT]]] at = [0, 16]
// CHECK-NEXT: %[[B1:.*]] = tile.ring_load %[[W]][%[[SLOT]]] at = [0, 16]
// CHECK-NEXT: %[[D0:.*]] = tile.dot %[[A0]], %[[B0]], %[[ACC]]
// CHECK-NEXT: tile.wait_copies pending = 2
// CHECK-NEXT: tile.barrier
// CHECK-NEXT: %[[AN:.*]] = tile.ring_load %[[X]][%[[AFTER]]] at = [0, 0]
// CHECK-NEXT: %[[BN:.*]] = tile.ring_load %[[W]][%[[AFTER]]] at = [0, 0]
// CHECK-NEXT: %[[D1:.*]] = tile.dot %[[A1]], %[[B1]], %[[D0]]
// CHECK-NEXT: scf.yield %[[D1]], %[[AN]], %[[BN]], %[[AFTER]]
// CHECK-NEXT: }
// CHECK: tile.store %[[R]]#0
tile.func @copies(%x: memref<512x1024xbf16>, %w: memref<256x1024xbf16>, %y: memref<512x256xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c16 = arith.constant 16 : index
  %a = tile.alloc_ring : !tile.ring<stages = 4, tile = tensor<32x32xbf16>, along = 1>
  %b = tile.alloc_ring : !tile.ring<stages = 4, tile = tensor<64x32xbf16>, along = 1>
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %sum = scf.for %i = %c0 to %c16 step %c1 iter_args(%acc = %zero) -> (tensor<32x64xf32>) {
    %k = arith.muli %i, %c32 : index
    tile.copy_async %x[%c0, %k] into %a[%c0] width = 8 : memref<512x1024xbf16> -> !tile.ring<stages = 4, tile = tensor<32x32xbf16>, along = 1>
    tile.copy_async %w[%c0, %k] into %b[%c0] width = 8 : memref<256x1024xbf16> -> !tile.ring<stages = 4, tile = tensor<64x32xbf16>, along = 1>
    tile.commit_copies
    tile.wait_copies pending = 0
    tile.barrier
    %a0 = tile.ring_load %a[%c0] at = [0, 0] : !tile.ring<stages = 4, tile = tensor<32x32xbf16>, along = 1> -> tensor<32x16xbf16>
    %b0 = tile.ring_load %b[%c0] at = [0, 0] : !tile.ring<stages = 4, tile = tensor<64x32xbf16>, along = 1> -> tensor<64x16xbf16>
    %d0 = tile.dot %a0, %b0, %acc : tensor<32x16xbf16>, tensor<64x16xbf16>, tensor<32x64xf32>
    %a1 = tile.ring_load %a[%c0] at = [0, 16] : !tile.ring<stages = 4, tile = tensor<32x32xbf16>, along = 1> -> tensor<32x16xbf16>
    %b1 = tile.ring_load %b[%c0] at = [0, 16] : !tile.ring<stages = 4, tile = tensor<64x32xbf16>, along = 1> -> tensor<64x16xbf16>
    %d1 = tile.dot %a1, %b1, %d0 : tensor<32x16xbf16>, tensor<64x16xbf16>, tensor<32x64xf32>
    tile.barrier
    scf.yield %d1 : tensor<32x64xf32>
  }
  tile.store %sum, %y[%c0, %c0] : tensor<32x64xf32>, memref<512x256xf32>
  tile.return
}

// -----

// One operand through registers, one copied, two slots. The registers are loaded one step ahead, the last step's a second time behind it, and
// stored between the products into the slot that the next step reads.

// CHECK-LABEL: tile.func @registers
// CHECK: %[[X:.*]] = tile.alloc_ring : <stages = 2, tile = tensor<32x16xbf16>
// CHECK: %[[W:.*]] = tile.alloc_ring : <stages = 2, tile = tensor<64x16xbf16>
// CHECK: scf.if
// CHECK: %[[S0:.*]] = arith.constant 0 : index
// CHECK: tile.copy_async %arg1[{{.*}}] into %[[W]][%[[S0]]]
// CHECK: %[[T:.*]] = tile.load %arg0
// CHECK: tile.ring_store %[[T]], %[[X]][%[[S0]]] width = 2
// CHECK-NEXT: }
// CHECK-NEXT: tile.commit_copies
// CHECK-NEXT: tile.wait_copies pending = 0
// CHECK-NEXT: tile.barrier
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[END:.*]] step {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}, %[[A0:.*]] = %{{.*}}, %[[B0:.*]] = %{{.*}}, %[[SLOT:.*]] = %{{.*}})
// CHECK: %[[BEFORE:.*]] = arith.select
// CHECK: %[[AFTER:.*]] = arith.select
// CHECK: %[[AHEAD:.*]] = arith.addi %[[I]]
// CHECK: tile.copy_async %arg1[{{.*}}] into %[[W]][%[[BEFORE]]] if %{{.*}} width = 8
// CHECK-NEXT: tile.commit_copies
// CHECK: %[[LAST:.*]] = arith.addi %[[END]], %{{.*}} : index
// CHECK: %[[NEXT:.*]] = arith.addi %[[I]]
// CHECK: %[[STEP:.*]] = arith.minsi %[[NEXT]], %[[LAST]]
// CHECK: %[[K:.*]] = arith.muli %[[STEP]]
// CHECK: %[[TN:.*]] = tile.load %arg0[%{{.*}}, %[[K]]]
// CHECK: tile.ring_store %[[TN]], %[[X]][%[[AFTER]]] width = 2
// CHECK-NEXT: tile.wait_copies pending = 0
// CHECK-NEXT: tile.barrier
// CHECK-NEXT: tile.ring_load %[[X]][%[[AFTER]]]
// CHECK-NEXT: tile.ring_load %[[W]][%[[AFTER]]]
// CHECK-NEXT: tile.dot %[[A0]], %[[B0]], %[[ACC]]
// CHECK-NEXT: scf.yield
tile.func @registers(%x: memref<512x129xbf16>, %w: memref<256x136xbf16>, %n: memref<?xf32>, %y: memref<512x256xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %steps = memref.dim %n, %c0 : memref<?xf32>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<32x16xbf16>, along = 1>
  %b = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x16xbf16>, along = 1>
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %sum = scf.for %i = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<32x64xf32>) {
    %k = arith.muli %i, %c16 : index
    %t = tile.load %x[%c0, %k] : memref<512x129xbf16> -> tensor<32x16xbf16>
    tile.copy_async %w[%c0, %k] into %b[%c0] width = 8 : memref<256x136xbf16> -> !tile.ring<stages = 2, tile = tensor<64x16xbf16>, along = 1>
    tile.ring_store %t, %a[%c0] width = 2 : tensor<32x16xbf16>, !tile.ring<stages = 2, tile = tensor<32x16xbf16>, along = 1>
    tile.commit_copies
    tile.wait_copies pending = 0
    tile.barrier
    %a0 = tile.ring_load %a[%c0] at = [0, 0] : !tile.ring<stages = 2, tile = tensor<32x16xbf16>, along = 1> -> tensor<32x16xbf16>
    %b0 = tile.ring_load %b[%c0] at = [0, 0] : !tile.ring<stages = 2, tile = tensor<64x16xbf16>, along = 1> -> tensor<64x16xbf16>
    %d0 = tile.dot %a0, %b0, %acc : tensor<32x16xbf16>, tensor<64x16xbf16>, tensor<32x64xf32>
    tile.barrier
    scf.yield %d0 : tensor<32x64xf32>
  }
  tile.store %sum, %y[%c0, %c0] : tensor<32x64xf32>, memref<512x256xf32>
  tile.return
}

// -----

// Both operands through registers and three slots: what is started early is one step only, but groups are counted as ever.

// CHECK-LABEL: tile.func @only_registers
// CHECK: scf.if
// CHECK: tile.ring_store
// CHECK-NEXT: tile.ring_store
// CHECK-NEXT: }
// CHECK-NEXT: tile.commit_copies
// CHECK-NOT: scf.if
// CHECK: tile.commit_copies
// CHECK-NEXT: tile.wait_copies pending = 1
// CHECK-NEXT: tile.barrier
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: tile.commit_copies
// CHECK: tile.load %arg0
// CHECK: tile.load %arg1
// CHECK: tile.ring_store
// CHECK-NEXT: tile.ring_store
// CHECK-NEXT: tile.wait_copies pending = 1
// CHECK-NEXT: tile.barrier
// CHECK: tile.dot
// CHECK-NEXT: scf.yield
tile.func @only_registers(%x: memref<512x129xbf16>, %w: memref<256x129xbf16>, %y: memref<512x256xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c16 = arith.constant 16 : index
  %a = tile.alloc_ring : !tile.ring<stages = 3, tile = tensor<32x16xbf16>, along = 1>
  %b = tile.alloc_ring : !tile.ring<stages = 3, tile = tensor<64x16xbf16>, along = 1>
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %sum = scf.for %i = %c0 to %c9 step %c1 iter_args(%acc = %zero) -> (tensor<32x64xf32>) {
    %k = arith.muli %i, %c16 : index
    %t = tile.load %x[%c0, %k] : memref<512x129xbf16> -> tensor<32x16xbf16>
    %u = tile.load %w[%c0, %k] : memref<256x129xbf16> -> tensor<64x16xbf16>
    tile.ring_store %t, %a[%c0] width = 2 : tensor<32x16xbf16>, !tile.ring<stages = 3, tile = tensor<32x16xbf16>, along = 1>
    tile.ring_store %u, %b[%c0] width = 2 : tensor<64x16xbf16>, !tile.ring<stages = 3, tile = tensor<64x16xbf16>, along = 1>
    tile.commit_copies
    tile.wait_copies pending = 0
    tile.barrier
    %a0 = tile.ring_load %a[%c0] at = [0, 0] : !tile.ring<stages = 3, tile = tensor<32x16xbf16>, along = 1> -> tensor<32x16xbf16>
    %b0 = tile.ring_load %b[%c0] at = [0, 0] : !tile.ring<stages = 3, tile = tensor<64x16xbf16>, along = 1> -> tensor<64x16xbf16>
    %d0 = tile.dot %a0, %b0, %acc : tensor<32x16xbf16>, tensor<64x16xbf16>, tensor<32x64xf32>
    tile.barrier
    scf.yield %d0 : tensor<32x64xf32>
  }
  tile.store %sum, %y[%c0, %c0] : tensor<32x64xf32>, memref<512x256xf32>
  tile.return
}

// -----

// A copy in a branch: the branch moves as a whole, and each of its copies gets slot and condition.

// CHECK-LABEL: tile.func @parts
// CHECK: scf.for %[[I:.*]] = {{.*}} iter_args({{.*}}, %[[SLOT:[a-z0-9]+]] = %{{[a-z0-9_]+}})
// CHECK: %[[BEFORE:.*]] = arith.select
// CHECK: %[[AHEAD:.*]] = arith.addi %[[I]]
// CHECK: %[[EXISTS:.*]] = arith.cmpi slt, %[[AHEAD]]
// CHECK: %[[FIRST:.*]] = arith.cmpi ult, %[[AHEAD]]
// CHECK: scf.if %[[FIRST]] {
// CHECK: tile.copy_async %arg0[{{.*}}] into %{{.*}}[%[[BEFORE]]] if %[[EXISTS]]
// CHECK: } else {
// CHECK: tile.copy_async %arg1[{{.*}}] into %{{.*}}[%[[BEFORE]]] if %[[EXISTS]]
// CHECK: }
tile.func @parts(%x: memref<32x1024xbf16>, %z: memref<32x1024xbf16>, %w: memref<64x2048xbf16>, %y: memref<32x64xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %a = tile.alloc_ring : !tile.ring<stages = 3, tile = tensor<32x16xbf16>, along = 1>
  %b = tile.alloc_ring : !tile.ring<stages = 3, tile = tensor<64x16xbf16>, along = 1>
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %sum = scf.for %i = %c0 to %c128 step %c1 iter_args(%acc = %zero) -> (tensor<32x64xf32>) {
    %k = arith.muli %i, %c16 : index
    %first = arith.cmpi ult, %i, %c64 : index
    scf.if %first {
      tile.copy_async %x[%c0, %k] into %a[%c0] width = 8 : memref<32x1024xbf16> -> !tile.ring<stages = 3, tile = tensor<32x16xbf16>, along = 1>
    } else {
      %j = arith.subi %i, %c64 : index
      %l = arith.muli %j, %c16 : index
      tile.copy_async %z[%c0, %l] into %a[%c0] width = 8 : memref<32x1024xbf16> -> !tile.ring<stages = 3, tile = tensor<32x16xbf16>, along = 1>
    }
    tile.copy_async %w[%c0, %k] into %b[%c0] width = 8 : memref<64x2048xbf16> -> !tile.ring<stages = 3, tile = tensor<64x16xbf16>, along = 1>
    tile.commit_copies
    tile.wait_copies pending = 0
    tile.barrier
    %a0 = tile.ring_load %a[%c0] at = [0, 0] : !tile.ring<stages = 3, tile = tensor<32x16xbf16>, along = 1> -> tensor<32x16xbf16>
    %b0 = tile.ring_load %b[%c0] at = [0, 0] : !tile.ring<stages = 3, tile = tensor<64x16xbf16>, along = 1> -> tensor<64x16xbf16>
    %d0 = tile.dot %a0, %b0, %acc : tensor<32x16xbf16>, tensor<64x16xbf16>, tensor<32x64xf32>
    tile.barrier
    scf.yield %d0 : tensor<32x64xf32>
  }
  tile.store %sum, %y[%c0, %c0] : tensor<32x64xf32>, memref<32x64xf32>
  tile.return
}

// -----

// What is computed element by element from the products of a step comes behind them: here each step's sum starts from zero.

// CHECK-LABEL: tile.func @partial_sums
// CHECK: tile.wait_copies pending = 1
// CHECK: scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}, %[[A0:.*]] = %{{.*}}, %[[B0:.*]] = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK: tile.wait_copies pending = 1
// CHECK: %[[D:.*]] = tile.dot %[[A0]], %[[B0]], %[[ZERO:.*]] : tensor
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[ACC]], %[[D]] : tensor<32x64xf32>
// CHECK-NEXT: scf.yield %[[S]],
tile.func @partial_sums(%x: memref<32x1024xbf16>, %w: memref<64x1024xbf16>, %y: memref<32x64xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %a = tile.alloc_ring : !tile.ring<stages = 3, tile = tensor<32x16xbf16>, along = 1>
  %b = tile.alloc_ring : !tile.ring<stages = 3, tile = tensor<64x16xbf16>, along = 1>
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %sum = scf.for %i = %c0 to %c64 step %c1 iter_args(%acc = %zero) -> (tensor<32x64xf32>) {
    %k = arith.muli %i, %c16 : index
    tile.copy_async %x[%c0, %k] into %a[%c0] width = 8 : memref<32x1024xbf16> -> !tile.ring<stages = 3, tile = tensor<32x16xbf16>, along = 1>
    tile.copy_async %w[%c0, %k] into %b[%c0] width = 8 : memref<64x1024xbf16> -> !tile.ring<stages = 3, tile = tensor<64x16xbf16>, along = 1>
    tile.commit_copies
    tile.wait_copies pending = 0
    tile.barrier
    %a0 = tile.ring_load %a[%c0] at = [0, 0] : !tile.ring<stages = 3, tile = tensor<32x16xbf16>, along = 1> -> tensor<32x16xbf16>
    %b0 = tile.ring_load %b[%c0] at = [0, 0] : !tile.ring<stages = 3, tile = tensor<64x16xbf16>, along = 1> -> tensor<64x16xbf16>
    %d0 = tile.dot %a0, %b0, %zero : tensor<32x16xbf16>, tensor<64x16xbf16>, tensor<32x64xf32>
    %e = arith.addf %acc, %d0 : tensor<32x64xf32>
    tile.barrier
    scf.yield %e : tensor<32x64xf32>
  }
  tile.store %sum, %y[%c0, %c0] : tensor<32x64xf32>, memref<32x64xf32>
  tile.return
}

// -----

// A loop that computes something else keeps its order, and says so at what that is.

// CHECK-LABEL: tile.func @more
// CHECK: scf.for
// CHECK: tile.copy_async {{.*}} width = 8
// CHECK: tile.wait_copies pending = 0
// CHECK: tile.dot
// CHECK-NEXT: tile.store
// CHECK-NEXT: tile.barrier
// REMARK-NOT: remark
// REMARK: pipeline.mlir:[[@LINE+23]]:{{.*}}Category:tile-pipeline | Remark="copies and products do not overlap: the loop computes something beside its products"
// REMARK-NOT: remark
tile.func @more(%x: memref<32x1024xbf16>, %w: memref<64x1024xbf16>, %y: memref<32x64xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %a = tile.alloc_ring : !tile.ring<stages = 3, tile = tensor<32x16xbf16>, along = 1>
  %b = tile.alloc_ring : !tile.ring<stages = 3, tile = tensor<64x16xbf16>, along = 1>
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %sum = scf.for %i = %c0 to %c64 step %c1 iter_args(%acc = %zero) -> (tensor<32x64xf32>) {
    %k = arith.muli %i, %c16 : index
    tile.copy_async %x[%c0, %k] into %a[%c0] width = 8 : memref<32x1024xbf16> -> !tile.ring<stages = 3, tile = tensor<32x16xbf16>, along = 1>
    tile.copy_async %w[%c0, %k] into %b[%c0] width = 8 : memref<64x1024xbf16> -> !tile.ring<stages = 3, tile = tensor<64x16xbf16>, along = 1>
    tile.commit_copies
    tile.wait_copies pending = 0
    tile.barrier
    %a0 = tile.ring_load %a[%c0] at = [0, 0] : !tile.ring<stages = 3, tile = tensor<32x16xbf16>, along = 1> -> tensor<32x16xbf16>
    %b0 = tile.ring_load %b[%c0] at = [0, 0] : !tile.ring<stages = 3, tile = tensor<64x16xbf16>, along = 1> -> tensor<64x16xbf16>
    %d0 = tile.dot %a0, %b0, %acc : tensor<32x16xbf16>, tensor<64x16xbf16>, tensor<32x64xf32>
    tile.store %d0, %y[%c0, %c0] : tensor<32x64xf32>, memref<32x64xf32>
    tile.barrier
    scf.yield %d0 : tensor<32x64xf32>
  }
  tile.store %sum, %y[%c0, %c0] : tensor<32x64xf32>, memref<32x64xf32>
  tile.return
}

// -----

// A loop that copies nothing is none of this pass's business, whatever its step.

// CHECK-LABEL: tile.func @unstaged
// CHECK: scf.for
// CHECK-NEXT: tile.load
// CHECK-NEXT: arith.addf
// CHECK-NEXT: scf.yield
tile.func @unstaged(%x: memref<1024xf32>, %y: memref<32xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c1024 = arith.constant 1024 : index
  %zero = arith.constant dense<0.0> : tensor<32xf32>
  %sum = scf.for %i = %c0 to %c1024 step %c32 iter_args(%acc = %zero) -> (tensor<32xf32>) {
    %t = tile.load %x[%i] : memref<1024xf32> -> tensor<32xf32>
    %s = arith.addf %acc, %t : tensor<32xf32>
    scf.yield %s : tensor<32xf32>
  }
  tile.store %sum, %y[%c0] : tensor<32xf32>, memref<32xf32>
  tile.return
}
