func.func @f0(%x: tensor<4x16x8xf32>, %w: tensor<24x32xf32>) -> tensor<16x24xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf32> -> tensor<16x32xf32>
  %y = gl.matmul_bias %g, %w : tensor<16x32xf32>, tensor<24x32xf32> -> tensor<16x24xf32>
  return %y : tensor<16x24xf32>
}

func.func @f1(%x: tensor<4x16x8xf32>, %w: tensor<32x24xf32>, %b: tensor<24xf32>) -> tensor<16x24xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf32> -> tensor<16x32xf32>
  %y = gl.matmul_bias %g, %w, %b {rhs_layout = #gl.rhs_layout<kn>} : tensor<16x32xf32>, tensor<32x24xf32>, tensor<24xf32> -> tensor<16x24xf32>
  return %y : tensor<16x24xf32>
}

func.func @f2(%x: tensor<4x16x8xf32>, %w: tensor<32x24xf32>) -> tensor<16x24xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf32> -> tensor<16x32xf32>
  %y = gl.matmul_bias %g, %w {rhs_layout = #gl.rhs_layout<kn>} : tensor<16x32xf32>, tensor<32x24xf32> -> tensor<16x24xf32>
  return %y : tensor<16x24xf32>
}

func.func @f3(%x: tensor<4x16x8xf32>, %w: tensor<24x32xf32>, %b: tensor<24xf32>) -> tensor<16x24xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf32> -> tensor<16x32xf32>
  %y = gl.matmul_bias %g, %w, %b {activation = #gl.activation<relu>} : tensor<16x32xf32>, tensor<24x32xf32>, tensor<24xf32> -> tensor<16x24xf32>
  return %y : tensor<16x24xf32>
}

func.func @f4(%x: tensor<4x16x8xf32>, %w: tensor<24x32xf32>, %b: tensor<24xf32>) -> tensor<16x24xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf32> -> tensor<16x32xf32>
  %y = gl.matmul_bias %g, %w, %b {activation = #gl.activation<gelu>} : tensor<16x32xf32>, tensor<24x32xf32>, tensor<24xf32> -> tensor<16x24xf32>
  return %y : tensor<16x24xf32>
}

func.func @f5(%x: tensor<4x16x8xf32>, %w: tensor<24x32xf32>, %b: tensor<24xf32>) -> tensor<16x24xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf32> -> tensor<16x32xf32>
  %y = gl.matmul_bias %g, %w, %b {activation = #gl.activation<gelu>} : tensor<16x32xf32>, tensor<24x32xf32>, tensor<24xf32> -> tensor<16x24xf32>
  return %y : tensor<16x24xf32>
}

func.func @f6(%x: tensor<4x16x8xf32>, %w: tensor<24x32xf32>, %b: tensor<24xf32>) -> tensor<16x24xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf32> -> tensor<16x32xf32>
  %y = gl.matmul_bias %g, %w, %b {activation = #gl.activation<gelu_tanh>} : tensor<16x32xf32>, tensor<24x32xf32>, tensor<24xf32> -> tensor<16x24xf32>
  return %y : tensor<16x24xf32>
}

func.func @f7(%x: tensor<4x16x8xf32>, %w: tensor<24x32xf32>, %b: tensor<24xf32>) -> tensor<16x24xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf32> -> tensor<16x32xf32>
  %y = gl.matmul_bias %g, %w, %b {activation = #gl.activation<gelu_tanh>} : tensor<16x32xf32>, tensor<24x32xf32>, tensor<24xf32> -> tensor<16x24xf32>
  return %y : tensor<16x24xf32>
}

func.func @f8(%x: tensor<4x16x8xf32>, %w: tensor<24x32xf32>, %b: tensor<24xf32>) -> tensor<16x24xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf32> -> tensor<16x32xf32>
  %y = gl.matmul_bias %g, %w, %b {activation = #gl.activation<silu>} : tensor<16x32xf32>, tensor<24x32xf32>, tensor<24xf32> -> tensor<16x24xf32>
  return %y : tensor<16x24xf32>
}

func.func @f9(%x: tensor<4x16x8xf32>, %w: tensor<24x32xf32>, %b: tensor<24xf32>) -> tensor<16x24xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf32> -> tensor<16x32xf32>
  %y = gl.matmul_bias %g, %w, %b {activation = #gl.activation<silu>} : tensor<16x32xf32>, tensor<24x32xf32>, tensor<24xf32> -> tensor<16x24xf32>
  return %y : tensor<16x24xf32>
}

func.func @f10(%x: tensor<4x16x8xf32>, %w: tensor<24x32xf32>, %b: tensor<24xf32>) -> tensor<16x24xf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf32> -> tensor<16x32xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x32xf32>, tensor<24x32xf32>, tensor<24xf32> -> tensor<16x24xf16>
  return %y : tensor<16x24xf16>
}

func.func @f11(%x: tensor<4x16x8xf32>, %w: tensor<24x32xf32>, %b: tensor<24xf32>) -> tensor<16x24xbf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf32> -> tensor<16x32xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x32xf32>, tensor<24x32xf32>, tensor<24xf32> -> tensor<16x24xbf16>
  return %y : tensor<16x24xbf16>
}

func.func @f12(%x: tensor<4x16x8xf32>, %w: tensor<24x32xf32>, %b: tensor<24xf32>) -> tensor<16x24xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf32> -> tensor<16x32xf32>
  %y = gl.matmul_bias %g, %w, %b {precision = #gl.precision<tf32>} : tensor<16x32xf32>, tensor<24x32xf32>, tensor<24xf32> -> tensor<16x24xf32>
  return %y : tensor<16x24xf32>
}

func.func @f13(%x: tensor<4x16x8xf32>, %w: tensor<24x32xf32>, %b: tensor<24xf32>) -> tensor<16x24xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf32> -> tensor<16x32xf32>
  %y = gl.matmul_bias %g, %w, %b {precision = #gl.precision<tf32x3>} : tensor<16x32xf32>, tensor<24x32xf32>, tensor<24xf32> -> tensor<16x24xf32>
  return %y : tensor<16x24xf32>
}

func.func @f14(%x: tensor<4x16x8xf32>, %w: tensor<24x32xf32>, %b: tensor<24xf32>, %r: tensor<16x24xf32>) -> tensor<16x24xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf32> -> tensor<16x32xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x32xf32>, tensor<24x32xf32>, tensor<24xf32> -> tensor<16x24xf32>
  %z = arith.addf %y, %r : tensor<16x24xf32>
  return %z : tensor<16x24xf32>
}

func.func @f15(%x: tensor<4x16x8xf32>, %w: tensor<24x32xf32>, %b: tensor<24xf32>) -> tensor<16x24xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf32> -> tensor<16x32xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x32xf32>, tensor<24x32xf32>, tensor<24xf32> -> tensor<16x24xf32>
  %two = arith.constant dense<2.0> : tensor<16x24xf32>
  %s = arith.mulf %y, %two : tensor<16x24xf32>
  return %s : tensor<16x24xf32>
}

func.func @f16(%x: tensor<4x16x8xf32>, %w: tensor<24x32xf32>, %b: tensor<24xf32>, %r: tensor<16x24xf32>) -> tensor<16x24xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf32> -> tensor<16x32xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x32xf32>, tensor<24x32xf32>, tensor<24xf32> -> tensor<16x24xf32>
  %z = arith.addf %y, %r : tensor<16x24xf32>
  %two = arith.constant dense<2.0> : tensor<16x24xf32>
  %s = arith.mulf %z, %two : tensor<16x24xf32>
  return %s : tensor<16x24xf32>
}

func.func @f17(%x: tensor<4x16x8xf32>, %w: tensor<24x32xf32>, %b: tensor<24xf32>) -> tensor<16x24xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf32> -> tensor<16x32xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x32xf32>, tensor<24x32xf32>, tensor<24xf32> -> tensor<16x24xf32>
  %c = arith.constant dense<0.0> : tensor<16x24xf32>
  %m = arith.maximumf %y, %c : tensor<16x24xf32>
  return %m : tensor<16x24xf32>
}

func.func @f18(%x: tensor<4x16x8xf32>, %w: tensor<24x32xf32>, %b: tensor<24xf32>, %r: tensor<24xf32>) -> tensor<16x24xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf32> -> tensor<16x32xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x32xf32>, tensor<24x32xf32>, tensor<24xf32> -> tensor<16x24xf32>
  %i = tensor.empty() : tensor<16x24xf32>
  %q = linalg.broadcast ins(%r : tensor<24xf32>) outs(%i : tensor<16x24xf32>) dimensions = [0]
  %z = arith.mulf %y, %q : tensor<16x24xf32>
  return %z : tensor<16x24xf32>
}

func.func @f19(%x: tensor<4x16x8xf16>, %w: tensor<24x32xf16>) -> tensor<16x24xf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf16> -> tensor<16x32xf16>
  %y = gl.matmul_bias %g, %w : tensor<16x32xf16>, tensor<24x32xf16> -> tensor<16x24xf16>
  return %y : tensor<16x24xf16>
}

func.func @f20(%x: tensor<4x16x8xf16>, %w: tensor<32x24xf16>, %b: tensor<24xf16>) -> tensor<16x24xf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf16> -> tensor<16x32xf16>
  %y = gl.matmul_bias %g, %w, %b {rhs_layout = #gl.rhs_layout<kn>} : tensor<16x32xf16>, tensor<32x24xf16>, tensor<24xf16> -> tensor<16x24xf16>
  return %y : tensor<16x24xf16>
}

func.func @f21(%x: tensor<4x16x8xf16>, %w: tensor<32x24xf16>) -> tensor<16x24xf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf16> -> tensor<16x32xf16>
  %y = gl.matmul_bias %g, %w {rhs_layout = #gl.rhs_layout<kn>} : tensor<16x32xf16>, tensor<32x24xf16> -> tensor<16x24xf16>
  return %y : tensor<16x24xf16>
}

func.func @f22(%x: tensor<4x16x8xf16>, %w: tensor<24x32xf16>, %b: tensor<24xf16>) -> tensor<16x24xf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf16> -> tensor<16x32xf16>
  %y = gl.matmul_bias %g, %w, %b {activation = #gl.activation<relu>} : tensor<16x32xf16>, tensor<24x32xf16>, tensor<24xf16> -> tensor<16x24xf16>
  return %y : tensor<16x24xf16>
}

func.func @f23(%x: tensor<4x16x8xf16>, %w: tensor<24x32xf16>, %b: tensor<24xf16>) -> tensor<16x24xf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf16> -> tensor<16x32xf16>
  %y = gl.matmul_bias %g, %w, %b {activation = #gl.activation<gelu>} : tensor<16x32xf16>, tensor<24x32xf16>, tensor<24xf16> -> tensor<16x24xf16>
  return %y : tensor<16x24xf16>
}

func.func @f24(%x: tensor<4x16x8xf16>, %w: tensor<24x32xf16>, %b: tensor<24xf16>) -> tensor<16x24xf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf16> -> tensor<16x32xf16>
  %y = gl.matmul_bias %g, %w, %b {activation = #gl.activation<gelu>} : tensor<16x32xf16>, tensor<24x32xf16>, tensor<24xf16> -> tensor<16x24xf16>
  return %y : tensor<16x24xf16>
}

func.func @f25(%x: tensor<4x16x8xf16>, %w: tensor<24x32xf16>, %b: tensor<24xf16>) -> tensor<16x24xf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf16> -> tensor<16x32xf16>
  %y = gl.matmul_bias %g, %w, %b {activation = #gl.activation<gelu_tanh>} : tensor<16x32xf16>, tensor<24x32xf16>, tensor<24xf16> -> tensor<16x24xf16>
  return %y : tensor<16x24xf16>
}

func.func @f26(%x: tensor<4x16x8xf16>, %w: tensor<24x32xf16>, %b: tensor<24xf16>) -> tensor<16x24xf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf16> -> tensor<16x32xf16>
  %y = gl.matmul_bias %g, %w, %b {activation = #gl.activation<gelu_tanh>} : tensor<16x32xf16>, tensor<24x32xf16>, tensor<24xf16> -> tensor<16x24xf16>
  return %y : tensor<16x24xf16>
}

func.func @f27(%x: tensor<4x16x8xf16>, %w: tensor<24x32xf16>, %b: tensor<24xf16>) -> tensor<16x24xf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf16> -> tensor<16x32xf16>
  %y = gl.matmul_bias %g, %w, %b {activation = #gl.activation<silu>} : tensor<16x32xf16>, tensor<24x32xf16>, tensor<24xf16> -> tensor<16x24xf16>
  return %y : tensor<16x24xf16>
}

func.func @f28(%x: tensor<4x16x8xf16>, %w: tensor<24x32xf16>, %b: tensor<24xf16>) -> tensor<16x24xf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf16> -> tensor<16x32xf16>
  %y = gl.matmul_bias %g, %w, %b {activation = #gl.activation<silu>} : tensor<16x32xf16>, tensor<24x32xf16>, tensor<24xf16> -> tensor<16x24xf16>
  return %y : tensor<16x24xf16>
}

func.func @f29(%x: tensor<4x16x8xf16>, %w: tensor<24x32xf16>, %b: tensor<24xf32>) -> tensor<16x24xf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf16> -> tensor<16x32xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x32xf16>, tensor<24x32xf16>, tensor<24xf32> -> tensor<16x24xf16>
  return %y : tensor<16x24xf16>
}

func.func @f30(%x: tensor<4x16x8xf16>, %w: tensor<24x32xf16>, %b: tensor<24xf16>) -> tensor<16x24xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf16> -> tensor<16x32xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x32xf16>, tensor<24x32xf16>, tensor<24xf16> -> tensor<16x24xf32>
  return %y : tensor<16x24xf32>
}

func.func @f31(%x: tensor<4x16x8xf16>, %w: tensor<24x32xf16>, %b: tensor<24xf16>) -> tensor<16x24xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf16> -> tensor<16x32xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x32xf16>, tensor<24x32xf16>, tensor<24xf16> -> tensor<16x24xf32>
  return %y : tensor<16x24xf32>
}

func.func @f32(%x: tensor<4x16x8xf16>, %w: tensor<24x32xf16>, %b: tensor<24xf16>, %r: tensor<16x24xf16>) -> tensor<16x24xf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf16> -> tensor<16x32xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x32xf16>, tensor<24x32xf16>, tensor<24xf16> -> tensor<16x24xf16>
  %z = arith.addf %y, %r : tensor<16x24xf16>
  return %z : tensor<16x24xf16>
}

func.func @f33(%x: tensor<4x16x8xf16>, %w: tensor<24x32xf16>, %b: tensor<24xf16>) -> tensor<16x24xf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf16> -> tensor<16x32xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x32xf16>, tensor<24x32xf16>, tensor<24xf16> -> tensor<16x24xf16>
  %two = arith.constant dense<2.0> : tensor<16x24xf16>
  %s = arith.mulf %y, %two : tensor<16x24xf16>
  return %s : tensor<16x24xf16>
}

func.func @f34(%x: tensor<4x16x8xf16>, %w: tensor<24x32xf16>, %b: tensor<24xf16>, %r: tensor<16x24xf16>) -> tensor<16x24xf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf16> -> tensor<16x32xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x32xf16>, tensor<24x32xf16>, tensor<24xf16> -> tensor<16x24xf16>
  %z = arith.addf %y, %r : tensor<16x24xf16>
  %two = arith.constant dense<2.0> : tensor<16x24xf16>
  %s = arith.mulf %z, %two : tensor<16x24xf16>
  return %s : tensor<16x24xf16>
}

func.func @f35(%x: tensor<4x16x8xf16>, %w: tensor<24x32xf16>, %b: tensor<24xf16>) -> tensor<16x24xf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf16> -> tensor<16x32xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x32xf16>, tensor<24x32xf16>, tensor<24xf16> -> tensor<16x24xf16>
  %c = arith.constant dense<0.0> : tensor<16x24xf16>
  %m = arith.maximumf %y, %c : tensor<16x24xf16>
  return %m : tensor<16x24xf16>
}

func.func @f36(%x: tensor<4x16x8xf16>, %w: tensor<24x32xf16>, %b: tensor<24xf16>, %r: tensor<24xf16>) -> tensor<16x24xf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xf16> -> tensor<16x32xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x32xf16>, tensor<24x32xf16>, tensor<24xf16> -> tensor<16x24xf16>
  %i = tensor.empty() : tensor<16x24xf16>
  %q = linalg.broadcast ins(%r : tensor<24xf16>) outs(%i : tensor<16x24xf16>) dimensions = [0]
  %z = arith.mulf %y, %q : tensor<16x24xf16>
  return %z : tensor<16x24xf16>
}

func.func @f37(%x: tensor<4x16x8xbf16>, %w: tensor<24x32xbf16>) -> tensor<16x24xbf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xbf16> -> tensor<16x32xbf16>
  %y = gl.matmul_bias %g, %w : tensor<16x32xbf16>, tensor<24x32xbf16> -> tensor<16x24xbf16>
  return %y : tensor<16x24xbf16>
}

func.func @f38(%x: tensor<4x16x8xbf16>, %w: tensor<32x24xbf16>, %b: tensor<24xbf16>) -> tensor<16x24xbf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xbf16> -> tensor<16x32xbf16>
  %y = gl.matmul_bias %g, %w, %b {rhs_layout = #gl.rhs_layout<kn>} : tensor<16x32xbf16>, tensor<32x24xbf16>, tensor<24xbf16> -> tensor<16x24xbf16>
  return %y : tensor<16x24xbf16>
}

func.func @f39(%x: tensor<4x16x8xbf16>, %w: tensor<32x24xbf16>) -> tensor<16x24xbf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xbf16> -> tensor<16x32xbf16>
  %y = gl.matmul_bias %g, %w {rhs_layout = #gl.rhs_layout<kn>} : tensor<16x32xbf16>, tensor<32x24xbf16> -> tensor<16x24xbf16>
  return %y : tensor<16x24xbf16>
}

func.func @f40(%x: tensor<4x16x8xbf16>, %w: tensor<24x32xbf16>, %b: tensor<24xbf16>) -> tensor<16x24xbf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xbf16> -> tensor<16x32xbf16>
  %y = gl.matmul_bias %g, %w, %b {activation = #gl.activation<relu>} : tensor<16x32xbf16>, tensor<24x32xbf16>, tensor<24xbf16> -> tensor<16x24xbf16>
  return %y : tensor<16x24xbf16>
}

func.func @f41(%x: tensor<4x16x8xbf16>, %w: tensor<24x32xbf16>, %b: tensor<24xbf16>) -> tensor<16x24xbf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xbf16> -> tensor<16x32xbf16>
  %y = gl.matmul_bias %g, %w, %b {activation = #gl.activation<gelu>} : tensor<16x32xbf16>, tensor<24x32xbf16>, tensor<24xbf16> -> tensor<16x24xbf16>
  return %y : tensor<16x24xbf16>
}

func.func @f42(%x: tensor<4x16x8xbf16>, %w: tensor<24x32xbf16>, %b: tensor<24xbf16>) -> tensor<16x24xbf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xbf16> -> tensor<16x32xbf16>
  %y = gl.matmul_bias %g, %w, %b {activation = #gl.activation<gelu>} : tensor<16x32xbf16>, tensor<24x32xbf16>, tensor<24xbf16> -> tensor<16x24xbf16>
  return %y : tensor<16x24xbf16>
}

func.func @f43(%x: tensor<4x16x8xbf16>, %w: tensor<24x32xbf16>, %b: tensor<24xbf16>) -> tensor<16x24xbf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xbf16> -> tensor<16x32xbf16>
  %y = gl.matmul_bias %g, %w, %b {activation = #gl.activation<gelu_tanh>} : tensor<16x32xbf16>, tensor<24x32xbf16>, tensor<24xbf16> -> tensor<16x24xbf16>
  return %y : tensor<16x24xbf16>
}

func.func @f44(%x: tensor<4x16x8xbf16>, %w: tensor<24x32xbf16>, %b: tensor<24xbf16>) -> tensor<16x24xbf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xbf16> -> tensor<16x32xbf16>
  %y = gl.matmul_bias %g, %w, %b {activation = #gl.activation<gelu_tanh>} : tensor<16x32xbf16>, tensor<24x32xbf16>, tensor<24xbf16> -> tensor<16x24xbf16>
  return %y : tensor<16x24xbf16>
}

func.func @f45(%x: tensor<4x16x8xbf16>, %w: tensor<24x32xbf16>, %b: tensor<24xbf16>) -> tensor<16x24xbf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xbf16> -> tensor<16x32xbf16>
  %y = gl.matmul_bias %g, %w, %b {activation = #gl.activation<silu>} : tensor<16x32xbf16>, tensor<24x32xbf16>, tensor<24xbf16> -> tensor<16x24xbf16>
  return %y : tensor<16x24xbf16>
}

func.func @f46(%x: tensor<4x16x8xbf16>, %w: tensor<24x32xbf16>, %b: tensor<24xbf16>) -> tensor<16x24xbf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xbf16> -> tensor<16x32xbf16>
  %y = gl.matmul_bias %g, %w, %b {activation = #gl.activation<silu>} : tensor<16x32xbf16>, tensor<24x32xbf16>, tensor<24xbf16> -> tensor<16x24xbf16>
  return %y : tensor<16x24xbf16>
}

func.func @f47(%x: tensor<4x16x8xbf16>, %w: tensor<24x32xbf16>, %b: tensor<24xf32>) -> tensor<16x24xbf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xbf16> -> tensor<16x32xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x32xbf16>, tensor<24x32xbf16>, tensor<24xf32> -> tensor<16x24xbf16>
  return %y : tensor<16x24xbf16>
}

func.func @f48(%x: tensor<4x16x8xbf16>, %w: tensor<24x32xbf16>, %b: tensor<24xbf16>) -> tensor<16x24xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xbf16> -> tensor<16x32xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x32xbf16>, tensor<24x32xbf16>, tensor<24xbf16> -> tensor<16x24xf32>
  return %y : tensor<16x24xf32>
}

func.func @f49(%x: tensor<4x16x8xbf16>, %w: tensor<24x32xbf16>, %b: tensor<24xbf16>) -> tensor<16x24xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xbf16> -> tensor<16x32xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x32xbf16>, tensor<24x32xbf16>, tensor<24xbf16> -> tensor<16x24xf32>
  return %y : tensor<16x24xf32>
}

func.func @f50(%x: tensor<4x16x8xbf16>, %w: tensor<24x32xbf16>, %b: tensor<24xbf16>, %r: tensor<16x24xbf16>) -> tensor<16x24xbf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xbf16> -> tensor<16x32xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x32xbf16>, tensor<24x32xbf16>, tensor<24xbf16> -> tensor<16x24xbf16>
  %z = arith.addf %y, %r : tensor<16x24xbf16>
  return %z : tensor<16x24xbf16>
}

func.func @f51(%x: tensor<4x16x8xbf16>, %w: tensor<24x32xbf16>, %b: tensor<24xbf16>) -> tensor<16x24xbf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xbf16> -> tensor<16x32xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x32xbf16>, tensor<24x32xbf16>, tensor<24xbf16> -> tensor<16x24xbf16>
  %two = arith.constant dense<2.0> : tensor<16x24xbf16>
  %s = arith.mulf %y, %two : tensor<16x24xbf16>
  return %s : tensor<16x24xbf16>
}

func.func @f52(%x: tensor<4x16x8xbf16>, %w: tensor<24x32xbf16>, %b: tensor<24xbf16>, %r: tensor<16x24xbf16>) -> tensor<16x24xbf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xbf16> -> tensor<16x32xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x32xbf16>, tensor<24x32xbf16>, tensor<24xbf16> -> tensor<16x24xbf16>
  %z = arith.addf %y, %r : tensor<16x24xbf16>
  %two = arith.constant dense<2.0> : tensor<16x24xbf16>
  %s = arith.mulf %z, %two : tensor<16x24xbf16>
  return %s : tensor<16x24xbf16>
}

func.func @f53(%x: tensor<4x16x8xbf16>, %w: tensor<24x32xbf16>, %b: tensor<24xbf16>) -> tensor<16x24xbf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xbf16> -> tensor<16x32xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x32xbf16>, tensor<24x32xbf16>, tensor<24xbf16> -> tensor<16x24xbf16>
  %c = arith.constant dense<0.0> : tensor<16x24xbf16>
  %m = arith.maximumf %y, %c : tensor<16x24xbf16>
  return %m : tensor<16x24xbf16>
}

func.func @f54(%x: tensor<4x16x8xbf16>, %w: tensor<24x32xbf16>, %b: tensor<24xbf16>, %r: tensor<24xbf16>) -> tensor<16x24xbf16> {
  %g = gl.gather_concat stacked %x : tensor<4x16x8xbf16> -> tensor<16x32xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x32xbf16>, tensor<24x32xbf16>, tensor<24xbf16> -> tensor<16x24xbf16>
  %i = tensor.empty() : tensor<16x24xbf16>
  %q = linalg.broadcast ins(%r : tensor<24xbf16>) outs(%i : tensor<16x24xbf16>) dimensions = [0]
  %z = arith.mulf %y, %q : tensor<16x24xbf16>
  return %z : tensor<16x24xbf16>
}
