// Every operation and attribute of gl: parse -> print -> parse is a fixed point, in the pretty and the generic form and through bytecode.
// RUN: gl-opt %s -o %t.once && FileCheck %s --input-file=%t.once
// RUN: gl-opt %t.once | diff %t.once -
// RUN: gl-opt %s --mlir-print-op-generic -o %t.generic
// RUN: gl-opt %t.generic --mlir-print-op-generic | diff %t.generic -
// RUN: gl-opt %t.generic | diff %t.once -
// RUN: gl-opt %s --emit-bytecode | gl-opt | diff %t.once -

// CHECK-DAG: #[[SIMT:.+]] = #gl.schedule<family = simt, tile = [2, 8, 128], warps = [1, 4], lanes = [1, 2, 16], vector = 4>
// CHECK-DAG: #[[MMA:.+]] = #gl.schedule<family = mma, tile = [128, 128, 64], warps = [2, 2], vector = 8, stages = 4, split_k = 2, group_m = 8, gather = walk, max_results = 1000, max_k = 512, cost = [132, 3000, 500, 100, 0]>
// CHECK-DAG: #[[CPU:.+]] = #gl.schedule<family = cpu, tile = [128, 96, 512], micro = [4, 3]>
// CHECK: module attributes {gl.target = #gl.target<arch = "sm_90a", sms = 132, shared_bytes = 232448, registers = 255>}
module attributes {gl.target = #gl.target<arch = "sm_90a", sms = 132, shared_bytes = 232448, registers = 255>} {

// CHECK: func.func @gather
func.func @gather(%x: tensor<4x12x32xf32>, %p: tensor<?x11xf16>, %q: tensor<?x23xf16>, %v: tensor<3xbf16>, %r: tensor<?x?x?xf32>,
                  %z: tensor<0x5xf32>, %e: tensor<2x3x4x5xf32>) {
  // CHECK: gl.gather_concat stacked %{{.*}} : tensor<4x12x32xf32> -> tensor<12x128xf32>
  %0 = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32>
  // CHECK: gl.gather_concat stacked %{{.*}} {axis = 0 : i64} : tensor<4x12x32xf32> -> tensor<48x32xf32>
  %1 = gl.gather_concat stacked %x {axis = 0 : i64} : tensor<4x12x32xf32> -> tensor<48x32xf32>
  // A default axis that is spelled out is not printed.
  // CHECK: gl.gather_concat %{{.*}}, %{{.*}} : tensor<?x11xf16>, tensor<?x23xf16> -> tensor<?x34xf16>
  %2 = gl.gather_concat %p, %q {axis = -1 : i64} : tensor<?x11xf16>, tensor<?x23xf16> -> tensor<?x34xf16>
  // CHECK: gl.gather_concat %{{.*}}, %{{.*}} {axis = 1 : i64} : tensor<?x11xf16>, tensor<?x23xf16> -> tensor<12x34xf16>
  %3 = gl.gather_concat %p, %q {axis = 1 : i64} : tensor<?x11xf16>, tensor<?x23xf16> -> tensor<12x34xf16>
  // CHECK: gl.gather_concat %{{.*}} : tensor<3xbf16> -> tensor<3xbf16>
  %4 = gl.gather_concat %v : tensor<3xbf16> -> tensor<3xbf16>
  // CHECK: gl.gather_concat stacked %{{.*}} : tensor<?x?x?xf32> -> tensor<?x?xf32>
  %5 = gl.gather_concat stacked %r : tensor<?x?x?xf32> -> tensor<?x?xf32>
  // CHECK: gl.gather_concat %{{.*}}, %{{.*}} {axis = 0 : i64} : tensor<0x5xf32>, tensor<0x5xf32> -> tensor<0x5xf32>
  %6 = gl.gather_concat %z, %z {axis = 0 : i64} : tensor<0x5xf32>, tensor<0x5xf32> -> tensor<0x5xf32>
  // CHECK: gl.gather_concat stacked %{{.*}} {axis = -2 : i64} : tensor<2x3x4x5xf32> -> tensor<3x8x5xf32>
  %7 = gl.gather_concat stacked %e {axis = -2 : i64} : tensor<2x3x4x5xf32> -> tensor<3x8x5xf32>
  return
}

// CHECK: func.func @matmul
func.func @matmul(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>, %wt: tensor<128x56xf32>,
                  %h: tensor<2x?x128xf16>, %hw: tensor<?x128xf16>, %hb: tensor<?xf16>) {
  // CHECK: gl.matmul_bias %{{.*}}, %{{.*}}, %{{.*}} : tensor<12x128xf32>, tensor<56x128xf32>, tensor<56xf32> -> tensor<12x56xf32>
  %0 = gl.matmul_bias %x, %w, %b : tensor<12x128xf32>, tensor<56x128xf32>, tensor<56xf32> -> tensor<12x56xf32>
  // CHECK: gl.matmul_bias %{{.*}}, %{{.*}} : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xbf16>
  %1 = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xbf16>
  // CHECK: gl.matmul_bias %{{.*}}, %{{.*}}, %{{.*}} {acc_type = f32, activation = #gl.activation<gelu_tanh>, precision = #gl.precision<tf32x3>, rhs_layout = #gl.rhs_layout<kn>}
  %2 = gl.matmul_bias %x, %wt, %b {acc_type = f32, activation = #gl.activation<gelu_tanh>, precision = #gl.precision<tf32x3>, rhs_layout = #gl.rhs_layout<kn>}
     : tensor<12x128xf32>, tensor<128x56xf32>, tensor<56xf32> -> tensor<12x56xf32>
  // CHECK: gl.matmul_bias %{{.*}}, %{{.*}}, %{{.*}} {activation = #gl.activation<silu>} : tensor<2x?x128xf16>, tensor<?x128xf16>, tensor<?xf16> -> tensor<2x?x?xf32>
  %3 = gl.matmul_bias %h, %hw, %hb {activation = #gl.activation<silu>} : tensor<2x?x128xf16>, tensor<?x128xf16>, tensor<?xf16> -> tensor<2x?x?xf32>
  // CHECK: {activation = #gl.activation<relu>}
  %4 = gl.matmul_bias %x, %w {activation = #gl.activation<relu>} : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  // CHECK: {activation = #gl.activation<gelu>, precision = #gl.precision<tf32>}
  %5 = gl.matmul_bias %x, %w {activation = #gl.activation<gelu>, precision = #gl.precision<tf32>} : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  return
}

// CHECK: func.func @f8
func.func @f8(%x: tensor<4x12x32xf8E4M3FN>, %w: tensor<56x128xf8E4M3FN>, %b: tensor<56xbf16>, %p: tensor<12x64xf8E5M2>, %v: tensor<56x128xf8E5M2>,
              %s: tensor<f32>) {
  // CHECK: gl.gather_concat stacked %{{.*}} : tensor<4x12x32xf8E4M3FN> -> tensor<12x128xf8E4M3FN>
  %0 = gl.gather_concat stacked %x : tensor<4x12x32xf8E4M3FN> -> tensor<12x128xf8E4M3FN>
  // CHECK: gl.matmul_bias %{{.*}}, %{{.*}}, %{{.*}} scales(%{{.*}}, %{{.*}} : tensor<f32>, tensor<f32>) {activation = #gl.activation<relu>} : tensor<12x128xf8E4M3FN>, tensor<56x128xf8E4M3FN>, tensor<56xbf16> -> tensor<12x56xf16>
  %1 = gl.matmul_bias %0, %w, %b scales(%s, %s : tensor<f32>, tensor<f32>) {activation = #gl.activation<relu>}
     : tensor<12x128xf8E4M3FN>, tensor<56x128xf8E4M3FN>, tensor<56xbf16> -> tensor<12x56xf16>
  %2 = gl.gather_concat %p, %p : tensor<12x64xf8E5M2>, tensor<12x64xf8E5M2> -> tensor<12x128xf8E5M2>
  // CHECK: gl.matmul_bias %{{.*}}, %{{.*}} scales(%{{.*}} : tensor<f32>) : tensor<12x128xf8E5M2>, tensor<56x128xf8E5M2> -> tensor<12x56xf32>
  %3 = gl.matmul_bias %2, %v scales(%s : tensor<f32>) : tensor<12x128xf8E5M2>, tensor<56x128xf8E5M2> -> tensor<12x56xf32>
  return
}

// CHECK: func.func @fused
func.func @fused(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) -> tensor<12x56xf32> {
  // CHECK: gl.fused_matmul lhs(%{{.*}} : tensor<4x12x32xf32>) maps [#{{.*}}] rhs(%{{.*}} : tensor<56x128xf32>) maps [#{{.*}}] ins(%{{.*}} : tensor<56xf32>) maps [#{{.*}}] -> tensor<12x56xf32> map #{{.*}} attributes {precision = #gl.precision<tf32>
  // CHECK-SAME: schedules = [#[[SIMT]], #[[MMA]], #[[CPU]]]
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {precision = #gl.precision<tf32>,
                  schedules = [#gl.schedule<family = simt, tile = [2, 8, 128], warps = [1, 4], lanes = [1, 2, 16], vector = 4>,
                               #gl.schedule<family = mma, tile = [128, 128, 64], warps = [2, 2], vector = 8, stages = 4, split_k = 2, group_m = 8, gather = walk, max_results = 1000, max_k = 512, cost = [132, 3000, 500, 100, 0]>,
                               #gl.schedule<family = cpu, tile = [128, 96, 512], micro = [4, 3], vector = 1>]}
      epilogue {
    ^bb0(%acc: f32, %bias: f32):
      // CHECK: arith.addf
      %0 = arith.addf %acc, %bias : f32
      // CHECK: gl.yield %{{.*}} : f32
      gl.yield %0 : f32
  }
  return %y : tensor<12x56xf32>
}

// Two segments with a right operand each, no inputs, and a result scattered into a stack.
// CHECK: func.func @segments
func.func @segments(%p: tensor<?x11xbf16>, %q: tensor<?x23xbf16>, %v: tensor<8x11xbf16>, %w: tensor<23x8xbf16>) -> tensor<2x?x4xf32> {
  // CHECK: gl.fused_matmul lhs(%{{.*}}, %{{.*}} : tensor<?x11xbf16>, tensor<?x23xbf16>)
  // CHECK-SAME: ins() maps [] -> tensor<2x?x4xf32>
  %y = gl.fused_matmul lhs(%p, %q : tensor<?x11xbf16>, tensor<?x23xbf16>)
        maps [affine_map<(m, k)[B, H] -> (m, k)>, affine_map<(m, k)[B, H] -> (m, k)>]
      rhs(%v, %w : tensor<8x11xbf16>, tensor<23x8xbf16>)
        maps [affine_map<(n, k)[N, K] -> (n, k)>, affine_map<(n, k)[K, N] -> (k, n)>]
      ins() maps []
      -> tensor<2x?x4xf32> map affine_map<(m, n)[R, B, H] -> (n floordiv H, m, n mod H)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<2x?x4xf32>
}

// Floats keep their bits: NaN payloads, infinities, negative zero, subnormals.
// CHECK: func.func @float_bits
func.func @float_bits(%x: tensor<3x5xf32>, %w: tensor<7x5xf32>) -> tensor<3x7xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<3x5xf32>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<7x5xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins() maps []
      -> tensor<3x7xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      // CHECK: arith.constant 0x7FC12345 : f32
      %0 = arith.constant 0x7FC12345 : f32
      // CHECK: arith.constant 0xFF800001 : f32
      %1 = arith.constant 0xFF800001 : f32
      // CHECK: arith.constant 0x7F800000 : f32
      %2 = arith.constant 0x7F800000 : f32
      // CHECK: arith.constant 0xFF800000 : f32
      %3 = arith.constant 0xFF800000 : f32
      // CHECK: arith.constant -0.000000e+00 : f32
      %4 = arith.constant -0.0 : f32
      // CHECK: arith.constant 1.401300e-45 : f32
      %5 = arith.constant 1.0e-45 : f32
      // CHECK: arith.constant 0x7E01 : f16
      %6 = arith.constant 0x7E01 : f16
      // CHECK: arith.constant 0x7FC1 : bf16
      %7 = arith.constant 0x7FC1 : bf16
      gl.yield %acc : f32
  }
  return %y : tensor<3x7xf32>
}

}
