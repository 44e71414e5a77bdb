// What upstream's canonicalization and CSE may and may not do to tile programs.
// RUN: gl-opt %s --canonicalize --cse --split-input-file | FileCheck %s

// Pure operations without uses go away, equal ones become one; loads are kept apart from stores.
// CHECK-LABEL: tile.func @pure(
// CHECK: tile.program_id 0
// CHECK-NOT: tile.program_id
// CHECK: tile.load
// CHECK: tile.store
// CHECK: %[[T:.*]] = tile.load
// CHECK: tile.store %[[T]]
// CHECK-NEXT: tile.return
tile.func @pure(%x: memref<?xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %p = tile.program_id 0
  %q = tile.program_id 0
  %t = tile.load %x[%p] : memref<?xf32> -> tensor<8xf32>
  %dead = tile.reduce %t axis = 0 kind = <add> : tensor<8xf32> -> tensor<f32>
  tile.store %t, %x[%c0] : tensor<8xf32>, memref<?xf32>
  %u = tile.load %x[%q] : memref<?xf32> -> tensor<8xf32>
  tile.store %u, %x[%p] : tensor<8xf32>, memref<?xf32>
  tile.return
}

// -----

// A load without uses has no effect that is missed.
// CHECK-LABEL: tile.func @dead_load(
// CHECK-NOT: tile.load
// CHECK: tile.return
tile.func @dead_load(%x: memref<?xf32>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %t = tile.load %x[%c0] : memref<?xf32> -> tensor<8xf32>
  tile.return
}

// -----

// The grid keeps asking for the dims at run time.
// CHECK-LABEL: tile.func @grid(
// CHECK: %[[N:.*]] = memref.dim
// CHECK: %[[G:.*]] = arith.ceildivui %[[N]]
// CHECK: tile.yield %[[G]]
tile.func @grid(%x: memref<?xf32>) grid {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %g = arith.ceildivui %n, %c8 : index
  tile.yield %g
} {
  tile.return
}
