// Sizes of results in terms of operands, through upstream's pass that asks the interface.
// RUN: gl-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @stacked(
// CHECK-SAME: %[[X:.*]]: tensor<?x?x?xf32>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[R:.*]] = tensor.dim %[[X]], %[[C0]]
// CHECK-DAG: %[[B:.*]] = tensor.dim %[[X]], %[[C1]]
// CHECK-DAG: %[[H:.*]] = tensor.dim %[[X]], %[[C2]]
// CHECK-DAG: %[[K:.*]] = arith.muli %[[R]], %[[H]] : index
// CHECK: return %[[B]], %[[K]]
func.func @stacked(%x: tensor<?x?x?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %g = gl.gather_concat stacked %x : tensor<?x?x?xf32> -> tensor<?x?xf32>
  %m = tensor.dim %g, %c0 : tensor<?x?xf32>
  %k = tensor.dim %g, %c1 : tensor<?x?xf32>
  return %m, %k : index, index
}

// -----

// CHECK-LABEL: func.func @stacked_axis_0(
// CHECK-SAME: %[[X:.*]]: tensor<4x?x8xf32>
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[B:.*]] = tensor.dim %[[X]], %[[C1]]
// CHECK: %[[M:.*]] = arith.muli %[[B]], %[[C4]] : index
// CHECK: return %[[M]]
func.func @stacked_axis_0(%x: tensor<4x?x8xf32>) -> index {
  %c0 = arith.constant 0 : index
  %g = gl.gather_concat stacked %x {axis = 0} : tensor<4x?x8xf32> -> tensor<?x8xf32>
  %m = tensor.dim %g, %c0 : tensor<?x8xf32>
  return %m : index
}

// -----

// Static sizes of operands fold even where the result's type forgot them.
// CHECK-LABEL: func.func @known_sizes
// CHECK-DAG: %[[C12:.*]] = arith.constant 12 : index
// CHECK-DAG: %[[C128:.*]] = arith.constant 128 : index
// CHECK-DAG: %[[C34:.*]] = arith.constant 34 : index
// CHECK: return %[[C12]], %[[C128]], %[[C34]]
func.func @known_sizes(%x: tensor<4x12x32xf32>, %p: tensor<3x11xf32>, %q: tensor<3x23xf32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %g = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<?x?xf32>
  %m = tensor.dim %g, %c0 : tensor<?x?xf32>
  %k = tensor.dim %g, %c1 : tensor<?x?xf32>
  %c = gl.gather_concat %p, %q : tensor<3x11xf32>, tensor<3x23xf32> -> tensor<?x?xf32>
  %n = tensor.dim %c, %c1 : tensor<?x?xf32>
  return %m, %k, %n : index, index, index
}

// -----

// CHECK-LABEL: func.func @variadic(
// CHECK-SAME: %[[P:.*]]: tensor<?x?xf16>, %[[Q:.*]]: tensor<?x23xf16>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C23:.*]] = arith.constant 23 : index
// CHECK-DAG: %[[B:.*]] = tensor.dim %[[P]], %[[C0]]
// CHECK-DAG: %[[H:.*]] = tensor.dim %[[P]], %[[C1]]
// CHECK: %[[K:.*]] = arith.addi %[[H]], %[[C23]] : index
// CHECK: return %[[B]], %[[K]]
func.func @variadic(%p: tensor<?x?xf16>, %q: tensor<?x23xf16>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = gl.gather_concat %p, %q : tensor<?x?xf16>, tensor<?x23xf16> -> tensor<?x?xf16>
  %m = tensor.dim %c, %c0 : tensor<?x?xf16>
  %k = tensor.dim %c, %c1 : tensor<?x?xf16>
  return %m, %k : index, index
}

// -----

// CHECK-LABEL: func.func @matmul(
// CHECK-SAME: %[[X:.*]]: tensor<?x?x5xf32>, %[[W:.*]]: tensor<?x5xf32>, %[[T:.*]]: tensor<5x?xf32>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[M:.*]] = tensor.dim %[[X]], %[[C1]]
// CHECK-DAG: %[[N:.*]] = tensor.dim %[[W]], %[[C0]]
// CHECK-DAG: %[[NT:.*]] = tensor.dim %[[T]], %[[C1]]
// CHECK: return %[[M]], %[[N]], %[[NT]]
func.func @matmul(%x: tensor<?x?x5xf32>, %w: tensor<?x5xf32>, %t: tensor<5x?xf32>) -> (index, index, index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %y = gl.matmul_bias %x, %w : tensor<?x?x5xf32>, tensor<?x5xf32> -> tensor<?x?x?xf32>
  %z = gl.matmul_bias %x, %t {rhs_layout = #gl.rhs_layout<kn>} : tensor<?x?x5xf32>, tensor<5x?xf32> -> tensor<?x?x?xf32>
  %m = tensor.dim %y, %c1 : tensor<?x?x?xf32>
  %n = tensor.dim %y, %c2 : tensor<?x?x?xf32>
  %nt = tensor.dim %z, %c2 : tensor<?x?x?xf32>
  return %m, %n, %nt : index, index, index
}

// -----

// M is dim 1 of the stack; N is the product of the two outer dims of the weight.
// CHECK-LABEL: func.func @fused(
// CHECK-SAME: %[[X:.*]]: tensor<?x?x?xf32>, %[[W:.*]]: tensor<?x?x?xf32>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[M:.*]] = tensor.dim %[[X]], %[[C1]]
// CHECK-DAG: %[[N0:.*]] = tensor.dim %[[W]], %[[C0]]
// CHECK-DAG: %[[N1:.*]] = tensor.dim %[[W]], %[[C1]]
// CHECK: %[[N:.*]] = arith.muli %[[N0]], %[[N1]] : index
// CHECK: return %[[M]], %[[N]]
func.func @fused(%x: tensor<?x?x?xf32>, %w: tensor<?x?x?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = gl.fused_matmul lhs(%x : tensor<?x?x?xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<?x?x?xf32>) maps [affine_map<(n, k)[A, B, K] -> (n floordiv B, n mod B, k)>] ins() maps []
      -> tensor<?x?xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  %m = tensor.dim %y, %c0 : tensor<?x?xf32>
  %n = tensor.dim %y, %c1 : tensor<?x?xf32>
  return %m, %n : index, index
}

// -----

// The result splits N over two dims of unknown sizes and no operand says how: the dim stays a question to the result, without an error.
// CHECK-LABEL: func.func @fused_unknown
// CHECK: %[[Y:.*]] = gl.fused_matmul
// CHECK: tensor.dim %[[Y]]
func.func @fused_unknown(%x: tensor<3x5xf32>, %w: tensor<?x5xf32>) -> index {
  %c1 = arith.constant 1 : index
  %y = gl.fused_matmul lhs(%x : tensor<3x5xf32>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<?x5xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins() maps []
      -> tensor<3x?x?xf32> map affine_map<(m, n)[M, A, B] -> (m, n floordiv B, n mod B)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  %a = tensor.dim %y, %c1 : tensor<3x?x?xf32>
  return %a : index
}
