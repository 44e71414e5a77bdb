// What tile-specialize-warps makes of a program: one thread copies, all others multiply, and they meet at two barriers for each slot.
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-tensors,tile-persist,tile-specialize-warps,canonicalize,cse))' --split-input-file | FileCheck %s

// The copying thread waits for an empty slot, says what will come, and copies; it neither reads nor stores results. The others wait for the copies, multiply, and hand the slot back.
// Their first step starts from zero, outside the loop. Slot and parity go on from tile to tile.
// CHECK-LABEL: tile.func @roles
// CHECK-DAG: %[[FULL:.*]] = tile.alloc_barriers : <count = 3, arrivals = 1>
// CHECK-DAG: %[[EMPTY:.*]] = tile.alloc_barriers : <count = 3, arrivals = 4>
// CHECK: tile.barrier
// CHECK-NEXT: tile.specialize_warps registers = [40, 240] copies {
// CHECK-NEXT: scf.for {{.*}} iter_args(%[[S:.*]] = %c0, %[[P:.*]] = %c0_i32) -> (index, i32) {
// CHECK: %[[IN:.*]]:2 = scf.for %[[I:[^ ]*]] = %c0 to %c4 step %c1 iter_args(%[[SLOT:.*]] = %[[S]], %[[PARITY:.*]] = %[[P]]) -> (index, i32) {
// CHECK-NEXT: %[[OTHER:.*]] = arith.xori %[[PARITY]], %c1_i32
// CHECK-NEXT: tile.await %[[EMPTY]][%[[SLOT]]] parity = %[[OTHER]]
// CHECK-NEXT: tile.expect_copies %[[FULL]][%[[SLOT]]] bytes = 16384 :
// CHECK: tile.copy_tensor %{{.*}} into %[[A:[0-9]+]][%[[SLOT]]] at = [0, 0] signals %[[FULL]]
// CHECK-NEXT: tile.copy_tensor %{{.*}} into %[[B:[0-9]+]][%[[SLOT]]] at = [0, 0] signals %[[FULL]]
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[SLOT]], %c1
// CHECK-NEXT: %[[LAST:.*]] = arith.cmpi eq, %[[NEXT]], %c3
// CHECK-NEXT: %[[NS:.*]] = arith.select %[[LAST]], %c0, %[[NEXT]]
// CHECK-NEXT: %[[NP:.*]] = arith.select %[[LAST]], %[[OTHER]], %[[PARITY]]
// CHECK-NEXT: scf.yield %[[NS]], %[[NP]]
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[IN]]#0, %[[IN]]#1
// CHECK-NEXT: }
// CHECK-NEXT: } products {
// CHECK-NEXT: scf.for {{.*}} iter_args(%[[S:.*]] = %c0, %[[P:.*]] = %c0_i32)
// CHECK: tile.await %[[FULL]][%[[S]]] parity = %[[P]]
// CHECK-NEXT: %[[FIRST:.*]] = tile.ring_dot %[[A]][%[[S]]], %[[B]][%[[S]]], %cst
// CHECK-NEXT: tile.arrive %[[EMPTY]][%[[S]]]
// CHECK: %[[SUM:.*]]:3 = scf.for %{{.*}} = %c1 to %c4 step %c1 iter_args(%[[ACC:.*]] = %[[FIRST]], %[[SLOT:.*]] = %{{.*}}, %[[PARITY:.*]] = %{{.*}}) -> (tensor<64x64xf32>, index, i32)
// CHECK-NEXT: tile.await %[[FULL]][%[[SLOT]]] parity = %[[PARITY]]
// CHECK-NEXT: tile.ring_dot %[[A]][%[[SLOT]]], %[[B]][%[[SLOT]]], %[[ACC]]
// CHECK-NEXT: tile.arrive %[[EMPTY]][%[[SLOT]]]
// CHECK: tile.load %arg2
// CHECK: arith.addf %[[SUM]]#0
// CHECK: tile.store
// CHECK-NEXT: scf.yield %[[SUM]]#1, %[[SUM]]#2
tile.func @roles(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 3>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %old = tile.load %y[%r, %c0] : memref<?x64xf32> -> tensor<64x64xf32>
  %s = arith.addf %sum, %old : tensor<64x64xf32>
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// The thread that copies asks for what the epilogue will read of a vector, behind its last copy.
// CHECK-LABEL: tile.func @bias
// CHECK: tile.copy_tensor
// CHECK: scf.yield
// CHECK: tile.prefetch %arg2[%c0] size = 64
// CHECK: } products {
// CHECK: tile.load %arg2
tile.func @bias(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %bias: memref<64xf32>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 3>} grid {
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
  %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %v = tile.load %bias[%c0] : memref<64xf32> -> tensor<64xf32>
  %m = tile.broadcast %v dims = [1] : tensor<64xf32> -> tensor<64x64xf32>
  %s = arith.addf %sum, %m : tensor<64x64xf32>
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// Two warpgroups, eight warps that arrive.
// CHECK-LABEL: tile.func @two
// CHECK: tile.alloc_barriers : <count = 3, arrivals = 8>
// CHECK: tile.specialize_warps registers = [40, 232]
tile.func @two(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 64, 64], warps = [8, 1], stages = 3>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<128x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<128x64xbf16>, tensor<64x64xbf16>, tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<128x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// Three.
// CHECK-LABEL: tile.func @three
// CHECK: tile.alloc_barriers : <count = 3, arrivals = 12>
// CHECK: tile.specialize_warps registers = [40, 152]
tile.func @three(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [192, 64, 64], warps = [12, 1], stages = 3>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<192x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (tensor<192x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<192x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<192x64xbf16>, tensor<64x64xbf16>, tensor<192x64xf32>
    scf.yield %d : tensor<192x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<192x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// A product that may have no step has none outside its loop: nobody would copy for it.
// CHECK-LABEL: tile.func @maybe_none
// CHECK: } products {
// CHECK: scf.for
// CHECK-NOT: tile.ring_dot
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c1 iter_args(%{{.*}} = %cst
// CHECK: tile.ring_dot
// CHECK-NOT: tile.ring_dot
tile.func @maybe_none(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 3>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %s = scf.for %i = %c0 to %p step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// Nor has one that certainly has none.
// CHECK-LABEL: tile.func @none
// CHECK: } products {
// CHECK-NOT: tile.ring_dot
// CHECK: tile.store
tile.func @none(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 3>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %s = scf.for %i = %c0 to %c0 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// One as long as a tensor that a map is made of has one: no map is empty.
// CHECK-LABEL: tile.func @sized
// CHECK: } products {
// CHECK: tile.ring_dot {{.*}}, %cst
// CHECK: scf.for
// CHECK: tile.ring_dot
tile.func @sized(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 3>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %rows = memref.dim %x, %c0 : memref<?x256xbf16>
  %n = arith.ceildivui %rows, %c64 : index
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// What the coordinates come from is carried for the copies, the sum is not.
// CHECK-LABEL: tile.func @carried
// CHECK: copies {
// CHECK: scf.for %{{.*}} iter_args(%[[K:[^ ]*]] = %c0, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (index, index, i32) {
// CHECK: tile.copy_tensor %{{.*}}[%[[K]], %{{.*}}]
// CHECK: arith.addi %[[K]], %c64
// CHECK: } products {
// CHECK: tile.ring_dot
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>, index, index, i32)
tile.func @carried(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 3>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %s, %end = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero, %k = %c0) -> (tensor<64x64xf32>, index) {
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    %next = arith.addi %k, %c64 : index
    scf.yield %d, %next : tensor<64x64xf32>, index
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// Loops of loops: the sum is carried through both, by those who have it.
// CHECK-LABEL: tile.func @nested
// CHECK: copies {
// CHECK: scf.for
// CHECK: scf.for {{.*}} -> (index, i32)
// CHECK: scf.for {{.*}} -> (index, i32)
// CHECK: tile.copy_tensor
// CHECK: } products {
// CHECK: scf.for
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>, index, i32)
// CHECK: tile.ring_dot
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>, index, i32)
tile.func @nested(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 3>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %s = scf.for %j = %c0 to %c4 step %c1 iter_args(%outer = %zero) -> (tensor<64x64xf32>) {
  %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %outer) -> (tensor<64x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
    scf.yield %t : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// Either of two copies fills a slot; what else the branches give goes to the role that has it.
// CHECK-LABEL: tile.func @branches
// CHECK: copies {
// CHECK: tile.expect_copies
// CHECK: scf.if
// CHECK-NEXT: tile.copy_tensor
// CHECK: } else {
// CHECK-NEXT: tile.copy_tensor
// CHECK-NEXT: }
// CHECK: tile.copy_tensor
// CHECK: } products {
// CHECK-NOT: tile.copy_tensor
// CHECK: tile.ring_dot
tile.func @branches(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 3>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %first = arith.cmpi ult, %i, %c1 : index
    %a, %e = scf.if %first -> (tensor<64x64xbf16>, tensor<64x64xf32>) {
      %u = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
      scf.yield %u, %acc : tensor<64x64xbf16>, tensor<64x64xf32>
    } else {
      %v = tile.load %x[%c0, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
      %old = tile.load %y[%r, %c0] : memref<?x64xf32> -> tensor<64x64xf32>
      scf.yield %v, %old : tensor<64x64xbf16>, tensor<64x64xf32>
    }
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %e : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// Two products in a step have four rings, all of which the step's copies fill.
// CHECK-LABEL: tile.func @pair
// CHECK: tile.expect_copies {{.*}} bytes = 32768 :
// CHECK: } products {
// CHECK: %[[D0:.*]] = tile.ring_dot {{.*}}, %cst
// CHECK-NEXT: tile.ring_dot {{.*}}, %[[D0]]
// CHECK-NEXT: tile.arrive
tile.func @pair(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 3>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d0 = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    %a2 = tile.load %x[%c0, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a2, %b, %d0 : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}
