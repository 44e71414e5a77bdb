func.func @f0(%x: tensor<4x0x8xf32>, %w: tensor<16x32xf32>, %b: tensor<16xf32>) -> tensor<0x16xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x0x8xf32> -> tensor<0x32xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<0x32xf32>, tensor<16x32xf32>, tensor<16xf32> -> tensor<0x16xf32>
  return %y : tensor<0x16xf32>
}

func.func @f1(%x: tensor<1x5x0xf32>, %w: tensor<16x0xf32>, %b: tensor<16xf32>) -> tensor<5x16xf32> {
  %g = gl.gather_concat stacked %x : tensor<1x5x0xf32> -> tensor<5x0xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<5x0xf32>, tensor<16x0xf32>, tensor<16xf32> -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

func.func @f2(%x: tensor<0x4x8xf32>, %w: tensor<3x0xf32>, %b: tensor<3xf32>) -> tensor<4x3xf32> {
  %g = gl.gather_concat stacked %x : tensor<0x4x8xf32> -> tensor<4x0xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<4x0xf32>, tensor<3x0xf32>, tensor<3xf32> -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

func.func @f3(%x: tensor<3x5x7xf32>, %w: tensor<0x21xf32>, %b: tensor<0xf32>) -> tensor<5x0xf32> {
  %g = gl.gather_concat stacked %x : tensor<3x5x7xf32> -> tensor<5x21xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<5x21xf32>, tensor<0x21xf32>, tensor<0xf32> -> tensor<5x0xf32>
  return %y : tensor<5x0xf32>
}

func.func @f4(%p0: tensor<5x7xf32>, %p1: tensor<5x0xf32>, %p2: tensor<5x9xf32>, %w: tensor<6x16xf32>, %b: tensor<6xf32>) -> tensor<5x6xf32> {
  %g = gl.gather_concat %p0, %p1, %p2 : tensor<5x7xf32>, tensor<5x0xf32>, tensor<5x9xf32> -> tensor<5x16xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<5x16xf32>, tensor<6x16xf32>, tensor<6xf32> -> tensor<5x6xf32>
  return %y : tensor<5x6xf32>
}

func.func @f5(%x: tensor<3x0xf32>, %w: tensor<5x0xf32>) -> tensor<3x5xf32> {
  %y = gl.matmul_bias %x, %w : tensor<3x0xf32>, tensor<5x0xf32> -> tensor<3x5xf32>
  return %y : tensor<3x5xf32>
}

func.func @f6(%x: tensor<4x0x8xf16>, %w: tensor<16x32xf16>, %b: tensor<16xf16>) -> tensor<0x16xf16> {
  %g = gl.gather_concat stacked %x : tensor<4x0x8xf16> -> tensor<0x32xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<0x32xf16>, tensor<16x32xf16>, tensor<16xf16> -> tensor<0x16xf16>
  return %y : tensor<0x16xf16>
}

func.func @f7(%x: tensor<1x5x0xf16>, %w: tensor<16x0xf16>, %b: tensor<16xf16>) -> tensor<5x16xf16> {
  %g = gl.gather_concat stacked %x : tensor<1x5x0xf16> -> tensor<5x0xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<5x0xf16>, tensor<16x0xf16>, tensor<16xf16> -> tensor<5x16xf16>
  return %y : tensor<5x16xf16>
}

func.func @f8(%x: tensor<0x4x8xf16>, %w: tensor<3x0xf16>, %b: tensor<3xf16>) -> tensor<4x3xf16> {
  %g = gl.gather_concat stacked %x : tensor<0x4x8xf16> -> tensor<4x0xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<4x0xf16>, tensor<3x0xf16>, tensor<3xf16> -> tensor<4x3xf16>
  return %y : tensor<4x3xf16>
}

func.func @f9(%x: tensor<3x5x7xf16>, %w: tensor<0x21xf16>, %b: tensor<0xf16>) -> tensor<5x0xf16> {
  %g = gl.gather_concat stacked %x : tensor<3x5x7xf16> -> tensor<5x21xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<5x21xf16>, tensor<0x21xf16>, tensor<0xf16> -> tensor<5x0xf16>
  return %y : tensor<5x0xf16>
}

func.func @f10(%p0: tensor<5x7xf16>, %p1: tensor<5x0xf16>, %p2: tensor<5x9xf16>, %w: tensor<6x16xf16>, %b: tensor<6xf16>) -> tensor<5x6xf16> {
  %g = gl.gather_concat %p0, %p1, %p2 : tensor<5x7xf16>, tensor<5x0xf16>, tensor<5x9xf16> -> tensor<5x16xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<5x16xf16>, tensor<6x16xf16>, tensor<6xf16> -> tensor<5x6xf16>
  return %y : tensor<5x6xf16>
}

func.func @f11(%x: tensor<3x0xf16>, %w: tensor<5x0xf16>) -> tensor<3x5xf16> {
  %y = gl.matmul_bias %x, %w : tensor<3x0xf16>, tensor<5x0xf16> -> tensor<3x5xf16>
  return %y : tensor<3x5xf16>
}

func.func @f12(%x: tensor<4x0x8xbf16>, %w: tensor<16x32xbf16>, %b: tensor<16xbf16>) -> tensor<0x16xbf16> {
  %g = gl.gather_concat stacked %x : tensor<4x0x8xbf16> -> tensor<0x32xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<0x32xbf16>, tensor<16x32xbf16>, tensor<16xbf16> -> tensor<0x16xbf16>
  return %y : tensor<0x16xbf16>
}

func.func @f13(%x: tensor<1x5x0xbf16>, %w: tensor<16x0xbf16>, %b: tensor<16xbf16>) -> tensor<5x16xbf16> {
  %g = gl.gather_concat stacked %x : tensor<1x5x0xbf16> -> tensor<5x0xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<5x0xbf16>, tensor<16x0xbf16>, tensor<16xbf16> -> tensor<5x16xbf16>
  return %y : tensor<5x16xbf16>
}

func.func @f14(%x: tensor<0x4x8xbf16>, %w: tensor<3x0xbf16>, %b: tensor<3xbf16>) -> tensor<4x3xbf16> {
  %g = gl.gather_concat stacked %x : tensor<0x4x8xbf16> -> tensor<4x0xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<4x0xbf16>, tensor<3x0xbf16>, tensor<3xbf16> -> tensor<4x3xbf16>
  return %y : tensor<4x3xbf16>
}

func.func @f15(%x: tensor<3x5x7xbf16>, %w: tensor<0x21xbf16>, %b: tensor<0xbf16>) -> tensor<5x0xbf16> {
  %g = gl.gather_concat stacked %x : tensor<3x5x7xbf16> -> tensor<5x21xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<5x21xbf16>, tensor<0x21xbf16>, tensor<0xbf16> -> tensor<5x0xbf16>
  return %y : tensor<5x0xbf16>
}

func.func @f16(%p0: tensor<5x7xbf16>, %p1: tensor<5x0xbf16>, %p2: tensor<5x9xbf16>, %w: tensor<6x16xbf16>, %b: tensor<6xbf16>) -> tensor<5x6xbf16> {
  %g = gl.gather_concat %p0, %p1, %p2 : tensor<5x7xbf16>, tensor<5x0xbf16>, tensor<5x9xbf16> -> tensor<5x16xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<5x16xbf16>, tensor<6x16xbf16>, tensor<6xbf16> -> tensor<5x6xbf16>
  return %y : tensor<5x6xbf16>
}

func.func @f17(%x: tensor<3x0xbf16>, %w: tensor<5x0xbf16>) -> tensor<3x5xbf16> {
  %y = gl.matmul_bias %x, %w : tensor<3x0xbf16>, tensor<5x0xbf16> -> tensor<3x5xbf16>
  return %y : tensor<3x5xbf16>
}
