// Loops carry no buffers, and each buffer is allocated once, before the loop over programs.
// RUN: gl-opt %s --convert-tile-to-cpu --canonicalize --cse | FileCheck %s

// Two tiles change places: each is copied aside before either is overwritten.
// CHECK-LABEL: func.func @exchange
// CHECK-COUNT-6: llvm.call @malloc
// CHECK: scf.for
// CHECK-NOT: llvm.call @malloc
// CHECK-NOT: memref.alloc
// CHECK: scf.for %{{.*}} = %c0 to %c3 step %c1 {
// CHECK-NEXT: memref.copy %[[B:.*]], %[[TB:.*]] : memref<8xf32> to memref<8xf32>
// CHECK-NEXT: memref.copy %[[A:.*]], %[[TA:.*]] : memref<8xf32> to memref<8xf32>
// CHECK-DAG: memref.copy %[[TB]], %[[A]] :
// CHECK-DAG: memref.copy %[[TA]], %[[B]] :
// CHECK-COUNT-6: llvm.call @free
tile.func @exchange(%x: memref<8xf32>, %y: memref<8xf32> {tile.output}, %z: memref<8xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = tile.load %x[%c0] : memref<8xf32> -> tensor<8xf32>
  %b = arith.addf %a, %a : tensor<8xf32>
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%p = %a, %q = %b) -> (tensor<8xf32>, tensor<8xf32>) {
    scf.yield %q, %p : tensor<8xf32>, tensor<8xf32>
  }
  tile.store %r#0, %y[%c0] : tensor<8xf32>, memref<8xf32>
  tile.store %r#1, %z[%c0] : tensor<8xf32>, memref<8xf32>
  tile.return
}

// An accumulator of element-wise operations stays where it is.
// CHECK-LABEL: func.func @accumulate
// CHECK-COUNT-2: llvm.call @malloc
// CHECK-NOT: llvm.call @malloc
// CHECK-NOT: memref.copy
// CHECK: return
tile.func @accumulate(%x: memref<?xf32>, %y: memref<8xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %r = scf.for %i = %c0 to %n step %c8 iter_args(%acc = %zero) -> tensor<8xf32> {
    %t = tile.load %x[%i] : memref<?xf32> -> tensor<8xf32>
    %s = arith.mulf %t, %t : tensor<8xf32>
    %u = arith.addf %s, %acc : tensor<8xf32>
    scf.yield %u : tensor<8xf32>
  }
  tile.store %r, %y[%c0] : tensor<8xf32>, memref<8xf32>
  tile.return
}
