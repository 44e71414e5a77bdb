func.func @stacked_f32(%x: tensor<?x?x?xf32>, %w: tensor<?x?xf32>, %b: tensor<?xf32>) -> tensor<?x?xf32> {
  %g = gl.gather_concat stacked %x : tensor<?x?x?xf32> -> tensor<?x?xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32> -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

func.func @parts_f32(%p0: tensor<?x?xf32>, %p1: tensor<?x?xf32>, %w: tensor<?x?xf32>, %b: tensor<?xf32>) -> tensor<?x?xf32> {
  %g = gl.gather_concat %p0, %p1 : tensor<?x?xf32>, tensor<?x?xf32> -> tensor<?x?xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32> -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

func.func @plain_f32(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>, %b: tensor<?xf32>) -> tensor<?x?xf32> {
  %y = gl.matmul_bias %x, %w, %b : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32> -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

func.func @stacked_f16(%x: tensor<?x?x?xf16>, %w: tensor<?x?xf16>, %b: tensor<?xf16>) -> tensor<?x?xf16> {
  %g = gl.gather_concat stacked %x : tensor<?x?x?xf16> -> tensor<?x?xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<?x?xf16>, tensor<?x?xf16>, tensor<?xf16> -> tensor<?x?xf16>
  return %y : tensor<?x?xf16>
}

func.func @parts_f16(%p0: tensor<?x?xf16>, %p1: tensor<?x?xf16>, %w: tensor<?x?xf16>, %b: tensor<?xf16>) -> tensor<?x?xf16> {
  %g = gl.gather_concat %p0, %p1 : tensor<?x?xf16>, tensor<?x?xf16> -> tensor<?x?xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<?x?xf16>, tensor<?x?xf16>, tensor<?xf16> -> tensor<?x?xf16>
  return %y : tensor<?x?xf16>
}

func.func @plain_f16(%x: tensor<?x?xf16>, %w: tensor<?x?xf16>, %b: tensor<?xf16>) -> tensor<?x?xf16> {
  %y = gl.matmul_bias %x, %w, %b : tensor<?x?xf16>, tensor<?x?xf16>, tensor<?xf16> -> tensor<?x?xf16>
  return %y : tensor<?x?xf16>
}

func.func @stacked_bf16(%x: tensor<?x?x?xbf16>, %w: tensor<?x?xbf16>, %b: tensor<?xbf16>) -> tensor<?x?xbf16> {
  %g = gl.gather_concat stacked %x : tensor<?x?x?xbf16> -> tensor<?x?xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<?x?xbf16>, tensor<?x?xbf16>, tensor<?xbf16> -> tensor<?x?xbf16>
  return %y : tensor<?x?xbf16>
}

func.func @parts_bf16(%p0: tensor<?x?xbf16>, %p1: tensor<?x?xbf16>, %w: tensor<?x?xbf16>, %b: tensor<?xbf16>) -> tensor<?x?xbf16> {
  %g = gl.gather_concat %p0, %p1 : tensor<?x?xbf16>, tensor<?x?xbf16> -> tensor<?x?xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<?x?xbf16>, tensor<?x?xbf16>, tensor<?xbf16> -> tensor<?x?xbf16>
  return %y : tensor<?x?xbf16>
}

func.func @plain_bf16(%x: tensor<?x?xbf16>, %w: tensor<?x?xbf16>, %b: tensor<?xbf16>) -> tensor<?x?xbf16> {
  %y = gl.matmul_bias %x, %w, %b : tensor<?x?xbf16>, tensor<?x?xbf16>, tensor<?xbf16> -> tensor<?x?xbf16>
  return %y : tensor<?x?xbf16>
}
