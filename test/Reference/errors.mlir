// What the reference cannot interpret is an error where it stands.
// RUN: not gl-run %s --device=reference --function=unknown 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not gl-run %s --device=reference --function=sizes '--input=ones[2,3]' '--input=ones[4,2]' 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not gl-run %s --device=reference --function=sizes '--input=ones[2,1]' '--input=ones[4,40]' 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: not gl-run %s --device=reference --function=rows '--input=ones[2,3]' '--input=ones[1,3]' 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: not gl-run %s --device=reference --function=cast '--input=ones[5]' 2>&1 | FileCheck %s --check-prefix=CAST
// RUN: not gl-run %s --device=reference --function=declared 2>&1 | FileCheck %s --check-prefix=DECLARED
// RUN: not gl-run %s --device=reference --function=integers 2>&1 | FileCheck %s --check-prefix=INTEGERS

// UNKNOWN: errors.mlir:[[#@LINE+2]]:8: error: 'tensor.pad' op cannot be interpreted by the float64 reference
func.func @unknown(%x: tensor<2xf32>, %v: tensor<f32>) -> tensor<3xf32> {
  %y = tensor.pad %x low[0] high[1] {
  ^bb0(%i: index):
    %c = arith.constant 0.0 : f32
    tensor.yield %c : f32
  } : tensor<2xf32> to tensor<3xf32>
  return %y : tensor<3xf32>
}

// SIZES: errors.mlir:[[#@LINE+3]]:8: error: 'gl.matmul_bias' op has K = 3 in lhs and 2 in rhs
// ONE: errors.mlir:[[#@LINE+2]]:8: error: 'gl.matmul_bias' op has K = 1 in lhs and 40 in rhs
func.func @sizes(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %y = gl.matmul_bias %x, %w : tensor<?x?xf32>, tensor<?x?xf32> -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// ROWS: errors.mlir:[[#@LINE+2]]:8: error: 'gl.gather_concat' op joins parts that differ in dim 0: (2, 3) and (1, 3)
func.func @rows(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %y = gl.gather_concat %x, %w : tensor<?x?xf32>, tensor<?x?xf32> -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// CAST: errors.mlir:[[#@LINE+2]]:8: error: 'tensor.cast' op makes a tensor of shape (5,), its type is 'tensor<4xf32>'
func.func @cast(%x: tensor<?xf32>) -> tensor<4xf32> {
  %y = tensor.cast %x : tensor<?xf32> to tensor<4xf32>
  return %y : tensor<4xf32>
}

// DECLARED: error: function 'declared' has no body
func.func private @declared(tensor<2xf32>) -> tensor<2xf32>

// INTEGERS: error: function 'integers': x has type tensor<2xi32>; gl-run passes tensors of floats
func.func @integers(%x: tensor<2xi32>) -> tensor<2xi32> {
  return %x : tensor<2xi32>
}
