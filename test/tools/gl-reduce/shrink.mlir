// gl-reduce cuts a module down to the operation that the test script looks for.
// RUN: gl-reduce %s --reduction-tree='traversal-mode=0 test=%S/Inputs/has-relu.sh' | FileCheck %s

// CHECK-NOT: @unrelated
// CHECK: func.func @keep
// CHECK: gl.matmul_bias {{.*}}#gl.activation<relu>
// CHECK-NOT: @unrelated
func.func @unrelated_1(%x: tensor<4x12x32xf32>) -> tensor<12x128xf32> {
  %0 = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32>
  return %0 : tensor<12x128xf32>
}

func.func @keep(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>) -> tensor<12x56xf32> {
  %0 = gl.matmul_bias %x, %w {activation = #gl.activation<relu>} : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  return %0 : tensor<12x56xf32>
}

func.func @unrelated_2(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>) -> tensor<12x56xf32> {
  %0 = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  return %0 : tensor<12x56xf32>
}
