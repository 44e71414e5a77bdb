// A step's quotient and remainder by what is known at run time only are counted in place of divided.
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-reduce-divisions,canonicalize,cse))' --split-input-file | FileCheck %s

// Forwards from the first step, by a dim: the remainder begins anew where it is the divisor less one, and the quotient goes on. One division is enough for both.
// CHECK-LABEL: tile.func @forwards
// CHECK: %[[D:.*]] = memref.dim %arg0, %c0
// CHECK: %[[SAFE:.*]] = arith.maxui %[[D]], %c1
// CHECK: %[[END:.*]] = arith.subi %[[SAFE]], %c1
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c1 iter_args(%[[Q:.*]] = %{{.*}}, %[[R:.*]] = %{{.*}}) -> (index, index) {
// CHECK-NOT: arith.divui
// CHECK-NOT: arith.remui
// CHECK: tile.load %arg0[%[[Q]]]
// CHECK: tile.load %arg0[%[[R]]]
// CHECK: %[[LAST:.*]] = arith.cmpi eq, %[[R]], %[[END]] : index
// CHECK: %[[NQ:.*]] = arith.addi %[[Q]], %c1 : index
// CHECK: %[[NR:.*]] = arith.addi %[[R]], %c1 : index
// CHECK: %[[YQ:.*]] = arith.select %[[LAST]], %[[NQ]], %[[Q]] : index
// CHECK: %[[YR:.*]] = arith.select %[[LAST]], %c0, %[[NR]] : index
// CHECK: scf.yield %[[YQ]], %[[YR]] : index, index
tile.func @forwards(%x: memref<?xf32>, %y: memref<?xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %x, %c0 : memref<?xf32>
  %n = memref.dim %y, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %q = arith.divui %i, %d : index
    %r = arith.remui %i, %d : index
    %a = tile.load %x[%q] : memref<?xf32> -> tensor<4xf32>
    %b = tile.load %x[%r] : memref<?xf32> -> tensor<4xf32>
    %s = arith.addf %a, %b : tensor<4xf32>
    tile.store %s, %y[%i] : tensor<4xf32>, memref<?xf32>
  }
  tile.return
}

// -----

// Either way, as tiles take them in turns: start, end and direction are those of the way.
// CHECK-LABEL: tile.func @zigzag
// CHECK: scf.for %{{.*}} iter_args(%[[BACK:.*]] = %false) -> (i1) {
// CHECK: %[[LASTSTEP:.*]] = arith.subi %{{.*}}, %c1
// CHECK-DAG: %[[DELTA:.*]] = arith.select %[[BACK]], %c-1, %c1
// CHECK-DAG: %[[EDGE:.*]] = arith.select %[[BACK]], %c0, %[[END:.*]] : index
// CHECK-DAG: %[[FIRST:.*]] = arith.select %[[BACK]], %[[END]], %c0 : index
// CHECK-DAG: %[[START:.*]] = arith.select %[[BACK]], %{{.*}}, %{{.*}} : index
// CHECK: scf.for %{{.*}} iter_args(%[[Q:.*]] = %{{.*}}, %[[R:.*]] = %{{.*}}) -> (index, index) {
// CHECK-NOT: arith.divui
// CHECK: %[[LAST:.*]] = arith.cmpi eq, %[[R]], %[[EDGE]] : index
// CHECK: arith.addi %[[Q]], %[[DELTA]] : index
// CHECK: arith.addi %[[R]], %[[DELTA]] : index
// CHECK: arith.select %[[LAST]], %[[FIRST]], %{{.*}} : index
tile.func @zigzag(%x: memref<?xf32>, %y: memref<?xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %false = arith.constant false
  %true = arith.constant true
  %d = memref.dim %x, %c0 : memref<?xf32>
  %n = memref.dim %y, %c0 : memref<?xf32>
  %turns = scf.for %t = %c0 to %c8 step %c1 iter_args(%back = %false) -> (i1) {
    %last = arith.subi %n, %c1 : index
    scf.for %i = %c0 to %n step %c1 {
      %mirrored = arith.subi %last, %i : index
      %k = arith.select %back, %mirrored, %i : index
      %q = arith.divui %k, %d : index
      %r = arith.remui %k, %d : index
      %a = tile.load %x[%q] : memref<?xf32> -> tensor<4xf32>
      %b = tile.load %x[%r] : memref<?xf32> -> tensor<4xf32>
      %s = arith.addf %a, %b : tensor<4xf32>
      tile.store %s, %y[%k] : tensor<4xf32>, memref<?xf32>
    }
    %other = arith.xori %back, %true : i1
    scf.yield %other : i1
  }
  tile.return
}

// -----

// What stays: a constant divisor, one that the loop computes, steps of more than one, and a number that is not the step's.
// CHECK-LABEL: tile.func @kept
// CHECK-NOT: iter_args
// CHECK: arith.divui %{{.*}}, %c3
// CHECK: arith.remui
// CHECK: arith.divui
// CHECK: arith.divui
tile.func @kept(%x: memref<?xf32>, %y: memref<?xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %d = memref.dim %x, %c0 : memref<?xf32>
  %n = memref.dim %y, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %q = arith.divui %i, %c3 : index
    %e = arith.addi %i, %d : index
    %r = arith.remui %i, %e : index
    %o = arith.divui %e, %d : index
    %a = tile.load %x[%q] : memref<?xf32> -> tensor<4xf32>
    %b = tile.load %x[%r] : memref<?xf32> -> tensor<4xf32>
    %c = tile.load %x[%o] : memref<?xf32> -> tensor<4xf32>
    %s = arith.addf %a, %b : tensor<4xf32>
    %t = arith.addf %s, %c : tensor<4xf32>
    tile.store %t, %y[%i] : tensor<4xf32>, memref<?xf32>
  }
  scf.for %i = %c0 to %n step %c2 {
    %q = arith.divui %i, %d : index
    %a = tile.load %x[%q] : memref<?xf32> -> tensor<4xf32>
    tile.store %a, %y[%i] : tensor<4xf32>, memref<?xf32>
  }
  tile.return
}
