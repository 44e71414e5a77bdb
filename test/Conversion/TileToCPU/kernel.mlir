// The function that the runtime calls: parameters in the order of KernelABI.h, grid dim 0 fastest, scratch once per call.
// RUN: gl-opt %s --convert-tile-to-cpu --canonicalize --cse | FileCheck %s

// CHECK-NOT: @host
// CHECK: llvm.func @malloc(i64) -> (!llvm.ptr {llvm.noalias})
// CHECK-LABEL: func.func @copy(
// CHECK-SAME: %[[PARAMS:.*]]: !llvm.ptr, %[[BEGIN:.*]]: i64, %[[END:.*]]: i64) {
// CHECK: %[[MEMORY:.*]] = llvm.call @malloc
// CHECK-NOT: llvm.call @malloc
// Parameter 0 is the address of %x, 1 its dynamic dim, 2 its dynamic stride, 3 the address of %y, 4 its dynamic dim.
// CHECK: %[[S0:.*]] = llvm.load %[[PARAMS]] : !llvm.ptr -> !llvm.ptr
// CHECK: llvm.load %[[S0]] : !llvm.ptr -> !llvm.ptr
// CHECK: llvm.getelementptr %[[PARAMS]][1]
// CHECK: %[[X1:.*]] = arith.index_cast
// CHECK: llvm.getelementptr %[[PARAMS]][2]
// CHECK: %[[STRIDE:.*]] = arith.index_cast
// CHECK: llvm.getelementptr %[[PARAMS]][3]
// CHECK: llvm.getelementptr %[[PARAMS]][4]
// CHECK-NOT: llvm.getelementptr %[[PARAMS]]
// CHECK: %[[B:.*]] = arith.index_cast %[[BEGIN]] : i64 to index
// CHECK: %[[E:.*]] = arith.index_cast %[[END]] : i64 to index
// CHECK: scf.for %[[P:.*]] = %[[B]] to %[[E]]
// The grid is 3 x (dim of %y / 8).
// CHECK: %[[P0:.*]] = arith.remui %[[P]], %c3
// CHECK: %[[P1:.*]] = arith.divui %[[P]], %c3
// CHECK: arith.muli %[[P1]], %c8
// CHECK-NOT: memref.alloc
// CHECK: llvm.call @free(%[[MEMORY]])
// CHECK-NEXT: return
tile.func @copy(%x: memref<12x?xf32, strided<[?, 1]>>, %y: memref<12x?xf32, strided<[64, 1]>> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %y, %c1 : memref<12x?xf32, strided<[64, 1]>>
  %g = arith.ceildivui %n, %c8 : index
  tile.yield %c3, %g
} {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %p0 = tile.program_id 0
  %p1 = tile.program_id 1
  %i = arith.muli %p0, %c4 : index
  %j = arith.muli %p1, %c8 : index
  %t = tile.load %x[%i, %j] : memref<12x?xf32, strided<[?, 1]>> -> tensor<4x8xf32>
  tile.store %t, %y[%i, %j] : tensor<4x8xf32>, memref<12x?xf32, strided<[64, 1]>>
  tile.return
}

func.func @host(%x: tensor<12x?xf32>, %n: index) -> tensor<12x?xf32> {
  %y = tile.launch [@copy] (%x) [%n] : (tensor<12x?xf32>) -> tensor<12x?xf32>
  return %y : tensor<12x?xf32>
}
