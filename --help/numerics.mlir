func.func @f0(%x: tensor<32x3x128xf16>, %w: tensor<5x4096xf16>, %b: tensor<5xf16>) -> tensor<3x5xf16> {
  %g = gl.gather_concat stacked %x : tensor<32x3x128xf16> -> tensor<3x4096xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<3x4096xf16>, tensor<5x4096xf16>, tensor<5xf16> -> tensor<3x5xf16>
  return %y : tensor<3x5xf16>
}

func.func @f1(%p0: tensor<3x2048xf16>, %p1: tensor<3x2048xf16>, %w: tensor<5x4096xf16>, %b: tensor<5xf16>) -> tensor<3x5xf16> {
  %g = gl.gather_concat %p0, %p1 : tensor<3x2048xf16>, tensor<3x2048xf16> -> tensor<3x4096xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<3x4096xf16>, tensor<5x4096xf16>, tensor<5xf16> -> tensor<3x5xf16>
  return %y : tensor<3x5xf16>
}

func.func @f2(%x: tensor<32x3x128xbf16>, %w: tensor<5x4096xbf16>, %b: tensor<5xbf16>) -> tensor<3x5xbf16> {
  %g = gl.gather_concat stacked %x : tensor<32x3x128xbf16> -> tensor<3x4096xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<3x4096xbf16>, tensor<5x4096xbf16>, tensor<5xbf16> -> tensor<3x5xbf16>
  return %y : tensor<3x5xbf16>
}

func.func @f3(%p0: tensor<3x2048xbf16>, %p1: tensor<3x2048xbf16>, %w: tensor<5x4096xbf16>, %b: tensor<5xbf16>) -> tensor<3x5xbf16> {
  %g = gl.gather_concat %p0, %p1 : tensor<3x2048xbf16>, tensor<3x2048xbf16> -> tensor<3x4096xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<3x4096xbf16>, tensor<5x4096xbf16>, tensor<5xbf16> -> tensor<3x5xbf16>
  return %y : tensor<3x5xbf16>
}

func.func @f4(%x: tensor<1x3xf16>, %w: tensor<1x3xf16>) -> tensor<1x1xf16> {
  %y = gl.matmul_bias %x, %w : tensor<1x3xf16>, tensor<1x3xf16> -> tensor<1x1xf16>
  return %y : tensor<1x1xf16>
}

func.func @f5(%x: tensor<1x1xf32>, %w: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %y = gl.matmul_bias %x, %w : tensor<1x1xf32>, tensor<1x1xf32> -> tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}

func.func @f6(%x: tensor<1x1xf32>, %w: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %y = gl.matmul_bias %x, %w : tensor<1x1xf32>, tensor<1x1xf32> -> tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}

func.func @f7(%x: tensor<1x1xf16>, %w: tensor<1x1xf16>) -> tensor<1x1xf16> {
  %y = gl.matmul_bias %x, %w : tensor<1x1xf16>, tensor<1x1xf16> -> tensor<1x1xf16>
  return %y : tensor<1x1xf16>
}

func.func @f8(%x: tensor<1x1xbf16>, %w: tensor<1x1xbf16>) -> tensor<1x1xbf16> {
  %y = gl.matmul_bias %x, %w : tensor<1x1xbf16>, tensor<1x1xbf16> -> tensor<1x1xbf16>
  return %y : tensor<1x1xbf16>
}

func.func @f9(%x: tensor<1x1xf32>, %w: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %y = gl.matmul_bias %x, %w : tensor<1x1xf32>, tensor<1x1xf32> -> tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}

func.func @f10(%x: tensor<1x2xf16>, %w: tensor<1x2xf16>) -> tensor<1x1xf16> {
  %y = gl.matmul_bias %x, %w : tensor<1x2xf16>, tensor<1x2xf16> -> tensor<1x1xf16>
  return %y : tensor<1x1xf16>
}

func.func @f11(%x: tensor<1x2xf16>, %w: tensor<1x2xf16>) -> tensor<1x1xf16> {
  %y = gl.matmul_bias %x, %w : tensor<1x2xf16>, tensor<1x2xf16> -> tensor<1x1xf16>
  return %y : tensor<1x1xf16>
}

func.func @f12(%x: tensor<1x1xf32>, %w: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %y = gl.matmul_bias %x, %w : tensor<1x1xf32>, tensor<1x1xf32> -> tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}

func.func @f13(%x: tensor<1x1xf32>, %w: tensor<1x1xf32>, %b: tensor<1xf32>) -> tensor<1x1xf32> {
  %y = gl.matmul_bias %x, %w, %b : tensor<1x1xf32>, tensor<1x1xf32>, tensor<1xf32> -> tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}

func.func @f14(%x: tensor<1x0xf32>, %w: tensor<1x0xf32>, %b: tensor<1xf32>) -> tensor<1x1xf32> {
  %y = gl.matmul_bias %x, %w, %b : tensor<1x0xf32>, tensor<1x0xf32>, tensor<1xf32> -> tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}

func.func @f15(%x: tensor<1x3xf32>, %w: tensor<1x3xf32>) -> tensor<1x1xf32> {
  %y = gl.matmul_bias %x, %w : tensor<1x3xf32>, tensor<1x3xf32> -> tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}

func.func @f16(%x: tensor<1x3xf32>, %w: tensor<1x3xf32>) -> tensor<1x1xf32> {
  %y = gl.matmul_bias %x, %w : tensor<1x3xf32>, tensor<1x3xf32> -> tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}

func.func @f17(%x: tensor<1x2xf32>, %w: tensor<1x2xf32>) -> tensor<1x1xf32> {
  %y = gl.matmul_bias %x, %w : tensor<1x2xf32>, tensor<1x2xf32> -> tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}

func.func @f18(%x: tensor<16x4096xf32>, %w: tensor<32x4096xf32>, %b: tensor<32xf32>) -> tensor<16x32xf32> {
  %y = gl.matmul_bias %x, %w, %b : tensor<16x4096xf32>, tensor<32x4096xf32>, tensor<32xf32> -> tensor<16x32xf32>
  return %y : tensor<16x32xf32>
}

func.func @f19(%x: tensor<1x65536xf32>, %w: tensor<8x65536xf32>, %b: tensor<8xf32>) -> tensor<1x8xf32> {
  %y = gl.matmul_bias %x, %w, %b : tensor<1x65536xf32>, tensor<8x65536xf32>, tensor<8xf32> -> tensor<1x8xf32>
  return %y : tensor<1x8xf32>
}

func.func @f20(%x: tensor<1x1xf16>, %w: tensor<1x1xf16>) -> tensor<1x1xf16> {
  %y = gl.matmul_bias %x, %w : tensor<1x1xf16>, tensor<1x1xf16> -> tensor<1x1xf16>
  return %y : tensor<1x1xf16>
}

func.func @f21(%x: tensor<1x1xf16>, %w: tensor<1x1xf16>, %b: tensor<1xf16>) -> tensor<1x1xf16> {
  %y = gl.matmul_bias %x, %w, %b : tensor<1x1xf16>, tensor<1x1xf16>, tensor<1xf16> -> tensor<1x1xf16>
  return %y : tensor<1x1xf16>
}

func.func @f22(%x: tensor<1x0xf16>, %w: tensor<1x0xf16>, %b: tensor<1xf16>) -> tensor<1x1xf16> {
  %y = gl.matmul_bias %x, %w, %b : tensor<1x0xf16>, tensor<1x0xf16>, tensor<1xf16> -> tensor<1x1xf16>
  return %y : tensor<1x1xf16>
}

func.func @f23(%x: tensor<1x3xf16>, %w: tensor<1x3xf16>) -> tensor<1x1xf16> {
  %y = gl.matmul_bias %x, %w : tensor<1x3xf16>, tensor<1x3xf16> -> tensor<1x1xf16>
  return %y : tensor<1x1xf16>
}

func.func @f24(%x: tensor<1x3xf16>, %w: tensor<1x3xf16>) -> tensor<1x1xf16> {
  %y = gl.matmul_bias %x, %w : tensor<1x3xf16>, tensor<1x3xf16> -> tensor<1x1xf16>
  return %y : tensor<1x1xf16>
}

func.func @f25(%x: tensor<1x2xf16>, %w: tensor<1x2xf16>) -> tensor<1x1xf16> {
  %y = gl.matmul_bias %x, %w : tensor<1x2xf16>, tensor<1x2xf16> -> tensor<1x1xf16>
  return %y : tensor<1x1xf16>
}

func.func @f26(%x: tensor<16x4096xf16>, %w: tensor<32x4096xf16>, %b: tensor<32xf16>) -> tensor<16x32xf16> {
  %y = gl.matmul_bias %x, %w, %b : tensor<16x4096xf16>, tensor<32x4096xf16>, tensor<32xf16> -> tensor<16x32xf16>
  return %y : tensor<16x32xf16>
}

func.func @f27(%x: tensor<1x65536xf16>, %w: tensor<8x65536xf16>, %b: tensor<8xf16>) -> tensor<1x8xf16> {
  %y = gl.matmul_bias %x, %w, %b : tensor<1x65536xf16>, tensor<8x65536xf16>, tensor<8xf16> -> tensor<1x8xf16>
  return %y : tensor<1x8xf16>
}

func.func @f28(%x: tensor<1x1xbf16>, %w: tensor<1x1xbf16>) -> tensor<1x1xbf16> {
  %y = gl.matmul_bias %x, %w : tensor<1x1xbf16>, tensor<1x1xbf16> -> tensor<1x1xbf16>
  return %y : tensor<1x1xbf16>
}

func.func @f29(%x: tensor<1x1xbf16>, %w: tensor<1x1xbf16>, %b: tensor<1xbf16>) -> tensor<1x1xbf16> {
  %y = gl.matmul_bias %x, %w, %b : tensor<1x1xbf16>, tensor<1x1xbf16>, tensor<1xbf16> -> tensor<1x1xbf16>
  return %y : tensor<1x1xbf16>
}

func.func @f30(%x: tensor<1x0xbf16>, %w: tensor<1x0xbf16>, %b: tensor<1xbf16>) -> tensor<1x1xbf16> {
  %y = gl.matmul_bias %x, %w, %b : tensor<1x0xbf16>, tensor<1x0xbf16>, tensor<1xbf16> -> tensor<1x1xbf16>
  return %y : tensor<1x1xbf16>
}

func.func @f31(%x: tensor<1x3xbf16>, %w: tensor<1x3xbf16>) -> tensor<1x1xbf16> {
  %y = gl.matmul_bias %x, %w : tensor<1x3xbf16>, tensor<1x3xbf16> -> tensor<1x1xbf16>
  return %y : tensor<1x1xbf16>
}

func.func @f32(%x: tensor<1x3xbf16>, %w: tensor<1x3xbf16>) -> tensor<1x1xbf16> {
  %y = gl.matmul_bias %x, %w : tensor<1x3xbf16>, tensor<1x3xbf16> -> tensor<1x1xbf16>
  return %y : tensor<1x1xbf16>
}

func.func @f33(%x: tensor<1x2xbf16>, %w: tensor<1x2xbf16>) -> tensor<1x1xbf16> {
  %y = gl.matmul_bias %x, %w : tensor<1x2xbf16>, tensor<1x2xbf16> -> tensor<1x1xbf16>
  return %y : tensor<1x1xbf16>
}

func.func @f34(%x: tensor<16x4096xbf16>, %w: tensor<32x4096xbf16>, %b: tensor<32xbf16>) -> tensor<16x32xbf16> {
  %y = gl.matmul_bias %x, %w, %b : tensor<16x4096xbf16>, tensor<32x4096xbf16>, tensor<32xbf16> -> tensor<16x32xbf16>
  return %y : tensor<16x32xbf16>
}

func.func @f35(%x: tensor<1x65536xbf16>, %w: tensor<8x65536xbf16>, %b: tensor<8xbf16>) -> tensor<1x8xbf16> {
  %y = gl.matmul_bias %x, %w, %b : tensor<1x65536xbf16>, tensor<8x65536xbf16>, tensor<8xbf16> -> tensor<1x8xbf16>
  return %y : tensor<1x8xbf16>
}
