func.func @f0(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) -> tensor<12x56xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<12x128xf32>, tensor<56x128xf32>, tensor<56xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}

func.func @f1(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) -> tensor<12x56xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<12x128xf32>, tensor<56x128xf32>, tensor<56xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}

func.func @f2(%x: tensor<1x1x1xf32>, %w: tensor<1x1xf32>, %b: tensor<1xf32>) -> tensor<1x1xf32> {
  %g = gl.gather_concat stacked %x : tensor<1x1x1xf32> -> tensor<1x1xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<1x1xf32>, tensor<1x1xf32>, tensor<1xf32> -> tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}

func.func @f3(%x: tensor<7x3x1xf32>, %w: tensor<5x7xf32>, %b: tensor<5xf32>) -> tensor<3x5xf32> {
  %g = gl.gather_concat stacked %x : tensor<7x3x1xf32> -> tensor<3x7xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<3x7xf32>, tensor<5x7xf32>, tensor<5xf32> -> tensor<3x5xf32>
  return %y : tensor<3x5xf32>
}

func.func @f4(%x: tensor<1x5x40xf32>, %w: tensor<3x40xf32>, %b: tensor<3xf32>) -> tensor<5x3xf32> {
  %g = gl.gather_concat stacked %x : tensor<1x5x40xf32> -> tensor<5x40xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<5x40xf32>, tensor<3x40xf32>, tensor<3xf32> -> tensor<5x3xf32>
  return %y : tensor<5x3xf32>
}

func.func @f5(%x: tensor<3x7x41xf32>, %w: tensor<29x123xf32>, %b: tensor<29xf32>) -> tensor<7x29xf32> {
  %g = gl.gather_concat stacked %x : tensor<3x7x41xf32> -> tensor<7x123xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<7x123xf32>, tensor<29x123xf32>, tensor<29xf32> -> tensor<7x29xf32>
  return %y : tensor<7x29xf32>
}

func.func @f6(%x: tensor<2x33x5xf32>, %w: tensor<37x10xf32>, %b: tensor<37xf32>) -> tensor<33x37xf32> {
  %g = gl.gather_concat stacked %x : tensor<2x33x5xf32> -> tensor<33x10xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<33x10xf32>, tensor<37x10xf32>, tensor<37xf32> -> tensor<33x37xf32>
  return %y : tensor<33x37xf32>
}

func.func @f7(%x: tensor<2x33x5xf32>, %w: tensor<37x10xf32>, %b: tensor<37xf32>) -> tensor<33x37xf32> {
  %g = gl.gather_concat stacked %x : tensor<2x33x5xf32> -> tensor<33x10xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<33x10xf32>, tensor<37x10xf32>, tensor<37xf32> -> tensor<33x37xf32>
  return %y : tensor<33x37xf32>
}

func.func @f8(%x: tensor<5x1x16xf32>, %w: tensor<64x80xf32>, %b: tensor<64xf32>) -> tensor<1x64xf32> {
  %g = gl.gather_concat stacked %x : tensor<5x1x16xf32> -> tensor<1x80xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<1x80xf32>, tensor<64x80xf32>, tensor<64xf32> -> tensor<1x64xf32>
  return %y : tensor<1x64xf32>
}

func.func @f9(%x: tensor<8x64x16xf32>, %w: tensor<64x128xf32>, %b: tensor<64xf32>) -> tensor<64x64xf32> {
  %g = gl.gather_concat stacked %x : tensor<8x64x16xf32> -> tensor<64x128xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<64x128xf32>, tensor<64x128xf32>, tensor<64xf32> -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

func.func @f10(%x: tensor<8x64x16xf32>, %w: tensor<64x128xf32>, %b: tensor<64xf32>) -> tensor<64x64xf32> {
  %g = gl.gather_concat stacked %x : tensor<8x64x16xf32> -> tensor<64x128xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<64x128xf32>, tensor<64x128xf32>, tensor<64xf32> -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

func.func @f11(%x: tensor<3x37x41xf32>, %w: tensor<1x123xf32>, %b: tensor<1xf32>) -> tensor<37x1xf32> {
  %g = gl.gather_concat stacked %x : tensor<3x37x41xf32> -> tensor<37x123xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<37x123xf32>, tensor<1x123xf32>, tensor<1xf32> -> tensor<37x1xf32>
  return %y : tensor<37x1xf32>
}

func.func @f12(%x: tensor<2x128x64xf32>, %w: tensor<96x128xf32>, %b: tensor<96xf32>) -> tensor<128x96xf32> {
  %g = gl.gather_concat stacked %x : tensor<2x128x64xf32> -> tensor<128x128xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<128x128xf32>, tensor<96x128xf32>, tensor<96xf32> -> tensor<128x96xf32>
  return %y : tensor<128x96xf32>
}

func.func @f13(%x: tensor<2x128x64xf32>, %w: tensor<96x128xf32>, %b: tensor<96xf32>) -> tensor<128x96xf32> {
  %g = gl.gather_concat stacked %x : tensor<2x128x64xf32> -> tensor<128x128xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<128x128xf32>, tensor<96x128xf32>, tensor<96xf32> -> tensor<128x96xf32>
  return %y : tensor<128x96xf32>
}

func.func @f14(%x: tensor<6x41x7xf32>, %w: tensor<33x42xf32>, %b: tensor<33xf32>) -> tensor<41x33xf32> {
  %g = gl.gather_concat stacked %x : tensor<6x41x7xf32> -> tensor<41x42xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<41x42xf32>, tensor<33x42xf32>, tensor<33xf32> -> tensor<41x33xf32>
  return %y : tensor<41x33xf32>
}

func.func @f15(%x: tensor<6x41x7xf32>, %w: tensor<33x42xf32>, %b: tensor<33xf32>) -> tensor<41x33xf32> {
  %g = gl.gather_concat stacked %x : tensor<6x41x7xf32> -> tensor<41x42xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<41x42xf32>, tensor<33x42xf32>, tensor<33xf32> -> tensor<41x33xf32>
  return %y : tensor<41x33xf32>
}

func.func @f16(%x: tensor<4x12x32xf16>, %w: tensor<56x128xf16>, %b: tensor<56xf16>) -> tensor<12x56xf16> {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xf16> -> tensor<12x128xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<12x128xf16>, tensor<56x128xf16>, tensor<56xf16> -> tensor<12x56xf16>
  return %y : tensor<12x56xf16>
}

func.func @f17(%x: tensor<4x12x32xf16>, %w: tensor<56x128xf16>, %b: tensor<56xf16>) -> tensor<12x56xf16> {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xf16> -> tensor<12x128xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<12x128xf16>, tensor<56x128xf16>, tensor<56xf16> -> tensor<12x56xf16>
  return %y : tensor<12x56xf16>
}

func.func @f18(%x: tensor<1x1x1xf16>, %w: tensor<1x1xf16>, %b: tensor<1xf16>) -> tensor<1x1xf16> {
  %g = gl.gather_concat stacked %x : tensor<1x1x1xf16> -> tensor<1x1xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<1x1xf16>, tensor<1x1xf16>, tensor<1xf16> -> tensor<1x1xf16>
  return %y : tensor<1x1xf16>
}

func.func @f19(%x: tensor<7x3x1xf16>, %w: tensor<5x7xf16>, %b: tensor<5xf16>) -> tensor<3x5xf16> {
  %g = gl.gather_concat stacked %x : tensor<7x3x1xf16> -> tensor<3x7xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<3x7xf16>, tensor<5x7xf16>, tensor<5xf16> -> tensor<3x5xf16>
  return %y : tensor<3x5xf16>
}

func.func @f20(%x: tensor<1x5x40xf16>, %w: tensor<3x40xf16>, %b: tensor<3xf16>) -> tensor<5x3xf16> {
  %g = gl.gather_concat stacked %x : tensor<1x5x40xf16> -> tensor<5x40xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<5x40xf16>, tensor<3x40xf16>, tensor<3xf16> -> tensor<5x3xf16>
  return %y : tensor<5x3xf16>
}

func.func @f21(%x: tensor<3x7x41xf16>, %w: tensor<29x123xf16>, %b: tensor<29xf16>) -> tensor<7x29xf16> {
  %g = gl.gather_concat stacked %x : tensor<3x7x41xf16> -> tensor<7x123xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<7x123xf16>, tensor<29x123xf16>, tensor<29xf16> -> tensor<7x29xf16>
  return %y : tensor<7x29xf16>
}

func.func @f22(%x: tensor<2x33x5xf16>, %w: tensor<37x10xf16>, %b: tensor<37xf16>) -> tensor<33x37xf16> {
  %g = gl.gather_concat stacked %x : tensor<2x33x5xf16> -> tensor<33x10xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<33x10xf16>, tensor<37x10xf16>, tensor<37xf16> -> tensor<33x37xf16>
  return %y : tensor<33x37xf16>
}

func.func @f23(%x: tensor<2x33x5xf16>, %w: tensor<37x10xf16>, %b: tensor<37xf16>) -> tensor<33x37xf16> {
  %g = gl.gather_concat stacked %x : tensor<2x33x5xf16> -> tensor<33x10xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<33x10xf16>, tensor<37x10xf16>, tensor<37xf16> -> tensor<33x37xf16>
  return %y : tensor<33x37xf16>
}

func.func @f24(%x: tensor<5x1x16xf16>, %w: tensor<64x80xf16>, %b: tensor<64xf16>) -> tensor<1x64xf16> {
  %g = gl.gather_concat stacked %x : tensor<5x1x16xf16> -> tensor<1x80xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<1x80xf16>, tensor<64x80xf16>, tensor<64xf16> -> tensor<1x64xf16>
  return %y : tensor<1x64xf16>
}

func.func @f25(%x: tensor<8x64x16xf16>, %w: tensor<64x128xf16>, %b: tensor<64xf16>) -> tensor<64x64xf16> {
  %g = gl.gather_concat stacked %x : tensor<8x64x16xf16> -> tensor<64x128xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<64x128xf16>, tensor<64x128xf16>, tensor<64xf16> -> tensor<64x64xf16>
  return %y : tensor<64x64xf16>
}

func.func @f26(%x: tensor<8x64x16xf16>, %w: tensor<64x128xf16>, %b: tensor<64xf16>) -> tensor<64x64xf16> {
  %g = gl.gather_concat stacked %x : tensor<8x64x16xf16> -> tensor<64x128xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<64x128xf16>, tensor<64x128xf16>, tensor<64xf16> -> tensor<64x64xf16>
  return %y : tensor<64x64xf16>
}

func.func @f27(%x: tensor<3x37x41xf16>, %w: tensor<1x123xf16>, %b: tensor<1xf16>) -> tensor<37x1xf16> {
  %g = gl.gather_concat stacked %x : tensor<3x37x41xf16> -> tensor<37x123xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<37x123xf16>, tensor<1x123xf16>, tensor<1xf16> -> tensor<37x1xf16>
  return %y : tensor<37x1xf16>
}

func.func @f28(%x: tensor<2x128x64xf16>, %w: tensor<96x128xf16>, %b: tensor<96xf16>) -> tensor<128x96xf16> {
  %g = gl.gather_concat stacked %x : tensor<2x128x64xf16> -> tensor<128x128xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<128x128xf16>, tensor<96x128xf16>, tensor<96xf16> -> tensor<128x96xf16>
  return %y : tensor<128x96xf16>
}

func.func @f29(%x: tensor<2x128x64xf16>, %w: tensor<96x128xf16>, %b: tensor<96xf16>) -> tensor<128x96xf16> {
  %g = gl.gather_concat stacked %x : tensor<2x128x64xf16> -> tensor<128x128xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<128x128xf16>, tensor<96x128xf16>, tensor<96xf16> -> tensor<128x96xf16>
  return %y : tensor<128x96xf16>
}

func.func @f30(%x: tensor<6x41x7xf16>, %w: tensor<33x42xf16>, %b: tensor<33xf16>) -> tensor<41x33xf16> {
  %g = gl.gather_concat stacked %x : tensor<6x41x7xf16> -> tensor<41x42xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<41x42xf16>, tensor<33x42xf16>, tensor<33xf16> -> tensor<41x33xf16>
  return %y : tensor<41x33xf16>
}

func.func @f31(%x: tensor<6x41x7xf16>, %w: tensor<33x42xf16>, %b: tensor<33xf16>) -> tensor<41x33xf16> {
  %g = gl.gather_concat stacked %x : tensor<6x41x7xf16> -> tensor<41x42xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<41x42xf16>, tensor<33x42xf16>, tensor<33xf16> -> tensor<41x33xf16>
  return %y : tensor<41x33xf16>
}

func.func @f32(%x: tensor<4x12x32xbf16>, %w: tensor<56x128xbf16>, %b: tensor<56xbf16>) -> tensor<12x56xbf16> {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xbf16> -> tensor<12x128xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<12x128xbf16>, tensor<56x128xbf16>, tensor<56xbf16> -> tensor<12x56xbf16>
  return %y : tensor<12x56xbf16>
}

func.func @f33(%x: tensor<4x12x32xbf16>, %w: tensor<56x128xbf16>, %b: tensor<56xbf16>) -> tensor<12x56xbf16> {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xbf16> -> tensor<12x128xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<12x128xbf16>, tensor<56x128xbf16>, tensor<56xbf16> -> tensor<12x56xbf16>
  return %y : tensor<12x56xbf16>
}

func.func @f34(%x: tensor<1x1x1xbf16>, %w: tensor<1x1xbf16>, %b: tensor<1xbf16>) -> tensor<1x1xbf16> {
  %g = gl.gather_concat stacked %x : tensor<1x1x1xbf16> -> tensor<1x1xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<1x1xbf16>, tensor<1x1xbf16>, tensor<1xbf16> -> tensor<1x1xbf16>
  return %y : tensor<1x1xbf16>
}

func.func @f35(%x: tensor<7x3x1xbf16>, %w: tensor<5x7xbf16>, %b: tensor<5xbf16>) -> tensor<3x5xbf16> {
  %g = gl.gather_concat stacked %x : tensor<7x3x1xbf16> -> tensor<3x7xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<3x7xbf16>, tensor<5x7xbf16>, tensor<5xbf16> -> tensor<3x5xbf16>
  return %y : tensor<3x5xbf16>
}

func.func @f36(%x: tensor<1x5x40xbf16>, %w: tensor<3x40xbf16>, %b: tensor<3xbf16>) -> tensor<5x3xbf16> {
  %g = gl.gather_concat stacked %x : tensor<1x5x40xbf16> -> tensor<5x40xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<5x40xbf16>, tensor<3x40xbf16>, tensor<3xbf16> -> tensor<5x3xbf16>
  return %y : tensor<5x3xbf16>
}

func.func @f37(%x: tensor<3x7x41xbf16>, %w: tensor<29x123xbf16>, %b: tensor<29xbf16>) -> tensor<7x29xbf16> {
  %g = gl.gather_concat stacked %x : tensor<3x7x41xbf16> -> tensor<7x123xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<7x123xbf16>, tensor<29x123xbf16>, tensor<29xbf16> -> tensor<7x29xbf16>
  return %y : tensor<7x29xbf16>
}

func.func @f38(%x: tensor<2x33x5xbf16>, %w: tensor<37x10xbf16>, %b: tensor<37xbf16>) -> tensor<33x37xbf16> {
  %g = gl.gather_concat stacked %x : tensor<2x33x5xbf16> -> tensor<33x10xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<33x10xbf16>, tensor<37x10xbf16>, tensor<37xbf16> -> tensor<33x37xbf16>
  return %y : tensor<33x37xbf16>
}

func.func @f39(%x: tensor<2x33x5xbf16>, %w: tensor<37x10xbf16>, %b: tensor<37xbf16>) -> tensor<33x37xbf16> {
  %g = gl.gather_concat stacked %x : tensor<2x33x5xbf16> -> tensor<33x10xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<33x10xbf16>, tensor<37x10xbf16>, tensor<37xbf16> -> tensor<33x37xbf16>
  return %y : tensor<33x37xbf16>
}

func.func @f40(%x: tensor<5x1x16xbf16>, %w: tensor<64x80xbf16>, %b: tensor<64xbf16>) -> tensor<1x64xbf16> {
  %g = gl.gather_concat stacked %x : tensor<5x1x16xbf16> -> tensor<1x80xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<1x80xbf16>, tensor<64x80xbf16>, tensor<64xbf16> -> tensor<1x64xbf16>
  return %y : tensor<1x64xbf16>
}

func.func @f41(%x: tensor<8x64x16xbf16>, %w: tensor<64x128xbf16>, %b: tensor<64xbf16>) -> tensor<64x64xbf16> {
  %g = gl.gather_concat stacked %x : tensor<8x64x16xbf16> -> tensor<64x128xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<64x128xbf16>, tensor<64x128xbf16>, tensor<64xbf16> -> tensor<64x64xbf16>
  return %y : tensor<64x64xbf16>
}

func.func @f42(%x: tensor<8x64x16xbf16>, %w: tensor<64x128xbf16>, %b: tensor<64xbf16>) -> tensor<64x64xbf16> {
  %g = gl.gather_concat stacked %x : tensor<8x64x16xbf16> -> tensor<64x128xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<64x128xbf16>, tensor<64x128xbf16>, tensor<64xbf16> -> tensor<64x64xbf16>
  return %y : tensor<64x64xbf16>
}

func.func @f43(%x: tensor<3x37x41xbf16>, %w: tensor<1x123xbf16>, %b: tensor<1xbf16>) -> tensor<37x1xbf16> {
  %g = gl.gather_concat stacked %x : tensor<3x37x41xbf16> -> tensor<37x123xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<37x123xbf16>, tensor<1x123xbf16>, tensor<1xbf16> -> tensor<37x1xbf16>
  return %y : tensor<37x1xbf16>
}

func.func @f44(%x: tensor<2x128x64xbf16>, %w: tensor<96x128xbf16>, %b: tensor<96xbf16>) -> tensor<128x96xbf16> {
  %g = gl.gather_concat stacked %x : tensor<2x128x64xbf16> -> tensor<128x128xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<128x128xbf16>, tensor<96x128xbf16>, tensor<96xbf16> -> tensor<128x96xbf16>
  return %y : tensor<128x96xbf16>
}

func.func @f45(%x: tensor<2x128x64xbf16>, %w: tensor<96x128xbf16>, %b: tensor<96xbf16>) -> tensor<128x96xbf16> {
  %g = gl.gather_concat stacked %x : tensor<2x128x64xbf16> -> tensor<128x128xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<128x128xbf16>, tensor<96x128xbf16>, tensor<96xbf16> -> tensor<128x96xbf16>
  return %y : tensor<128x96xbf16>
}

func.func @f46(%x: tensor<6x41x7xbf16>, %w: tensor<33x42xbf16>, %b: tensor<33xbf16>) -> tensor<41x33xbf16> {
  %g = gl.gather_concat stacked %x : tensor<6x41x7xbf16> -> tensor<41x42xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<41x42xbf16>, tensor<33x42xbf16>, tensor<33xbf16> -> tensor<41x33xbf16>
  return %y : tensor<41x33xbf16>
}

func.func @f47(%x: tensor<6x41x7xbf16>, %w: tensor<33x42xbf16>, %b: tensor<33xbf16>) -> tensor<41x33xbf16> {
  %g = gl.gather_concat stacked %x : tensor<6x41x7xbf16> -> tensor<41x42xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<41x42xbf16>, tensor<33x42xbf16>, tensor<33xbf16> -> tensor<41x33xbf16>
  return %y : tensor<41x33xbf16>
}

func.func @f48(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) -> tensor<12x56xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<12x128xf32>, tensor<56x128xf32>, tensor<56xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}

func.func @f49(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) -> tensor<12x56xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<12x128xf32>, tensor<56x128xf32>, tensor<56xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}

func.func @f50(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) -> tensor<12x56xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<12x128xf32>, tensor<56x128xf32>, tensor<56xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}

func.func @f51(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) -> tensor<12x56xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<12x128xf32>, tensor<56x128xf32>, tensor<56xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}
