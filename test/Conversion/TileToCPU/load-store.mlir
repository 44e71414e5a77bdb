// How tiles are moved: in runs where the map allows it, element by element where it does not.
// RUN: gl-opt %s --convert-tile-to-cpu --canonicalize --cse --split-input-file | FileCheck %s

// A gathered row is walked in runs of at most H - k mod H; a divisor that may be 0 is not divided by; an unknown stride
// gets a loop for 1 and one for the rest.
// CHECK-LABEL: func.func @gather
// CHECK: scf.for
// CHECK: scf.for %{{.*}} = %c0 to %c4 step %c1
// CHECK: %[[INROW:.*]] = arith.cmpi ult
// CHECK: scf.while (%[[AT:.*]] = %c0)
// CHECK: arith.cmpi ult, %[[AT]], %c32
// CHECK: ^bb0(%[[I:.*]]: index):
// CHECK: %[[H:.*]] = arith.maxui %{{.*}}, %c1
// CHECK: %[[IN:.*]] = arith.remui %[[K:.*]], %[[H]]
// CHECK: %[[LEFT:.*]] = arith.subi %[[H]], %[[IN]]
// CHECK: arith.minsi %[[LEFT]]
// CHECK: arith.divui %[[K]], %[[H]]
// CHECK: arith.andi %[[INROW]]
// CHECK: arith.cmpi eq, %{{.*}}, %c1
// CHECK: scf.if
// CHECK: scf.for
// CHECK: %[[V:.*]] = llvm.load %{{.*}} : !llvm.ptr -> f32
// CHECK: memref.store %[[V]], %{{.*}} : memref<4x32xf32>
// CHECK: } else {
// CHECK: scf.for
// CHECK: arith.muli
// CHECK: llvm.load
tile.func @gather(%x: memref<?x?x?xf32, strided<[?, ?, ?]>>, %y: memref<4x32xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %h = memref.dim %x, %c2 : memref<?x?x?xf32, strided<[?, ?, ?]>>
  %t = tile.load %x[%c0, %c0] map affine_map<(m, k)[H] -> (k floordiv H, m, k mod H)> symbols(%h)
     : memref<?x?x?xf32, strided<[?, ?, ?]>> -> tensor<4x32xf32>
  tile.store %t, %y[%c0, %c0] : tensor<4x32xf32>, memref<4x32xf32>
  tile.return
}

// -----

// Rows of which only the other axis has stride 1 are moved along that one: the outer loop is over K. Elements of memory
// have plain addresses, so that strides may be negative.
// CHECK-LABEL: func.func @transposed
// CHECK: scf.for
// CHECK: scf.for %[[K:.*]] = %c0 to %c32 step %c1
// CHECK-NOT: scf.if
// CHECK: scf.for %[[N:.*]] =
// CHECK: llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[N]], %[[K]]] : memref<4x32xf32>
tile.func @transposed(%w: memref<?x?xf32, strided<[?, 1]>>, %y: memref<4x32xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %t = tile.load %w[%c0, %c0] map affine_map<(n, k) -> (k, n)> : memref<?x?xf32, strided<[?, 1]>> -> tensor<4x32xf32>
  tile.store %t, %y[%c0, %c0] : tensor<4x32xf32>, memref<4x32xf32>
  tile.return
}

// -----

// CHECK-LABEL: func.func @general
// CHECK: scf.for
// CHECK: scf.for %{{.*}} = %c0 to %c4
// CHECK: scf.for %{{.*}} = %c0 to %c32
// CHECK: %[[OK:.*]] = arith.cmpi ult
// CHECK: scf.if %[[OK]] {
// CHECK: llvm.load
// CHECK: } else {
// CHECK: memref.store %cst
tile.func @general(%x: memref<?xf32>, %y: memref<4x32xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %t = tile.load %x[%c0, %c0] map affine_map<(i, j) -> ((i + j * 2) floordiv 3)> : memref<?xf32> -> tensor<4x32xf32>
  tile.store %t, %y[%c0, %c0] : tensor<4x32xf32>, memref<4x32xf32>
  tile.return
}

// -----

// What feeds a product is converted to f32 once, when it is packed; another load keeps its type.
// CHECK-LABEL: func.func @half
// CHECK: %[[W:.*]] = llvm.load %{{.*}} : !llvm.ptr -> f16
// CHECK: %[[WIDE:.*]] = arith.extf %[[W]] : f16 to f32
// CHECK: memref.store %[[WIDE]], %{{.*}} : memref<4x16xf32>
// CHECK: memref.store %{{.*}}, %{{.*}} : memref<4x4xf16>
tile.func @half(%a: memref<4x16xf16>, %b: memref<4x4xf16>, %y: memref<4x4xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %t = tile.load %a[%c0, %c0] : memref<4x16xf16> -> tensor<4x16xf16>
  %i = tile.load %b[%c0, %c0] : memref<4x4xf16> -> tensor<4x4xf16>
  %acc = arith.extf %i : tensor<4x4xf16> to tensor<4x4xf32>
  %d = tile.dot %t, %t, %acc : tensor<4x16xf16>, tensor<4x16xf16>, tensor<4x4xf32>
  tile.store %d, %y[%c0, %c0] : tensor<4x4xf32>, memref<4x4xf32>
  tile.return
}
