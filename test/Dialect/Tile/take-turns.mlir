// What tile-take-turns makes of roles: two sets of warps, of which one takes the program's tiles 0, 2, ..., the other 1, 3, ...
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-tensors,tile-persist,tile-specialize-warps,tile-take-turns,canonicalize,cse))' --split-input-file | FileCheck %s

// Copies take all tiles. The second set begins one tile, 4 steps, further: at slot 1 of 3 in the second round of the ring. It waits for its turn before the first operands and ends it before
// the results; the first set's first turn is free. After a tile each goes on one step further than the next slot, in a round of the other parity, or of the same where that wraps around.
// CHECK-LABEL: tile.func @turns
// CHECK: %[[FIRST:.*]] = tile.program_id 0
// CHECK: %[[FULL:.*]] = tile.alloc_barriers : <count = 3, arrivals = 1>
// CHECK-NEXT: %[[EMPTY:.*]] = tile.alloc_barriers : <count = 3, arrivals = 4>
// CHECK-NEXT: %[[TURNS:.*]] = tile.alloc_barriers : <count = 2, arrivals = 4>
// CHECK-NEXT: tile.barrier
// CHECK-NEXT: tile.specialize_warps registers = [40, 232] sets = 2 copies {
// CHECK-NEXT: scf.for %{{.*}} = %[[FIRST]] to %[[PLACES:.*]] step %[[STEP:.*]] iter_args(
// CHECK: } products {
// CHECK-NEXT: ^bb0(%[[SET:.*]]: index):
// CHECK-NEXT: %[[IS0:.*]] = arith.cmpi eq, %[[SET]], %c0 : index
// CHECK-NEXT: %[[S:.*]] = arith.select %[[IS0]], %c0, %c1 : index
// CHECK-NEXT: %[[IS1:.*]] = arith.cmpi ne, %[[SET]], %c0 : index
// CHECK-NEXT: %[[P:.*]] = arith.extui %[[IS1]] : i1 to i32
// CHECK-NEXT: %[[T:.*]] = arith.extui %[[IS0]] : i1 to i32
// CHECK-NEXT: %[[SECOND:.*]] = arith.addi %[[FIRST]], %[[STEP]] : index
// CHECK-NEXT: %[[LOWER:.*]] = arith.select %[[IS0]], %[[FIRST]], %[[SECOND]] : index
// CHECK-NEXT: %[[TWO:.*]] = arith.addi %[[STEP]], %[[STEP]] : index
// CHECK-NEXT: scf.for %{{.*}} = %[[LOWER]] to %[[PLACES]] step %[[TWO]] iter_args(%[[SLOT:.*]] = %[[S]], %[[PARITY:.*]] = %[[P]], %[[TURN:.*]] = %[[T]]) -> (index, i32, i32) {
// CHECK: tile.await %[[TURNS]][%[[SET]]] parity = %[[TURN]] :
// CHECK-NEXT: tile.await %[[FULL]][%[[SLOT]]] parity = %[[PARITY]] :
// CHECK-NEXT: tile.ring_dot
// CHECK-NEXT: tile.arrive %[[EMPTY]][%[[SLOT]]] :
// CHECK: %[[SUM:.*]]:3 = scf.for
// CHECK: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: %[[OTHER:.*]] = arith.subi %c1, %[[SET]] : index
// CHECK-NEXT: tile.arrive %[[TURNS]][%[[OTHER]]] :
// CHECK-NEXT: tile.store %[[SUM]]#0
// CHECK-NEXT: %[[FLIPPED:.*]] = arith.xori %[[SUM]]#2, %c1_i32
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[SUM]]#1, %c1
// CHECK-NEXT: %[[WRAPS:.*]] = arith.cmpi uge, %[[NEXT]], %c3
// CHECK-NEXT: %[[AROUND:.*]] = arith.addi %[[SUM]]#1, %c-2
// CHECK-NEXT: %[[NS:.*]] = arith.select %[[WRAPS]], %[[AROUND]], %[[NEXT]]
// CHECK-NEXT: %[[NP:.*]] = arith.select %[[WRAPS]], %[[SUM]]#2, %[[FLIPPED]]
// CHECK-NEXT: %[[NT:.*]] = arith.xori %[[TURN]], %c1_i32
// CHECK-NEXT: scf.yield %[[NS]], %[[NP]], %[[NT]]
tile.func @turns(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 3, pingpong = 1>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %n = arith.constant 4 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %sum, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// Two whole rounds: the place stays.
// CHECK-LABEL: tile.func @rounds
// CHECK: products {
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %c0, %{{.*}} = %c0_i32, %[[TURN:.*]] = %{{.*}}) -> (index, i32, i32) {
// CHECK: %[[SUM:.*]]:3 = scf.for
// CHECK: tile.store
// CHECK-NEXT: %[[NT:.*]] = arith.xori %[[TURN]], %c1_i32
// CHECK-NEXT: scf.yield %[[SUM]]#1, %[[SUM]]#2, %[[NT]]
tile.func @rounds(%x: memref<?x384xbf16>, %w: memref<64x384xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 3, pingpong = 1>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %n = arith.constant 6 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %a = tile.load %x[%r, %k] : memref<?x384xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x384xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %sum, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// Each set follows the direction of the steps past the other's tiles, so that both agree with the copies, to which every other tile is backwards. Products read it no longer here.
// In a cluster a slot is empty when the products of both programs have left it; turns are the program's own.
// CHECK-LABEL: tile.func @zigzag
// CHECK-DAG: tile.alloc_barriers : <count = 3, arrivals = 8>
// CHECK-DAG: %[[TURNS:.*]] = tile.alloc_barriers : <count = 2, arrivals = 4>
// CHECK: tile.specialize_warps
// CHECK-NEXT: scf.for {{.*}} iter_args(%[[BACKWARDS:.*]] = %false,
// CHECK: arith.xori %[[BACKWARDS]], %true
// CHECK: } products {
// CHECK: tile.await %[[TURNS]]
// CHECK: tile.arrive %{{.*}} cluster = 2
// CHECK: tile.arrive %[[TURNS]][%{{.*}}] : <count = 2, arrivals = 4>
// CHECK: tile.barrier cluster
tile.func @zigzag(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 3, k_order = zigzag, cluster = [2, 1], pingpong = 1>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %c2 = arith.constant 2 : index
  %g = arith.ceildivui %m, %c64 : index
  %h = arith.ceildivui %g, %c2 : index
  %whole = arith.muli %h, %c2 : index
  tile.yield %whole
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %n = arith.constant 4 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %sum, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// How many steps there are is known at run time: where the place moves to is found before the loop.
// CHECK-LABEL: tile.func @steps
// CHECK: products {
// CHECK: %[[LENGTH:.*]] = arith.maxsi %{{.*}}, %c0
// CHECK: %[[SHIFT:.*]] = arith.remui %[[LENGTH]], %c3
// CHECK: %[[ROUNDS:.*]] = arith.divui %[[LENGTH]], %c3
// CHECK: %[[ODD:.*]] = arith.andi %[[ROUNDS]], %c1
// CHECK: %[[FLIP:.*]] = arith.index_cast %[[ODD]] : index to i32
// CHECK: scf.for
// CHECK: tile.store
// CHECK-NEXT: arith.xori %{{.*}}, %[[FLIP]]
// CHECK-NEXT: arith.addi %{{.*}}, %[[SHIFT]]
tile.func @steps(%x: memref<?x?xbf16>, %w: memref<64x?xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 3, pingpong = 1>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %h = memref.dim %x, %c1 : memref<?x?xbf16>
  %n = arith.ceildivui %h, %c64 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %a = tile.load %x[%r, %k] : memref<?x?xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x?xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %sum, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// All warps share a tile where the schedule has one set.
// CHECK-LABEL: tile.func @together
// CHECK: tile.specialize_warps registers = [40, 240] copies {
// CHECK-NOT: alloc_barriers : <count = 2
tile.func @together(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 3>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %n = arith.constant 4 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %sum, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}
