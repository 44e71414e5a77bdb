func.func @dynamic_f32(%x: tensor<?x?x?xf32>, %w: tensor<?x?xf32>, %b: tensor<?xf32>) -> tensor<?x?xf32> {
  %g = gl.gather_concat stacked %x : tensor<?x?x?xf32> -> tensor<?x?xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32> -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

func.func @f1(%x: tensor<1x15x15xf32>, %w: tensor<15x15xf32>, %b: tensor<15xf32>) -> tensor<15x15xf32> {
  %g = gl.gather_concat stacked %x : tensor<1x15x15xf32> -> tensor<15x15xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<15x15xf32>, tensor<15x15xf32>, tensor<15xf32> -> tensor<15x15xf32>
  return %y : tensor<15x15xf32>
}

func.func @f2(%x: tensor<1x16x16xf32>, %w: tensor<16x16xf32>, %b: tensor<16xf32>) -> tensor<16x16xf32> {
  %g = gl.gather_concat stacked %x : tensor<1x16x16xf32> -> tensor<16x16xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16xf32> -> tensor<16x16xf32>
  return %y : tensor<16x16xf32>
}

func.func @f3(%x: tensor<1x17x17xf32>, %w: tensor<17x17xf32>, %b: tensor<17xf32>) -> tensor<17x17xf32> {
  %g = gl.gather_concat stacked %x : tensor<1x17x17xf32> -> tensor<17x17xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<17x17xf32>, tensor<17x17xf32>, tensor<17xf32> -> tensor<17x17xf32>
  return %y : tensor<17x17xf32>
}

func.func @f4(%x: tensor<1x63x63xf32>, %w: tensor<63x63xf32>, %b: tensor<63xf32>) -> tensor<63x63xf32> {
  %g = gl.gather_concat stacked %x : tensor<1x63x63xf32> -> tensor<63x63xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<63x63xf32>, tensor<63x63xf32>, tensor<63xf32> -> tensor<63x63xf32>
  return %y : tensor<63x63xf32>
}

func.func @f5(%x: tensor<1x64x64xf32>, %w: tensor<64x64xf32>, %b: tensor<64xf32>) -> tensor<64x64xf32> {
  %g = gl.gather_concat stacked %x : tensor<1x64x64xf32> -> tensor<64x64xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64xf32> -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

func.func @f6(%x: tensor<1x65x65xf32>, %w: tensor<65x65xf32>, %b: tensor<65xf32>) -> tensor<65x65xf32> {
  %g = gl.gather_concat stacked %x : tensor<1x65x65xf32> -> tensor<65x65xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<65x65xf32>, tensor<65x65xf32>, tensor<65xf32> -> tensor<65x65xf32>
  return %y : tensor<65x65xf32>
}

func.func @dynamic_f16(%x: tensor<?x?x?xf16>, %w: tensor<?x?xf16>, %b: tensor<?xf16>) -> tensor<?x?xf16> {
  %g = gl.gather_concat stacked %x : tensor<?x?x?xf16> -> tensor<?x?xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<?x?xf16>, tensor<?x?xf16>, tensor<?xf16> -> tensor<?x?xf16>
  return %y : tensor<?x?xf16>
}

func.func @f8(%x: tensor<1x15x15xf16>, %w: tensor<15x15xf16>, %b: tensor<15xf16>) -> tensor<15x15xf16> {
  %g = gl.gather_concat stacked %x : tensor<1x15x15xf16> -> tensor<15x15xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<15x15xf16>, tensor<15x15xf16>, tensor<15xf16> -> tensor<15x15xf16>
  return %y : tensor<15x15xf16>
}

func.func @f9(%x: tensor<1x16x16xf16>, %w: tensor<16x16xf16>, %b: tensor<16xf16>) -> tensor<16x16xf16> {
  %g = gl.gather_concat stacked %x : tensor<1x16x16xf16> -> tensor<16x16xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16xf16> -> tensor<16x16xf16>
  return %y : tensor<16x16xf16>
}

func.func @f10(%x: tensor<1x17x17xf16>, %w: tensor<17x17xf16>, %b: tensor<17xf16>) -> tensor<17x17xf16> {
  %g = gl.gather_concat stacked %x : tensor<1x17x17xf16> -> tensor<17x17xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<17x17xf16>, tensor<17x17xf16>, tensor<17xf16> -> tensor<17x17xf16>
  return %y : tensor<17x17xf16>
}

func.func @f11(%x: tensor<1x63x63xf16>, %w: tensor<63x63xf16>, %b: tensor<63xf16>) -> tensor<63x63xf16> {
  %g = gl.gather_concat stacked %x : tensor<1x63x63xf16> -> tensor<63x63xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<63x63xf16>, tensor<63x63xf16>, tensor<63xf16> -> tensor<63x63xf16>
  return %y : tensor<63x63xf16>
}

func.func @f12(%x: tensor<1x64x64xf16>, %w: tensor<64x64xf16>, %b: tensor<64xf16>) -> tensor<64x64xf16> {
  %g = gl.gather_concat stacked %x : tensor<1x64x64xf16> -> tensor<64x64xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64xf16> -> tensor<64x64xf16>
  return %y : tensor<64x64xf16>
}

func.func @f13(%x: tensor<1x65x65xf16>, %w: tensor<65x65xf16>, %b: tensor<65xf16>) -> tensor<65x65xf16> {
  %g = gl.gather_concat stacked %x : tensor<1x65x65xf16> -> tensor<65x65xf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<65x65xf16>, tensor<65x65xf16>, tensor<65xf16> -> tensor<65x65xf16>
  return %y : tensor<65x65xf16>
}

func.func @dynamic_bf16(%x: tensor<?x?x?xbf16>, %w: tensor<?x?xbf16>, %b: tensor<?xbf16>) -> tensor<?x?xbf16> {
  %g = gl.gather_concat stacked %x : tensor<?x?x?xbf16> -> tensor<?x?xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<?x?xbf16>, tensor<?x?xbf16>, tensor<?xbf16> -> tensor<?x?xbf16>
  return %y : tensor<?x?xbf16>
}

func.func @f15(%x: tensor<1x15x15xbf16>, %w: tensor<15x15xbf16>, %b: tensor<15xbf16>) -> tensor<15x15xbf16> {
  %g = gl.gather_concat stacked %x : tensor<1x15x15xbf16> -> tensor<15x15xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<15x15xbf16>, tensor<15x15xbf16>, tensor<15xbf16> -> tensor<15x15xbf16>
  return %y : tensor<15x15xbf16>
}

func.func @f16(%x: tensor<1x16x16xbf16>, %w: tensor<16x16xbf16>, %b: tensor<16xbf16>) -> tensor<16x16xbf16> {
  %g = gl.gather_concat stacked %x : tensor<1x16x16xbf16> -> tensor<16x16xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<16x16xbf16>, tensor<16x16xbf16>, tensor<16xbf16> -> tensor<16x16xbf16>
  return %y : tensor<16x16xbf16>
}

func.func @f17(%x: tensor<1x17x17xbf16>, %w: tensor<17x17xbf16>, %b: tensor<17xbf16>) -> tensor<17x17xbf16> {
  %g = gl.gather_concat stacked %x : tensor<1x17x17xbf16> -> tensor<17x17xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<17x17xbf16>, tensor<17x17xbf16>, tensor<17xbf16> -> tensor<17x17xbf16>
  return %y : tensor<17x17xbf16>
}

func.func @f18(%x: tensor<1x63x63xbf16>, %w: tensor<63x63xbf16>, %b: tensor<63xbf16>) -> tensor<63x63xbf16> {
  %g = gl.gather_concat stacked %x : tensor<1x63x63xbf16> -> tensor<63x63xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<63x63xbf16>, tensor<63x63xbf16>, tensor<63xbf16> -> tensor<63x63xbf16>
  return %y : tensor<63x63xbf16>
}

func.func @f19(%x: tensor<1x64x64xbf16>, %w: tensor<64x64xbf16>, %b: tensor<64xbf16>) -> tensor<64x64xbf16> {
  %g = gl.gather_concat stacked %x : tensor<1x64x64xbf16> -> tensor<64x64xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64xbf16> -> tensor<64x64xbf16>
  return %y : tensor<64x64xbf16>
}

func.func @f20(%x: tensor<1x65x65xbf16>, %w: tensor<65x65xbf16>, %b: tensor<65xbf16>) -> tensor<65x65xbf16> {
  %g = gl.gather_concat stacked %x : tensor<1x65x65xbf16> -> tensor<65x65xbf16>
  %y = gl.matmul_bias %g, %w, %b : tensor<65x65xbf16>, tensor<65x65xbf16>, tensor<65xbf16> -> tensor<65x65xbf16>
  return %y : tensor<65x65xbf16>
}
