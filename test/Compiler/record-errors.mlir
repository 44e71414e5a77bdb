// What a bundle cannot express is refused at the operation.

// RUN: split-file %s %t
// RUN: not gl-compile %t/argument.mlir --target=cpu 2>&1 | FileCheck %t/argument.mlir
// RUN: not gl-compile %t/returns-argument.mlir --target=cpu 2>&1 | FileCheck %t/returns-argument.mlir
// RUN: not gl-compile %t/twice.mlir --target=cpu 2>&1 | FileCheck %t/twice.mlir
// RUN: not gl-compile %t/op.mlir --target=cpu 2>&1 | FileCheck %t/op.mlir
// RUN: not gl-compile %t/branches.mlir --target=cpu 2>&1 | FileCheck %t/branches.mlir
// RUN: not gl-compile %t/shape.mlir --target=cpu 2>&1 | FileCheck %t/shape.mlir
// RUN: not gl-compile %t/check.mlir --target=cpu 2>&1 | FileCheck %t/check.mlir
// RUN: not gl-compile %t/grid.mlir --target=cpu 2>&1 | FileCheck %t/grid.mlir
// RUN: not gl-compile %t/never.mlir --target=cpu 2>&1 | FileCheck %t/never.mlir
// RUN: not gl-compile %t/tree.mlir --target=cpu 2>&1 | FileCheck %t/tree.mlir
// RUN: not gl-compile %t/none.mlir --target=cpu 2>&1 | FileCheck %t/none.mlir
// RUN: not gl-compile %t/late.mlir --target=cpu 2>&1 | FileCheck %t/late.mlir

//--- argument.mlir
// CHECK: argument.mlir:2:35: error: argument 1 of 'f' is 'i32'; gl compiles functions of ranked tensors of f32, f16, bf16, f8E4M3FN and f8E5M2
func.func @f(%x: tensor<4x8xf32>, %n: i32) {
  return
}

//--- returns-argument.mlir
// CHECK: returns-argument.mlir:3:3: error: 'func.return' op returns as result 0 of 'f' what no kernel writes
func.func @f(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  return %x : tensor<4x8xf32>
}

//--- twice.mlir
// CHECK: twice.mlir:4:3: error: 'func.return' op returns one value twice, as results 0 and 1 of 'f'
func.func @f(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %y = tile.launch [@k] (%x) [] : (tensor<4xf32>) -> tensor<4xf32>
  return %y, %y : tensor<4xf32>, tensor<4xf32>
}
tile.func @k(%x: memref<4xf32>, %y: memref<4xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

//--- op.mlir
// CHECK: op.mlir:4:8: error: 'tensor.pad' op is left in 'f' and no kernel does it; gl compiles gl.matmul_bias, gl.gather_concat, what fuses with them, and the arithmetic of their sizes
func.func @f(%x: tensor<4xf32>) -> tensor<6xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<4xf32> to tensor<6xf32>
  %y = tile.launch [@k] (%p) [] : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}
tile.func @k(%x: memref<6xf32>, %y: memref<6xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

//--- branches.mlir
// CHECK: branches.mlir:2:1: error: 'func.func' op has branches; gl compiles straight-line functions
func.func @f(%x: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %empty = arith.cmpi eq, %n, %c0 : index
  cf.cond_br %empty, ^forever, ^end
^forever:
  cf.br ^forever
^end:
  return
}

//--- shape.mlir
// CHECK: shape.mlir:6:8: error: 'arith.shli' op cannot be evaluated at launch; a bundle knows constants, dims and strides of tensors and arith's addi
// CHECK: shape.mlir:7:8: note: used here
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = arith.shli %n, %n : index
  %y = tile.launch [@k] (%x) [%m] : (tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
tile.func @k(%x: memref<?xf32>, %y: memref<?xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

//--- check.mlir
// CHECK: check.mlir:8:3: error: 'cf.assert' op checks a comparison 'ne'; a bundle knows eq, sle, ule, sge and uge
func.func @f(%x: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %ok = arith.cmpi ne, %n, %c0 : index
  // A comparison that a bundle cannot make.

  cf.assert %ok, "empty"
  return
}

//--- grid.mlir
// CHECK: grid.mlir:9:8: error: 'memref.dim' op is not a constant dim of an argument
func.func @f(%x: tensor<?xf32>) -> tensor<4xf32> {
  %y = tile.launch [@k] (%x) [] : (tensor<?xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
tile.func @k(%x: memref<?xf32>, %y: memref<4xf32> {tile.output}) grid {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %g = memref.dim %x, %n : memref<?xf32>
  tile.yield %g
} {
  tile.return
}

//--- never.mlir
// CHECK: never.mlir:4:3: error: 3 is not 4
func.func @f(%x: tensor<4xf32>) {
  %false = arith.constant false
  cf.assert %false, "3 is not 4"
  return
}

//--- tree.mlir
// CHECK: tree.mlir:18:8: error: 'tile.launch' op uses an index expression of more than 4096 operations
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n0 = tensor.dim %x, %c0 : tensor<?xf32>
  %n1 = arith.addi %n0, %n0 : index
  %n2 = arith.addi %n1, %n1 : index
  %n3 = arith.addi %n2, %n2 : index
  %n4 = arith.addi %n3, %n3 : index
  %n5 = arith.addi %n4, %n4 : index
  %n6 = arith.addi %n5, %n5 : index
  %n7 = arith.addi %n6, %n6 : index
  %n8 = arith.addi %n7, %n7 : index
  %n9 = arith.addi %n8, %n8 : index
  %n10 = arith.addi %n9, %n9 : index
  %n11 = arith.addi %n10, %n10 : index
  %n12 = arith.addi %n11, %n11 : index
  %n13 = arith.addi %n12, %n12 : index
  %y = tile.launch [@k] (%x) [%n13] : (tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
tile.func @k(%x: memref<?xf32>, %y: memref<?xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

//--- none.mlir
// CHECK: error: the module has no public func.func, so a bundle of it would have no function to call
func.func private @f(%x: tensor<4xf32>) {
  return
}

//--- late.mlir
// CHECK: error: the module is past the tile level already
llvm.func @k()
