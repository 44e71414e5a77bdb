func.func @main(%x: tensor<4x?x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) -> tensor<?x56xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x?x32xf32> -> tensor<?x128xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<?x128xf32>, tensor<56x128xf32>, tensor<56xf32> -> tensor<?x56xf32>
  return %y : tensor<?x56xf32>
}
