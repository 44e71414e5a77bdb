// Kernels count M, N and K in 32 bits. The runtime limits single dims; where M, N or K is several dims of every tensor, a check limits the product.

// RUN: gl-compile %s --target=cpu -o %t.bundle
// RUN: %python %S/Inputs/record.py %t.bundle | FileCheck %s

// CHECK: function rows
// CHECK{LITERAL}: check {"le": [["mul", ["dim", 0, 1], ["dim", 0, 2]], 2147418111], "text": "rows (M) must be at most 2147418111"}
// CHECK-NOT: must be at most
// CHECK: function one_dim
// CHECK-NOT: must be at most
// CHECK: function copied
// CHECK{LITERAL}: check {"le": [["mul", ["dim", 0, 0], ["dim", 0, 1]], 2147418111], "text": "rows, the product of all dims but the joined one must be at most 2147418111"}

func.func @rows(%x: tensor<4x?x?x32xf32>, %w: tensor<56x128xf32>) -> tensor<?x?x56xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x?x?x32xf32> -> tensor<?x?x128xf32>
  %y = gl.matmul_bias %g, %w : tensor<?x?x128xf32>, tensor<56x128xf32> -> tensor<?x?x56xf32>
  return %y : tensor<?x?x56xf32>
}

func.func @one_dim(%x: tensor<?x?x?xf32>, %w: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %g = gl.gather_concat stacked %x : tensor<?x?x?xf32> -> tensor<?x?xf32>
  %y = gl.matmul_bias %g, %w : tensor<?x?xf32>, tensor<?x?xf32> -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

func.func @copied(%x: tensor<?x?x4xf32>, %z: tensor<?x?x4xf32>) -> tensor<?x?x8xf32> {
  %g = gl.gather_concat %x, %z {axis = 2 : i64} : tensor<?x?x4xf32>, tensor<?x?x4xf32> -> tensor<?x?x8xf32>
  return %g : tensor<?x?x8xf32>
}
