// What is chosen for operands of 8 bits can be compiled, whatever the sizes: a tile's sums leave room for those that are promoted.
// RUN: gl-compile %s --target=sm_90a --emit=ptx -o - | FileCheck %s
// RUN: gl-compile %s --target=sm_90a --emit=bundle -o %t
// RUN: gl-compile %s --target=sm_90 --emit=ptx -o - | FileCheck %s --check-prefix=ORDINARY

// The first variant of each function is printed.
// CHECK: .entry large_0_wg_v16c
// CHECK: wgmma.mma_async.sync.aligned.m64n{{[0-9]+}}k32.f32.e4m3.e4m3
// CHECK: .entry wide_0_small_v8
// CHECK: cvt.rn.f16x2.e5m2x2
// CHECK: .entry few_rows_0_wg_v16c
// CHECK: wgmma.mma_async.sync.aligned.{{.*}}.f32.e4m3.e4m3
// CHECK: .entry across_0_v16c
// CHECK-NOT: wgmma
// CHECK: cvt.rn.f16x2.e4m3x2

// ORDINARY-NOT: wgmma
// ORDINARY: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// ORDINARY-NOT: wgmma
func.func @large(%x: tensor<8x8192x1024xf8E4M3FN>, %w: tensor<8192x8192xf8E4M3FN>, %b: tensor<8192xbf16>, %sx: tensor<f32>, %sw: tensor<f32>) -> tensor<8192x8192xbf16> {
  %g = gl.gather_concat stacked %x : tensor<8x8192x1024xf8E4M3FN> -> tensor<8192x8192xf8E4M3FN>
  %y = gl.matmul_bias %g, %w, %b scales(%sx, %sw : tensor<f32>, tensor<f32>)
     : tensor<8192x8192xf8E4M3FN>, tensor<8192x8192xf8E4M3FN>, tensor<8192xbf16> -> tensor<8192x8192xbf16>
  return %y : tensor<8192x8192xbf16>
}

func.func @wide(%x: tensor<?x4096xf8E5M2>, %w: tensor<16384x4096xf8E5M2>) -> tensor<?x16384xf32> {
  %y = gl.matmul_bias %x, %w {activation = #gl.activation<gelu>} : tensor<?x4096xf8E5M2>, tensor<16384x4096xf8E5M2> -> tensor<?x16384xf32>
  return %y : tensor<?x16384xf32>
}

func.func @few_rows(%x: tensor<16x8192xf8E4M3FN>, %w: tensor<8192x8192xf8E4M3FN>) -> tensor<16x8192xbf16> {
  %y = gl.matmul_bias %x, %w : tensor<16x8192xf8E4M3FN>, tensor<8192x8192xf8E4M3FN> -> tensor<16x8192xbf16>
  return %y : tensor<16x8192xbf16>
}

// The instruction takes neighbours along K only.
func.func @across(%x: tensor<1024x4096xf8E4M3FN>, %w: tensor<4096x4096xf8E4M3FN>) -> tensor<1024x4096xbf16> {
  %y = gl.matmul_bias %x, %w {rhs_layout = #gl.rhs_layout<kn>} : tensor<1024x4096xf8E4M3FN>, tensor<4096x4096xf8E4M3FN> -> tensor<1024x4096xbf16>
  return %y : tensor<1024x4096xbf16>
}
