func.func @stacked_f32(%x: tensor<?x?x?xf32>, %w: tensor<?x?xf32>, %b: tensor<?xf32>) -> tensor<?x?xf32> {
  %g = gl.gather_concat stacked %x : tensor<?x?x?xf32> -> tensor<?x?xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32> -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

func.func @static_f32(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) -> tensor<12x56xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<12x128xf32>, tensor<56x128xf32>, tensor<56xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}

func.func @f2(%p0: tensor<9x16xf32>, %p1: tensor<9x24xf32>, %w: tensor<10x40xf32>, %b: tensor<10xf32>) -> tensor<9x10xf32> {
  %g = gl.gather_concat %p0, %p1 : tensor<9x16xf32>, tensor<9x24xf32> -> tensor<9x40xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x40xf32>, tensor<10x40xf32>, tensor<10xf32> -> tensor<9x10xf32>
  return %y : tensor<9x10xf32>
}

func.func @f3(%p0: tensor<9x16xf32>, %p1: tensor<9x24xf32>, %w: tensor<10x40xf32>, %b: tensor<10xf32>) -> tensor<9x10xf32> {
  %g = gl.gather_concat %p0, %p1 : tensor<9x16xf32>, tensor<9x24xf32> -> tensor<9x40xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x40xf32>, tensor<10x40xf32>, tensor<10xf32> -> tensor<9x10xf32>
  return %y : tensor<9x10xf32>
}

func.func @f4(%x: tensor<3x5x37xf32>, %w: tensor<111x195xf32>, %b: tensor<195xf32>) -> tensor<5x195xf32> {
  %g = gl.gather_concat stacked %x : tensor<3x5x37xf32> -> tensor<5x111xf32>
  %y = gl.matmul_bias %g, %w, %b {rhs_layout = #gl.rhs_layout<kn>} : tensor<5x111xf32>, tensor<111x195xf32>, tensor<195xf32> -> tensor<5x195xf32>
  return %y : tensor<5x195xf32>
}

func.func @stacked_f16(%x: tensor<?x?x?xf16>, %w: tensor<?x?xf16>, %b: tensor<?xf16>) -> tensor<?x?xf16> {
  %g = gl.gather_concat stacked %x : tensor<?x?x?xf16> -> tensor<?x?xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<?x?xf16>, tensor<?x?xf16>, tensor<?xf16> -> tensor<?x?xf16>
  return %y : tensor<?x?xf16>
}

func.func @static_f16(%x: tensor<4x12x32xf16>, %w: tensor<56x128xf16>, %b: tensor<56xf16>) -> tensor<12x56xf16> {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xf16> -> tensor<12x128xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<12x128xf16>, tensor<56x128xf16>, tensor<56xf16> -> tensor<12x56xf16>
  return %y : tensor<12x56xf16>
}

func.func @f7(%p0: tensor<9x16xf16>, %p1: tensor<9x24xf16>, %w: tensor<10x40xf16>, %b: tensor<10xf16>) -> tensor<9x10xf16> {
  %g = gl.gather_concat %p0, %p1 : tensor<9x16xf16>, tensor<9x24xf16> -> tensor<9x40xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x40xf16>, tensor<10x40xf16>, tensor<10xf16> -> tensor<9x10xf16>
  return %y : tensor<9x10xf16>
}

func.func @f8(%p0: tensor<9x16xf16>, %p1: tensor<9x24xf16>, %w: tensor<10x40xf16>, %b: tensor<10xf16>) -> tensor<9x10xf16> {
  %g = gl.gather_concat %p0, %p1 : tensor<9x16xf16>, tensor<9x24xf16> -> tensor<9x40xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x40xf16>, tensor<10x40xf16>, tensor<10xf16> -> tensor<9x10xf16>
  return %y : tensor<9x10xf16>
}

func.func @f9(%x: tensor<3x5x37xf16>, %w: tensor<111x195xf16>, %b: tensor<195xf16>) -> tensor<5x195xf16> {
  %g = gl.gather_concat stacked %x : tensor<3x5x37xf16> -> tensor<5x111xf16>
  %y = gl.matmul_bias %g, %w, %b {rhs_layout = #gl.rhs_layout<kn>} : tensor<5x111xf16>, tensor<111x195xf16>, tensor<195xf16> -> tensor<5x195xf16>
  return %y : tensor<5x195xf16>
}

func.func @stacked_bf16(%x: tensor<?x?x?xbf16>, %w: tensor<?x?xbf16>, %b: tensor<?xbf16>) -> tensor<?x?xbf16> {
  %g = gl.gather_concat stacked %x : tensor<?x?x?xbf16> -> tensor<?x?xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<?x?xbf16>, tensor<?x?xbf16>, tensor<?xbf16> -> tensor<?x?xbf16>
  return %y : tensor<?x?xbf16>
}

func.func @static_bf16(%x: tensor<4x12x32xbf16>, %w: tensor<56x128xbf16>, %b: tensor<56xbf16>) -> tensor<12x56xbf16> {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xbf16> -> tensor<12x128xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<12x128xbf16>, tensor<56x128xbf16>, tensor<56xbf16> -> tensor<12x56xbf16>
  return %y : tensor<12x56xbf16>
}

func.func @f12(%p0: tensor<9x16xbf16>, %p1: tensor<9x24xbf16>, %w: tensor<10x40xbf16>, %b: tensor<10xbf16>) -> tensor<9x10xbf16> {
  %g = gl.gather_concat %p0, %p1 : tensor<9x16xbf16>, tensor<9x24xbf16> -> tensor<9x40xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x40xbf16>, tensor<10x40xbf16>, tensor<10xbf16> -> tensor<9x10xbf16>
  return %y : tensor<9x10xbf16>
}

func.func @f13(%p0: tensor<9x16xbf16>, %p1: tensor<9x24xbf16>, %w: tensor<10x40xbf16>, %b: tensor<10xbf16>) -> tensor<9x10xbf16> {
  %g = gl.gather_concat %p0, %p1 : tensor<9x16xbf16>, tensor<9x24xbf16> -> tensor<9x40xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x40xbf16>, tensor<10x40xbf16>, tensor<10xbf16> -> tensor<9x10xbf16>
  return %y : tensor<9x10xbf16>
}

func.func @f14(%x: tensor<3x5x37xbf16>, %w: tensor<111x195xbf16>, %b: tensor<195xbf16>) -> tensor<5x195xbf16> {
  %g = gl.gather_concat stacked %x : tensor<3x5x37xbf16> -> tensor<5x111xbf16>
  %y = gl.matmul_bias %g, %w, %b {rhs_layout = #gl.rhs_layout<kn>} : tensor<5x111xbf16>, tensor<111x195xbf16>, tensor<195xbf16> -> tensor<5x195xbf16>
  return %y : tensor<5x195xbf16>
}
