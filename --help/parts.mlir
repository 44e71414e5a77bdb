func.func @f0(%x: tensor<9x16xf32>, %w: tensor<16x16xf32>, %b: tensor<16xf32>) -> tensor<9x16xf32> {
  %g = gl.gather_concat %x : tensor<9x16xf32> -> tensor<9x16xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x16xf32>, tensor<16x16xf32>, tensor<16xf32> -> tensor<9x16xf32>
  return %y : tensor<9x16xf32>
}

func.func @f1(%x: tensor<9x41xf32>, %w: tensor<16x41xf32>, %b: tensor<16xf32>) -> tensor<9x16xf32> {
  %g = gl.gather_concat %x : tensor<9x41xf32> -> tensor<9x41xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x41xf32>, tensor<16x41xf32>, tensor<16xf32> -> tensor<9x16xf32>
  return %y : tensor<9x16xf32>
}

func.func @f2(%p0: tensor<9x8xf32>, %p1: tensor<9x24xf32>, %w: tensor<16x32xf32>, %b: tensor<16xf32>) -> tensor<9x16xf32> {
  %g = gl.gather_concat %p0, %p1 : tensor<9x8xf32>, tensor<9x24xf32> -> tensor<9x32xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x32xf32>, tensor<16x32xf32>, tensor<16xf32> -> tensor<9x16xf32>
  return %y : tensor<9x16xf32>
}

func.func @f3(%p0: tensor<9x1xf32>, %p1: tensor<9x1xf32>, %w: tensor<16x2xf32>, %b: tensor<16xf32>) -> tensor<9x16xf32> {
  %g = gl.gather_concat %p0, %p1 : tensor<9x1xf32>, tensor<9x1xf32> -> tensor<9x2xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x2xf32>, tensor<16x2xf32>, tensor<16xf32> -> tensor<9x16xf32>
  return %y : tensor<9x16xf32>
}

func.func @f4(%p0: tensor<9x11xf32>, %p1: tensor<9x23xf32>, %w: tensor<16x34xf32>, %b: tensor<16xf32>) -> tensor<9x16xf32> {
  %g = gl.gather_concat %p0, %p1 : tensor<9x11xf32>, tensor<9x23xf32> -> tensor<9x34xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x34xf32>, tensor<16x34xf32>, tensor<16xf32> -> tensor<9x16xf32>
  return %y : tensor<9x16xf32>
}

func.func @f5(%p0: tensor<9x5xf32>, %p1: tensor<9x3xf32>, %p2: tensor<9x7xf32>, %w: tensor<16x15xf32>, %b: tensor<16xf32>) -> tensor<9x16xf32> {
  %g = gl.gather_concat %p0, %p1, %p2 : tensor<9x5xf32>, tensor<9x3xf32>, tensor<9x7xf32> -> tensor<9x15xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x15xf32>, tensor<16x15xf32>, tensor<16xf32> -> tensor<9x16xf32>
  return %y : tensor<9x16xf32>
}

func.func @f6(%p0: tensor<9x32xf32>, %p1: tensor<9x32xf32>, %p2: tensor<9x32xf32>, %w: tensor<16x96xf32>, %b: tensor<16xf32>) -> tensor<9x16xf32> {
  %g = gl.gather_concat %p0, %p1, %p2 : tensor<9x32xf32>, tensor<9x32xf32>, tensor<9x32xf32> -> tensor<9x96xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x96xf32>, tensor<16x96xf32>, tensor<16xf32> -> tensor<9x16xf32>
  return %y : tensor<9x16xf32>
}

func.func @f7(%p0: tensor<9x11xf32>, %p1: tensor<9x23xf32>, %p2: tensor<9x31xf32>, %p3: tensor<9x16xf32>, %w: tensor<16x81xf32>, %b: tensor<16xf32>) -> tensor<9x16xf32> {
  %g = gl.gather_concat %p0, %p1, %p2, %p3 : tensor<9x11xf32>, tensor<9x23xf32>, tensor<9x31xf32>, tensor<9x16xf32> -> tensor<9x81xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x81xf32>, tensor<16x81xf32>, tensor<16xf32> -> tensor<9x16xf32>
  return %y : tensor<9x16xf32>
}

func.func @f8(%p0: tensor<9x1xf32>, %p1: tensor<9x2xf32>, %p2: tensor<9x3xf32>, %p3: tensor<9x4xf32>, %p4: tensor<9x5xf32>, %w: tensor<16x15xf32>, %b: tensor<16xf32>) -> tensor<9x16xf32> {
  %g = gl.gather_concat %p0, %p1, %p2, %p3, %p4 : tensor<9x1xf32>, tensor<9x2xf32>, tensor<9x3xf32>, tensor<9x4xf32>, tensor<9x5xf32> -> tensor<9x15xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x15xf32>, tensor<16x15xf32>, tensor<16xf32> -> tensor<9x16xf32>
  return %y : tensor<9x16xf32>
}

func.func @f9(%p0: tensor<9x64xf32>, %p1: tensor<9x1xf32>, %p2: tensor<9x64xf32>, %w: tensor<16x129xf32>, %b: tensor<16xf32>) -> tensor<9x16xf32> {
  %g = gl.gather_concat %p0, %p1, %p2 : tensor<9x64xf32>, tensor<9x1xf32>, tensor<9x64xf32> -> tensor<9x129xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x129xf32>, tensor<16x129xf32>, tensor<16xf32> -> tensor<9x16xf32>
  return %y : tensor<9x16xf32>
}

func.func @f10(%p0: tensor<37x11xf32>, %p1: tensor<37x23xf32>, %p2: tensor<37x31xf32>, %p3: tensor<37x16xf32>, %w: tensor<33x81xf32>, %b: tensor<33xf32>) -> tensor<37x33xf32> {
  %g = gl.gather_concat %p0, %p1, %p2, %p3 : tensor<37x11xf32>, tensor<37x23xf32>, tensor<37x31xf32>, tensor<37x16xf32> -> tensor<37x81xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<37x81xf32>, tensor<33x81xf32>, tensor<33xf32> -> tensor<37x33xf32>
  return %y : tensor<37x33xf32>
}

func.func @f11(%p0: tensor<7x17xf32>, %p1: tensor<7x47xf32>, %w: tensor<20x128xf32>, %b: tensor<20xf32>) -> tensor<7x20xf32> {
  %g = gl.gather_concat %p0, %p1, %p0, %p1 : tensor<7x17xf32>, tensor<7x47xf32>, tensor<7x17xf32>, tensor<7x47xf32> -> tensor<7x128xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<7x128xf32>, tensor<20x128xf32>, tensor<20xf32> -> tensor<7x20xf32>
  return %y : tensor<7x20xf32>
}

func.func @f12(%x: tensor<9x16xf16>, %w: tensor<16x16xf16>, %b: tensor<16xf16>) -> tensor<9x16xf16> {
  %g = gl.gather_concat %x : tensor<9x16xf16> -> tensor<9x16xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x16xf16>, tensor<16x16xf16>, tensor<16xf16> -> tensor<9x16xf16>
  return %y : tensor<9x16xf16>
}

func.func @f13(%x: tensor<9x41xf16>, %w: tensor<16x41xf16>, %b: tensor<16xf16>) -> tensor<9x16xf16> {
  %g = gl.gather_concat %x : tensor<9x41xf16> -> tensor<9x41xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x41xf16>, tensor<16x41xf16>, tensor<16xf16> -> tensor<9x16xf16>
  return %y : tensor<9x16xf16>
}

func.func @f14(%p0: tensor<9x8xf16>, %p1: tensor<9x24xf16>, %w: tensor<16x32xf16>, %b: tensor<16xf16>) -> tensor<9x16xf16> {
  %g = gl.gather_concat %p0, %p1 : tensor<9x8xf16>, tensor<9x24xf16> -> tensor<9x32xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x32xf16>, tensor<16x32xf16>, tensor<16xf16> -> tensor<9x16xf16>
  return %y : tensor<9x16xf16>
}

func.func @f15(%p0: tensor<9x1xf16>, %p1: tensor<9x1xf16>, %w: tensor<16x2xf16>, %b: tensor<16xf16>) -> tensor<9x16xf16> {
  %g = gl.gather_concat %p0, %p1 : tensor<9x1xf16>, tensor<9x1xf16> -> tensor<9x2xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x2xf16>, tensor<16x2xf16>, tensor<16xf16> -> tensor<9x16xf16>
  return %y : tensor<9x16xf16>
}

func.func @f16(%p0: tensor<9x11xf16>, %p1: tensor<9x23xf16>, %w: tensor<16x34xf16>, %b: tensor<16xf16>) -> tensor<9x16xf16> {
  %g = gl.gather_concat %p0, %p1 : tensor<9x11xf16>, tensor<9x23xf16> -> tensor<9x34xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x34xf16>, tensor<16x34xf16>, tensor<16xf16> -> tensor<9x16xf16>
  return %y : tensor<9x16xf16>
}

func.func @f17(%p0: tensor<9x5xf16>, %p1: tensor<9x3xf16>, %p2: tensor<9x7xf16>, %w: tensor<16x15xf16>, %b: tensor<16xf16>) -> tensor<9x16xf16> {
  %g = gl.gather_concat %p0, %p1, %p2 : tensor<9x5xf16>, tensor<9x3xf16>, tensor<9x7xf16> -> tensor<9x15xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x15xf16>, tensor<16x15xf16>, tensor<16xf16> -> tensor<9x16xf16>
  return %y : tensor<9x16xf16>
}

func.func @f18(%p0: tensor<9x32xf16>, %p1: tensor<9x32xf16>, %p2: tensor<9x32xf16>, %w: tensor<16x96xf16>, %b: tensor<16xf16>) -> tensor<9x16xf16> {
  %g = gl.gather_concat %p0, %p1, %p2 : tensor<9x32xf16>, tensor<9x32xf16>, tensor<9x32xf16> -> tensor<9x96xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x96xf16>, tensor<16x96xf16>, tensor<16xf16> -> tensor<9x16xf16>
  return %y : tensor<9x16xf16>
}

func.func @f19(%p0: tensor<9x11xf16>, %p1: tensor<9x23xf16>, %p2: tensor<9x31xf16>, %p3: tensor<9x16xf16>, %w: tensor<16x81xf16>, %b: tensor<16xf16>) -> tensor<9x16xf16> {
  %g = gl.gather_concat %p0, %p1, %p2, %p3 : tensor<9x11xf16>, tensor<9x23xf16>, tensor<9x31xf16>, tensor<9x16xf16> -> tensor<9x81xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x81xf16>, tensor<16x81xf16>, tensor<16xf16> -> tensor<9x16xf16>
  return %y : tensor<9x16xf16>
}

func.func @f20(%p0: tensor<9x1xf16>, %p1: tensor<9x2xf16>, %p2: tensor<9x3xf16>, %p3: tensor<9x4xf16>, %p4: tensor<9x5xf16>, %w: tensor<16x15xf16>, %b: tensor<16xf16>) -> tensor<9x16xf16> {
  %g = gl.gather_concat %p0, %p1, %p2, %p3, %p4 : tensor<9x1xf16>, tensor<9x2xf16>, tensor<9x3xf16>, tensor<9x4xf16>, tensor<9x5xf16> -> tensor<9x15xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x15xf16>, tensor<16x15xf16>, tensor<16xf16> -> tensor<9x16xf16>
  return %y : tensor<9x16xf16>
}

func.func @f21(%p0: tensor<9x64xf16>, %p1: tensor<9x1xf16>, %p2: tensor<9x64xf16>, %w: tensor<16x129xf16>, %b: tensor<16xf16>) -> tensor<9x16xf16> {
  %g = gl.gather_concat %p0, %p1, %p2 : tensor<9x64xf16>, tensor<9x1xf16>, tensor<9x64xf16> -> tensor<9x129xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x129xf16>, tensor<16x129xf16>, tensor<16xf16> -> tensor<9x16xf16>
  return %y : tensor<9x16xf16>
}

func.func @f22(%p0: tensor<37x11xf16>, %p1: tensor<37x23xf16>, %p2: tensor<37x31xf16>, %p3: tensor<37x16xf16>, %w: tensor<33x81xf16>, %b: tensor<33xf16>) -> tensor<37x33xf16> {
  %g = gl.gather_concat %p0, %p1, %p2, %p3 : tensor<37x11xf16>, tensor<37x23xf16>, tensor<37x31xf16>, tensor<37x16xf16> -> tensor<37x81xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<37x81xf16>, tensor<33x81xf16>, tensor<33xf16> -> tensor<37x33xf16>
  return %y : tensor<37x33xf16>
}

func.func @f23(%p0: tensor<7x17xf16>, %p1: tensor<7x47xf16>, %w: tensor<20x128xf16>, %b: tensor<20xf16>) -> tensor<7x20xf16> {
  %g = gl.gather_concat %p0, %p1, %p0, %p1 : tensor<7x17xf16>, tensor<7x47xf16>, tensor<7x17xf16>, tensor<7x47xf16> -> tensor<7x128xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<7x128xf16>, tensor<20x128xf16>, tensor<20xf16> -> tensor<7x20xf16>
  return %y : tensor<7x20xf16>
}

func.func @f24(%x: tensor<9x16xbf16>, %w: tensor<16x16xbf16>, %b: tensor<16xbf16>) -> tensor<9x16xbf16> {
  %g = gl.gather_concat %x : tensor<9x16xbf16> -> tensor<9x16xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x16xbf16>, tensor<16x16xbf16>, tensor<16xbf16> -> tensor<9x16xbf16>
  return %y : tensor<9x16xbf16>
}

func.func @f25(%x: tensor<9x41xbf16>, %w: tensor<16x41xbf16>, %b: tensor<16xbf16>) -> tensor<9x16xbf16> {
  %g = gl.gather_concat %x : tensor<9x41xbf16> -> tensor<9x41xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x41xbf16>, tensor<16x41xbf16>, tensor<16xbf16> -> tensor<9x16xbf16>
  return %y : tensor<9x16xbf16>
}

func.func @f26(%p0: tensor<9x8xbf16>, %p1: tensor<9x24xbf16>, %w: tensor<16x32xbf16>, %b: tensor<16xbf16>) -> tensor<9x16xbf16> {
  %g = gl.gather_concat %p0, %p1 : tensor<9x8xbf16>, tensor<9x24xbf16> -> tensor<9x32xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x32xbf16>, tensor<16x32xbf16>, tensor<16xbf16> -> tensor<9x16xbf16>
  return %y : tensor<9x16xbf16>
}

func.func @f27(%p0: tensor<9x1xbf16>, %p1: tensor<9x1xbf16>, %w: tensor<16x2xbf16>, %b: tensor<16xbf16>) -> tensor<9x16xbf16> {
  %g = gl.gather_concat %p0, %p1 : tensor<9x1xbf16>, tensor<9x1xbf16> -> tensor<9x2xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x2xbf16>, tensor<16x2xbf16>, tensor<16xbf16> -> tensor<9x16xbf16>
  return %y : tensor<9x16xbf16>
}

func.func @f28(%p0: tensor<9x11xbf16>, %p1: tensor<9x23xbf16>, %w: tensor<16x34xbf16>, %b: tensor<16xbf16>) -> tensor<9x16xbf16> {
  %g = gl.gather_concat %p0, %p1 : tensor<9x11xbf16>, tensor<9x23xbf16> -> tensor<9x34xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x34xbf16>, tensor<16x34xbf16>, tensor<16xbf16> -> tensor<9x16xbf16>
  return %y : tensor<9x16xbf16>
}

func.func @f29(%p0: tensor<9x5xbf16>, %p1: tensor<9x3xbf16>, %p2: tensor<9x7xbf16>, %w: tensor<16x15xbf16>, %b: tensor<16xbf16>) -> tensor<9x16xbf16> {
  %g = gl.gather_concat %p0, %p1, %p2 : tensor<9x5xbf16>, tensor<9x3xbf16>, tensor<9x7xbf16> -> tensor<9x15xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x15xbf16>, tensor<16x15xbf16>, tensor<16xbf16> -> tensor<9x16xbf16>
  return %y : tensor<9x16xbf16>
}

func.func @f30(%p0: tensor<9x32xbf16>, %p1: tensor<9x32xbf16>, %p2: tensor<9x32xbf16>, %w: tensor<16x96xbf16>, %b: tensor<16xbf16>) -> tensor<9x16xbf16> {
  %g = gl.gather_concat %p0, %p1, %p2 : tensor<9x32xbf16>, tensor<9x32xbf16>, tensor<9x32xbf16> -> tensor<9x96xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x96xbf16>, tensor<16x96xbf16>, tensor<16xbf16> -> tensor<9x16xbf16>
  return %y : tensor<9x16xbf16>
}

func.func @f31(%p0: tensor<9x11xbf16>, %p1: tensor<9x23xbf16>, %p2: tensor<9x31xbf16>, %p3: tensor<9x16xbf16>, %w: tensor<16x81xbf16>, %b: tensor<16xbf16>) -> tensor<9x16xbf16> {
  %g = gl.gather_concat %p0, %p1, %p2, %p3 : tensor<9x11xbf16>, tensor<9x23xbf16>, tensor<9x31xbf16>, tensor<9x16xbf16> -> tensor<9x81xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x81xbf16>, tensor<16x81xbf16>, tensor<16xbf16> -> tensor<9x16xbf16>
  return %y : tensor<9x16xbf16>
}

func.func @f32(%p0: tensor<9x1xbf16>, %p1: tensor<9x2xbf16>, %p2: tensor<9x3xbf16>, %p3: tensor<9x4xbf16>, %p4: tensor<9x5xbf16>, %w: tensor<16x15xbf16>, %b: tensor<16xbf16>) -> tensor<9x16xbf16> {
  %g = gl.gather_concat %p0, %p1, %p2, %p3, %p4 : tensor<9x1xbf16>, tensor<9x2xbf16>, tensor<9x3xbf16>, tensor<9x4xbf16>, tensor<9x5xbf16> -> tensor<9x15xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x15xbf16>, tensor<16x15xbf16>, tensor<16xbf16> -> tensor<9x16xbf16>
  return %y : tensor<9x16xbf16>
}

func.func @f33(%p0: tensor<9x64xbf16>, %p1: tensor<9x1xbf16>, %p2: tensor<9x64xbf16>, %w: tensor<16x129xbf16>, %b: tensor<16xbf16>) -> tensor<9x16xbf16> {
  %g = gl.gather_concat %p0, %p1, %p2 : tensor<9x64xbf16>, tensor<9x1xbf16>, tensor<9x64xbf16> -> tensor<9x129xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<9x129xbf16>, tensor<16x129xbf16>, tensor<16xbf16> -> tensor<9x16xbf16>
  return %y : tensor<9x16xbf16>
}

func.func @f34(%p0: tensor<37x11xbf16>, %p1: tensor<37x23xbf16>, %p2: tensor<37x31xbf16>, %p3: tensor<37x16xbf16>, %w: tensor<33x81xbf16>, %b: tensor<33xbf16>) -> tensor<37x33xbf16> {
  %g = gl.gather_concat %p0, %p1, %p2, %p3 : tensor<37x11xbf16>, tensor<37x23xbf16>, tensor<37x31xbf16>, tensor<37x16xbf16> -> tensor<37x81xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<37x81xbf16>, tensor<33x81xbf16>, tensor<33xbf16> -> tensor<37x33xbf16>
  return %y : tensor<37x33xbf16>
}

func.func @f35(%p0: tensor<7x17xbf16>, %p1: tensor<7x47xbf16>, %w: tensor<20x128xbf16>, %b: tensor<20xbf16>) -> tensor<7x20xbf16> {
  %g = gl.gather_concat %p0, %p1, %p0, %p1 : tensor<7x17xbf16>, tensor<7x47xbf16>, tensor<7x17xbf16>, tensor<7x47xbf16> -> tensor<7x128xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<7x128xbf16>, tensor<20x128xbf16>, tensor<20xbf16> -> tensor<7x20xbf16>
  return %y : tensor<7x20xbf16>
}

func.func @f36(%p0: tensor<9x11xf32>, %p1: tensor<9x23xf32>, %p2: tensor<9x31xf32>, %p3: tensor<9x16xf32>, %w: tensor<81x81xf32>) -> tensor<9x81xf32> {
  %g = gl.gather_concat %p0, %p1, %p2, %p3 : tensor<9x11xf32>, tensor<9x23xf32>, tensor<9x31xf32>, tensor<9x16xf32> -> tensor<9x81xf32>
  %y = gl.matmul_bias %g, %w : tensor<9x81xf32>, tensor<81x81xf32> -> tensor<9x81xf32>
  return %y : tensor<9x81xf32>
}

func.func @f37(%p0: tensor<9x16xf32>, %p1: tensor<9x31xf32>, %p2: tensor<9x23xf32>, %p3: tensor<9x11xf32>, %w: tensor<81x81xf32>) -> tensor<9x81xf32> {
  %g = gl.gather_concat %p0, %p1, %p2, %p3 : tensor<9x16xf32>, tensor<9x31xf32>, tensor<9x23xf32>, tensor<9x11xf32> -> tensor<9x81xf32>
  %y = gl.matmul_bias %g, %w : tensor<9x81xf32>, tensor<81x81xf32> -> tensor<9x81xf32>
  return %y : tensor<9x81xf32>
}

func.func @f38(%x: tensor<9x13xf32>, %w: tensor<26x26xf32>) -> tensor<9x26xf32> {
  %g = gl.gather_concat %x, %x : tensor<9x13xf32>, tensor<9x13xf32> -> tensor<9x26xf32>
  %y = gl.matmul_bias %g, %w : tensor<9x26xf32>, tensor<26x26xf32> -> tensor<9x26xf32>
  return %y : tensor<9x26xf32>
}
