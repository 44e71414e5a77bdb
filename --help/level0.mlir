func.func @f0(%p0: tensor<9x11xf32>, %p1: tensor<9x23xf32>, %p2: tensor<9x31xf32>, %w: tensor<16x65xf32>, %b: tensor<16xf32>) -> tensor<9x16xf32> {
  %g = tensor.concat dim(1) %p0, %p1, %p2 : (tensor<9x11xf32>, tensor<9x23xf32>, tensor<9x31xf32>) -> tensor<9x65xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x65xf32>, tensor<16x65xf32>, tensor<16xf32> -> tensor<9x16xf32>
  return %y : tensor<9x16xf32>
}

func.func @f1(%p0: tensor<64x64xf32>, %p1: tensor<64x32xf32>, %w: tensor<64x96xf32>, %b: tensor<64xf32>) -> tensor<64x64xf32> {
  %g = tensor.concat dim(1) %p0, %p1 : (tensor<64x64xf32>, tensor<64x32xf32>) -> tensor<64x96xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<64x96xf32>, tensor<64x96xf32>, tensor<64xf32> -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

func.func @f2(%p0: tensor<2x3x11xf32>, %p1: tensor<2x3x6xf32>, %w: tensor<5x17xf32>, %b: tensor<5xf32>) -> tensor<2x3x5xf32> {
  %g = tensor.concat dim(2) %p0, %p1 : (tensor<2x3x11xf32>, tensor<2x3x6xf32>) -> tensor<2x3x17xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<2x3x17xf32>, tensor<5x17xf32>, tensor<5xf32> -> tensor<2x3x5xf32>
  return %y : tensor<2x3x5xf32>
}

func.func @f3(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) -> tensor<12x56xf32> {
  %e = tensor.empty() : tensor<12x4x32xf32>
  %t = linalg.transpose ins(%x : tensor<4x12x32xf32>) outs(%e : tensor<12x4x32xf32>) permutation = [1, 0, 2]
  %g = tensor.collapse_shape %t [[0], [1, 2]] : tensor<12x4x32xf32> into tensor<12x128xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<12x128xf32>, tensor<56x128xf32>, tensor<56xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}

func.func @f4(%x: tensor<3x7x5xf32>, %w: tensor<11x15xf32>, %b: tensor<11xf32>) -> tensor<7x11xf32> {
  %e = tensor.empty() : tensor<7x3x5xf32>
  %t = linalg.transpose ins(%x : tensor<3x7x5xf32>) outs(%e : tensor<7x3x5xf32>) permutation = [1, 0, 2]
  %g = tensor.collapse_shape %t [[0], [1, 2]] : tensor<7x3x5xf32> into tensor<7x15xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<7x15xf32>, tensor<11x15xf32>, tensor<11xf32> -> tensor<7x11xf32>
  return %y : tensor<7x11xf32>
}

func.func @f5(%x: tensor<2x64x64xf32>, %w: tensor<64x128xf32>, %b: tensor<64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x2x64xf32>
  %t = linalg.transpose ins(%x : tensor<2x64x64xf32>) outs(%e : tensor<64x2x64xf32>) permutation = [1, 0, 2]
  %g = tensor.collapse_shape %t [[0], [1, 2]] : tensor<64x2x64xf32> into tensor<64x128xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<64x128xf32>, tensor<64x128xf32>, tensor<64xf32> -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

func.func @f6(%x: tensor<3x2x5x8xf32>, %w: tensor<7x24xf32>, %b: tensor<7xf32>) -> tensor<2x5x7xf32> {
  %g = gl.gather_concat stacked %x : tensor<3x2x5x8xf32> -> tensor<2x5x24xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<2x5x24xf32>, tensor<7x24xf32>, tensor<7xf32> -> tensor<2x5x7xf32>
  return %y : tensor<2x5x7xf32>
}

func.func @f7(%p0: tensor<2x5x8xf32>, %p1: tensor<2x5x3xf32>, %w: tensor<7x11xf32>, %b: tensor<7xf32>) -> tensor<2x5x7xf32> {
  %g = gl.gather_concat %p0, %p1 : tensor<2x5x8xf32>, tensor<2x5x3xf32> -> tensor<2x5x11xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<2x5x11xf32>, tensor<7x11xf32>, tensor<7xf32> -> tensor<2x5x7xf32>
  return %y : tensor<2x5x7xf32>
}

func.func @f8(%x: tensor<13x37xf32>, %w: tensor<29x37xf32>, %b: tensor<29xf32>) -> tensor<13x29xf32> {
  %y = gl.matmul_bias %x, %w, %b : tensor<13x37xf32>, tensor<29x37xf32>, tensor<29xf32> -> tensor<13x29xf32>
  return %y : tensor<13x29xf32>
}

func.func @nested_f32(%a: tensor<9x8xf32>, %b: tensor<9x24xf32>, %c: tensor<9x4xf32>, %w: tensor<16x36xf32>) -> tensor<9x16xf32> {
  %g = gl.gather_concat %a, %b : tensor<9x8xf32>, tensor<9x24xf32> -> tensor<9x32xf32>
  %h = gl.gather_concat %g, %c : tensor<9x32xf32>, tensor<9x4xf32> -> tensor<9x36xf32>
  %y = gl.matmul_bias %h, %w : tensor<9x36xf32>, tensor<16x36xf32> -> tensor<9x16xf32>
  return %y : tensor<9x16xf32>
}

func.func @both_f32(%x: tensor<3x9x8xf32>, %w: tensor<5x24xf32>) -> (tensor<9x5xf32>, tensor<9x24xf32>) {
  %g = gl.gather_concat stacked %x : tensor<3x9x8xf32> -> tensor<9x24xf32>
  %y = gl.matmul_bias %g, %w : tensor<9x24xf32>, tensor<5x24xf32> -> tensor<9x5xf32>
  return %y, %g : tensor<9x5xf32>, tensor<9x24xf32>
}

func.func @two_f32(%x: tensor<3x9x8xf32>, %w: tensor<5x24xf32>, %v: tensor<7x5xf32>) -> tensor<9x7xf32> {
  %g = gl.gather_concat stacked %x : tensor<3x9x8xf32> -> tensor<9x24xf32>
  %y = gl.matmul_bias %g, %w : tensor<9x24xf32>, tensor<5x24xf32> -> tensor<9x5xf32>
  %z = gl.matmul_bias %y, %v : tensor<9x5xf32>, tensor<7x5xf32> -> tensor<9x7xf32>
  return %z : tensor<9x7xf32>
}

func.func @f12(%p0: tensor<9x11xf16>, %p1: tensor<9x23xf16>, %p2: tensor<9x31xf16>, %w: tensor<16x65xf16>, %b: tensor<16xf16>) -> tensor<9x16xf16> {
  %g = tensor.concat dim(1) %p0, %p1, %p2 : (tensor<9x11xf16>, tensor<9x23xf16>, tensor<9x31xf16>) -> tensor<9x65xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x65xf16>, tensor<16x65xf16>, tensor<16xf16> -> tensor<9x16xf16>
  return %y : tensor<9x16xf16>
}

func.func @f13(%p0: tensor<64x64xf16>, %p1: tensor<64x32xf16>, %w: tensor<64x96xf16>, %b: tensor<64xf16>) -> tensor<64x64xf16> {
  %g = tensor.concat dim(1) %p0, %p1 : (tensor<64x64xf16>, tensor<64x32xf16>) -> tensor<64x96xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<64x96xf16>, tensor<64x96xf16>, tensor<64xf16> -> tensor<64x64xf16>
  return %y : tensor<64x64xf16>
}

func.func @f14(%p0: tensor<2x3x11xf16>, %p1: tensor<2x3x6xf16>, %w: tensor<5x17xf16>, %b: tensor<5xf16>) -> tensor<2x3x5xf16> {
  %g = tensor.concat dim(2) %p0, %p1 : (tensor<2x3x11xf16>, tensor<2x3x6xf16>) -> tensor<2x3x17xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<2x3x17xf16>, tensor<5x17xf16>, tensor<5xf16> -> tensor<2x3x5xf16>
  return %y : tensor<2x3x5xf16>
}

func.func @f15(%x: tensor<4x12x32xf16>, %w: tensor<56x128xf16>, %b: tensor<56xf16>) -> tensor<12x56xf16> {
  %e = tensor.empty() : tensor<12x4x32xf16>
  %t = linalg.transpose ins(%x : tensor<4x12x32xf16>) outs(%e : tensor<12x4x32xf16>) permutation = [1, 0, 2]
  %g = tensor.collapse_shape %t [[0], [1, 2]] : tensor<12x4x32xf16> into tensor<12x128xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<12x128xf16>, tensor<56x128xf16>, tensor<56xf16> -> tensor<12x56xf16>
  return %y : tensor<12x56xf16>
}

func.func @f16(%x: tensor<3x7x5xf16>, %w: tensor<11x15xf16>, %b: tensor<11xf16>) -> tensor<7x11xf16> {
  %e = tensor.empty() : tensor<7x3x5xf16>
  %t = linalg.transpose ins(%x : tensor<3x7x5xf16>) outs(%e : tensor<7x3x5xf16>) permutation = [1, 0, 2]
  %g = tensor.collapse_shape %t [[0], [1, 2]] : tensor<7x3x5xf16> into tensor<7x15xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<7x15xf16>, tensor<11x15xf16>, tensor<11xf16> -> tensor<7x11xf16>
  return %y : tensor<7x11xf16>
}

func.func @f17(%x: tensor<2x64x64xf16>, %w: tensor<64x128xf16>, %b: tensor<64xf16>) -> tensor<64x64xf16> {
  %e = tensor.empty() : tensor<64x2x64xf16>
  %t = linalg.transpose ins(%x : tensor<2x64x64xf16>) outs(%e : tensor<64x2x64xf16>) permutation = [1, 0, 2]
  %g = tensor.collapse_shape %t [[0], [1, 2]] : tensor<64x2x64xf16> into tensor<64x128xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<64x128xf16>, tensor<64x128xf16>, tensor<64xf16> -> tensor<64x64xf16>
  return %y : tensor<64x64xf16>
}

func.func @f18(%x: tensor<3x2x5x8xf16>, %w: tensor<7x24xf16>, %b: tensor<7xf16>) -> tensor<2x5x7xf16> {
  %g = gl.gather_concat stacked %x : tensor<3x2x5x8xf16> -> tensor<2x5x24xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<2x5x24xf16>, tensor<7x24xf16>, tensor<7xf16> -> tensor<2x5x7xf16>
  return %y : tensor<2x5x7xf16>
}

func.func @f19(%p0: tensor<2x5x8xf16>, %p1: tensor<2x5x3xf16>, %w: tensor<7x11xf16>, %b: tensor<7xf16>) -> tensor<2x5x7xf16> {
  %g = gl.gather_concat %p0, %p1 : tensor<2x5x8xf16>, tensor<2x5x3xf16> -> tensor<2x5x11xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<2x5x11xf16>, tensor<7x11xf16>, tensor<7xf16> -> tensor<2x5x7xf16>
  return %y : tensor<2x5x7xf16>
}

func.func @f20(%x: tensor<13x37xf16>, %w: tensor<29x37xf16>, %b: tensor<29xf16>) -> tensor<13x29xf16> {
  %y = gl.matmul_bias %x, %w, %b : tensor<13x37xf16>, tensor<29x37xf16>, tensor<29xf16> -> tensor<13x29xf16>
  return %y : tensor<13x29xf16>
}

func.func @nested_f16(%a: tensor<9x8xf16>, %b: tensor<9x24xf16>, %c: tensor<9x4xf16>, %w: tensor<16x36xf16>) -> tensor<9x16xf16> {
  %g = gl.gather_concat %a, %b : tensor<9x8xf16>, tensor<9x24xf16> -> tensor<9x32xf16>
  %h = gl.gather_concat %g, %c : tensor<9x32xf16>, tensor<9x4xf16> -> tensor<9x36xf16>
  %y = gl.matmul_bias %h, %w : tensor<9x36xf16>, tensor<16x36xf16> -> tensor<9x16xf16>
  return %y : tensor<9x16xf16>
}

func.func @both_f16(%x: tensor<3x9x8xf16>, %w: tensor<5x24xf16>) -> (tensor<9x5xf16>, tensor<9x24xf16>) {
  %g = gl.gather_concat stacked %x : tensor<3x9x8xf16> -> tensor<9x24xf16>
  %y = gl.matmul_bias %g, %w : tensor<9x24xf16>, tensor<5x24xf16> -> tensor<9x5xf16>
  return %y, %g : tensor<9x5xf16>, tensor<9x24xf16>
}

func.func @two_f16(%x: tensor<3x9x8xf16>, %w: tensor<5x24xf16>, %v: tensor<7x5xf16>) -> tensor<9x7xf16> {
  %g = gl.gather_concat stacked %x : tensor<3x9x8xf16> -> tensor<9x24xf16>
  %y = gl.matmul_bias %g, %w : tensor<9x24xf16>, tensor<5x24xf16> -> tensor<9x5xf16>
  %z = gl.matmul_bias %y, %v : tensor<9x5xf16>, tensor<7x5xf16> -> tensor<9x7xf16>
  return %z : tensor<9x7xf16>
}

func.func @f24(%p0: tensor<9x11xbf16>, %p1: tensor<9x23xbf16>, %p2: tensor<9x31xbf16>, %w: tensor<16x65xbf16>, %b: tensor<16xbf16>) -> tensor<9x16xbf16> {
  %g = tensor.concat dim(1) %p0, %p1, %p2 : (tensor<9x11xbf16>, tensor<9x23xbf16>, tensor<9x31xbf16>) -> tensor<9x65xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x65xbf16>, tensor<16x65xbf16>, tensor<16xbf16> -> tensor<9x16xbf16>
  return %y : tensor<9x16xbf16>
}

func.func @f25(%p0: tensor<64x64xbf16>, %p1: tensor<64x32xbf16>, %w: tensor<64x96xbf16>, %b: tensor<64xbf16>) -> tensor<64x64xbf16> {
  %g = tensor.concat dim(1) %p0, %p1 : (tensor<64x64xbf16>, tensor<64x32xbf16>) -> tensor<64x96xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<64x96xbf16>, tensor<64x96xbf16>, tensor<64xbf16> -> tensor<64x64xbf16>
  return %y : tensor<64x64xbf16>
}

func.func @f26(%p0: tensor<2x3x11xbf16>, %p1: tensor<2x3x6xbf16>, %w: tensor<5x17xbf16>, %b: tensor<5xbf16>) -> tensor<2x3x5xbf16> {
  %g = tensor.concat dim(2) %p0, %p1 : (tensor<2x3x11xbf16>, tensor<2x3x6xbf16>) -> tensor<2x3x17xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<2x3x17xbf16>, tensor<5x17xbf16>, tensor<5xbf16> -> tensor<2x3x5xbf16>
  return %y : tensor<2x3x5xbf16>
}

func.func @f27(%x: tensor<4x12x32xbf16>, %w: tensor<56x128xbf16>, %b: tensor<56xbf16>) -> tensor<12x56xbf16> {
  %e = tensor.empty() : tensor<12x4x32xbf16>
  %t = linalg.transpose ins(%x : tensor<4x12x32xbf16>) outs(%e : tensor<12x4x32xbf16>) permutation = [1, 0, 2]
  %g = tensor.collapse_shape %t [[0], [1, 2]] : tensor<12x4x32xbf16> into tensor<12x128xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<12x128xbf16>, tensor<56x128xbf16>, tensor<56xbf16> -> tensor<12x56xbf16>
  return %y : tensor<12x56xbf16>
}

func.func @f28(%x: tensor<3x7x5xbf16>, %w: tensor<11x15xbf16>, %b: tensor<11xbf16>) -> tensor<7x11xbf16> {
  %e = tensor.empty() : tensor<7x3x5xbf16>
  %t = linalg.transpose ins(%x : tensor<3x7x5xbf16>) outs(%e : tensor<7x3x5xbf16>) permutation = [1, 0, 2]
  %g = tensor.collapse_shape %t [[0], [1, 2]] : tensor<7x3x5xbf16> into tensor<7x15xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<7x15xbf16>, tensor<11x15xbf16>, tensor<11xbf16> -> tensor<7x11xbf16>
  return %y : tensor<7x11xbf16>
}

func.func @f29(%x: tensor<2x64x64xbf16>, %w: tensor<64x128xbf16>, %b: tensor<64xbf16>) -> tensor<64x64xbf16> {
  %e = tensor.empty() : tensor<64x2x64xbf16>
  %t = linalg.transpose ins(%x : tensor<2x64x64xbf16>) outs(%e : tensor<64x2x64xbf16>) permutation = [1, 0, 2]
  %g = tensor.collapse_shape %t [[0], [1, 2]] : tensor<64x2x64xbf16> into tensor<64x128xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<64x128xbf16>, tensor<64x128xbf16>, tensor<64xbf16> -> tensor<64x64xbf16>
  return %y : tensor<64x64xbf16>
}

func.func @f30(%x: tensor<3x2x5x8xbf16>, %w: tensor<7x24xbf16>, %b: tensor<7xbf16>) -> tensor<2x5x7xbf16> {
  %g = gl.gather_concat stacked %x : tensor<3x2x5x8xbf16> -> tensor<2x5x24xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<2x5x24xbf16>, tensor<7x24xbf16>, tensor<7xbf16> -> tensor<2x5x7xbf16>
  return %y : tensor<2x5x7xbf16>
}

func.func @f31(%p0: tensor<2x5x8xbf16>, %p1: tensor<2x5x3xbf16>, %w: tensor<7x11xbf16>, %b: tensor<7xbf16>) -> tensor<2x5x7xbf16> {
  %g = gl.gather_concat %p0, %p1 : tensor<2x5x8xbf16>, tensor<2x5x3xbf16> -> tensor<2x5x11xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<2x5x11xbf16>, tensor<7x11xbf16>, tensor<7xbf16> -> tensor<2x5x7xbf16>
  return %y : tensor<2x5x7xbf16>
}

func.func @f32(%x: tensor<13x37xbf16>, %w: tensor<29x37xbf16>, %b: tensor<29xbf16>) -> tensor<13x29xbf16> {
  %y = gl.matmul_bias %x, %w, %b : tensor<13x37xbf16>, tensor<29x37xbf16>, tensor<29xbf16> -> tensor<13x29xbf16>
  return %y : tensor<13x29xbf16>
}

func.func @nested_bf16(%a: tensor<9x8xbf16>, %b: tensor<9x24xbf16>, %c: tensor<9x4xbf16>, %w: tensor<16x36xbf16>) -> tensor<9x16xbf16> {
  %g = gl.gather_concat %a, %b : tensor<9x8xbf16>, tensor<9x24xbf16> -> tensor<9x32xbf16>
  %h = gl.gather_concat %g, %c : tensor<9x32xbf16>, tensor<9x4xbf16> -> tensor<9x36xbf16>
  %y = gl.matmul_bias %h, %w : tensor<9x36xbf16>, tensor<16x36xbf16> -> tensor<9x16xbf16>
  return %y : tensor<9x16xbf16>
}

func.func @both_bf16(%x: tensor<3x9x8xbf16>, %w: tensor<5x24xbf16>) -> (tensor<9x5xbf16>, tensor<9x24xbf16>) {
  %g = gl.gather_concat stacked %x : tensor<3x9x8xbf16> -> tensor<9x24xbf16>
  %y = gl.matmul_bias %g, %w : tensor<9x24xbf16>, tensor<5x24xbf16> -> tensor<9x5xbf16>
  return %y, %g : tensor<9x5xbf16>, tensor<9x24xbf16>
}

func.func @two_bf16(%x: tensor<3x9x8xbf16>, %w: tensor<5x24xbf16>, %v: tensor<7x5xbf16>) -> tensor<9x7xbf16> {
  %g = gl.gather_concat stacked %x : tensor<3x9x8xbf16> -> tensor<9x24xbf16>
  %y = gl.matmul_bias %g, %w : tensor<9x24xbf16>, tensor<5x24xbf16> -> tensor<9x5xbf16>
  %z = gl.matmul_bias %y, %v : tensor<9x5xbf16>, tensor<7x5xbf16> -> tensor<9x7xbf16>
  return %z : tensor<9x7xbf16>
}
