// The micro-kernel: its register block, its vectors, and that it adds to the accumulator in place.
// RUN: gl-opt %s --convert-tile-to-cpu --canonicalize --cse | FileCheck %s
// RUN: gl-opt %s --convert-tile-to-cpu=vector-length=8 --canonicalize --cse | FileCheck %s --check-prefix=SHORT

// CHECK-LABEL: func.func @product
// SHORT-LABEL: func.func @product
// The accumulator, two packed operands.
// CHECK-COUNT-3: llvm.call @malloc
// CHECK-NOT: llvm.call @malloc
// CHECK-NOT: memref.copy
// CHECK: %[[UPM:.*]] = arith.divui %{{.*}}, %c2
// CHECK: %[[INM:.*]] = arith.muli %[[UPM]], %c2
// CHECK: %[[ENDM:.*]] = arith.minsi %[[INM]], %c6
// CHECK: scf.for %{{.*}} = %c0 to %[[ENDM]] step %c1
// CHECK: %[[UPN:.*]] = arith.divui %{{.*}}, %c4
// CHECK: %[[INN:.*]] = arith.muli %[[UPN]], %c4
// CHECK: %[[ENDN:.*]] = arith.minsi %[[INN]], %c8
// Blocks of rows that lie outside the operands are neither packed nor multiplied.
// CHECK: scf.for %[[N:.*]] = %c0 to %[[ENDN]] step %c4 {
// CHECK: scf.for %[[M:.*]] = %c0 to %[[ENDM]] step %c2 {
// CHECK: %[[SUMS:.*]]:8 = scf.for %[[K:.*]] = %c0 to %{{.*}} step %c16
// CHECK: vector.load %{{.*}}[%[[M]], %[[K]]] : memref<6x40xf32>, vector<16xf32>
// CHECK: arith.mulf {{.*}} fastmath<contract> : vector<16xf32>
// CHECK: arith.addf {{.*}} fastmath<contract> : vector<16xf32>
// The last 8 columns, in a vector padded with zeros.
// CHECK: %[[PART:.*]] = vector.load %{{.*}}[%[[M]], %c32] : memref<6x40xf32>, vector<8xf32>
// CHECK: vector.insert_strided_slice %[[PART]], %{{.*}} {offsets = [0], strides = [1]} : vector<8xf32> into vector<16xf32>
// Four sums become one vector: 16 partial sums of each are halved until one is left.
// CHECK: vector.shuffle {{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23]
// CHECK: vector.shuffle {{.*}} [0, 2, 4, 6] : vector<8xf32>, vector<8xf32>
// CHECK: %[[OLD:.*]] = vector.load %[[ACC:.*]][%[[M]], %[[N]]] : memref<6x8xf32>, vector<4xf32>
// CHECK: %[[NEW:.*]] = arith.addf %[[OLD]], %{{.*}} : vector<4xf32>
// CHECK: vector.store %[[NEW]], %[[ACC]][%[[M]], %[[N]]] : memref<6x8xf32>, vector<4xf32>
// CHECK-NOT: memref.copy
// SHORT: scf.for %{{.*}} = %c0 to %{{.*}} step %c8 iter_args({{.*}}) -> (vector<8xf32>
// SHORT-NOT: vector.insert_strided_slice
// CHECK: return
// SHORT: return
tile.func @product(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %y: memref<?x?xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = cpu, tile = [6, 8, 40], micro = [2, 4], vector = 1>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %k = memref.dim %a, %c1 : memref<?x?xf32>
  %zero = arith.constant dense<0.0> : tensor<6x8xf32>
  %sum = scf.for %i = %c0 to %k step %c40 iter_args(%acc = %zero) -> tensor<6x8xf32> {
    %l = tile.load %a[%c0, %i] : memref<?x?xf32> -> tensor<6x40xf32>
    %r = tile.load %b[%c0, %i] : memref<?x?xf32> -> tensor<8x40xf32>
    %d = tile.dot %l, %r, %acc : tensor<6x40xf32>, tensor<8x40xf32>, tensor<6x8xf32>
    scf.yield %d : tensor<6x8xf32>
  }
  tile.store %sum, %y[%c0, %c0] : tensor<6x8xf32>, memref<?x?xf32>
  tile.return
}

// Without a schedule blocks are 4 x 4; 5 rows are one block and one row, 3 columns one block of 3.
// CHECK-LABEL: func.func @ragged
// CHECK: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>) {
// CHECK: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>) {
// CHECK: return
tile.func @ragged(%a: memref<5x64xf32>, %b: memref<3x64xf32>, %y: memref<5x3xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<5x3xf32>
  %l = tile.load %a[%c0, %c0] : memref<5x64xf32> -> tensor<5x64xf32>
  %r = tile.load %b[%c0, %c0] : memref<3x64xf32> -> tensor<3x64xf32>
  %d = tile.dot %l, %r, %zero : tensor<5x64xf32>, tensor<3x64xf32>, tensor<5x3xf32>
  tile.store %d, %y[%c0, %c0] : tensor<5x3xf32>, memref<5x3xf32>
  tile.return
}
