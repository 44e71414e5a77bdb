// Every remaining product becomes a fused_matmul; bias and activation become
// its epilogue.

// RUN: gl-opt %s --gl-generalize-matmul | FileCheck %s --implicit-check-not=gl.matmul_bias

// CHECK-DAG: #[[MK:.+]] = affine_map<(d0, d1)[s0, s1] -> (d0, d1)>
// CHECK-DAG: #[[KM:.+]] = affine_map<(d0, d1)[s0, s1] -> (d1, d0)>
// CHECK-DAG: #[[BIAS:.+]] = affine_map<(d0, d1)[s0] -> (d1)>
// CHECK-DAG: #[[NUMBER:.+]] = affine_map<(d0, d1) -> ()>
// CHECK-DAG: #[[LEAD:.+]] = affine_map<(d0, d1)[s0, s1, s2] -> (d0 floordiv s1, d0 mod s1, d1)>

// CHECK-LABEL: func @plain(
// CHECK-SAME: %[[X:[^:]+]]: {{[^,]+}}, %[[W:[^:]+]]:
// CHECK-NEXT: %[[Y:.+]] = gl.fused_matmul lhs(%[[X]] : tensor<12x128xf32>) maps [#[[MK]]]
// CHECK-SAME: rhs(%[[W]] : tensor<56x128xf32>) maps [#[[MK]]] ins() maps []
// CHECK-SAME: -> tensor<12x56xf32> map #[[MK]] epilogue {
// CHECK-NEXT: ^bb0(%[[ACC:.+]]: f32):
// CHECK-NEXT:   gl.yield %[[ACC]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[Y]]
func.func @plain(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>) -> tensor<12x56xf32> {
  %y = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}

// A gather that was not fused is read like any tensor.
// CHECK-LABEL: func @unfused_gather(
// CHECK: %[[G:.+]] = gl.gather_concat
// CHECK: gl.fused_matmul lhs(%[[G]] : tensor<12x128xf32>) maps [#[[MK]]]
func.func @unfused_gather(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>) -> tensor<12x56xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32>
  %y = gl.matmul_bias %g, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}

// CHECK-LABEL: func @dynamic_kn_leading(
// CHECK: gl.fused_matmul lhs(%{{.+}} : tensor<?x?x?xbf16>) maps [#[[LEAD]]]
// CHECK-SAME: rhs(%{{.+}} : tensor<?x?xbf16>) maps [#[[KM]]]
// CHECK-SAME: ins(%{{.+}} : tensor<?xbf16>) maps [#[[BIAS]]]
// CHECK-SAME: -> tensor<?x?x?xbf16> map #[[LEAD]]
// CHECK-NEXT: ^bb0(%[[ACC:.+]]: f32, %[[B:.+]]: bf16):
// CHECK-NEXT:   %[[BF:.+]] = arith.extf %[[B]] : bf16 to f32
// CHECK-NEXT:   %[[S:.+]] = arith.addf %[[ACC]], %[[BF]] : f32
// CHECK-NEXT:   %[[R:.+]] = arith.truncf %[[S]] : f32 to bf16
// CHECK-NEXT:   gl.yield %[[R]] : bf16
func.func @dynamic_kn_leading(%x: tensor<?x?x?xbf16>, %w: tensor<?x?xbf16>, %b: tensor<?xbf16>) -> tensor<?x?x?xbf16> {
  %y = gl.matmul_bias %x, %w, %b {rhs_layout = #gl.rhs_layout<kn>} : tensor<?x?x?xbf16>, tensor<?x?xbf16>, tensor<?xbf16> -> tensor<?x?x?xbf16>
  return %y : tensor<?x?x?xbf16>
}

// The activation sees the f32 sum; maximumf keeps a NaN.
// CHECK-LABEL: func @relu(
// CHECK: ^bb0(%[[ACC:.+]]: f32, %[[B:.+]]: f32):
// CHECK-NEXT:   %[[S:.+]] = arith.addf %[[ACC]], %[[B]] : f32
// CHECK-NEXT:   %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[V:.+]] = arith.maximumf %[[S]], %[[ZERO]] : f32
// CHECK-NEXT:   %[[R:.+]] = arith.truncf %[[V]] : f32 to f16
// CHECK-NEXT:   gl.yield %[[R]] : f16
func.func @relu(%x: tensor<12x128xf16>, %w: tensor<56x128xf16>, %b: tensor<56xf32>) -> tensor<12x56xf16> {
  %y = gl.matmul_bias %x, %w, %b {activation = #gl.activation<relu>} : tensor<12x128xf16>, tensor<56x128xf16>, tensor<56xf32> -> tensor<12x56xf16>
  return %y : tensor<12x56xf16>
}

// v/2 * (1 + erf(v/sqrt(2)))
// CHECK-LABEL: func @gelu(
// CHECK: ^bb0(%[[V:.+]]: f32):
// CHECK-NEXT:   %[[C:.+]] = arith.constant 0.707106769 : f32
// CHECK-NEXT:   %[[A:.+]] = arith.mulf %[[V]], %[[C]] : f32
// CHECK-NEXT:   %[[ERF:.+]] = math.erf %[[A]] : f32
// CHECK-DAG:    %[[HALF:.+]] = arith.constant 5.000000e-01 : f32
// CHECK-DAG:    %[[H:.+]] = arith.mulf %[[V]], %[[HALF]] : f32
// CHECK-DAG:    %[[ONE:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG:    %[[P:.+]] = arith.addf %[[ONE]], %[[ERF]] : f32
// CHECK:        %[[R:.+]] = arith.mulf %[[H]], %[[P]] : f32
// CHECK-NEXT:   gl.yield %[[R]] : f32
func.func @gelu(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>) -> tensor<12x56xf32> {
  %y = gl.matmul_bias %x, %w {activation = #gl.activation<gelu>} : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}

// v/2 * (1 + tanh(sqrt(2/pi) * (v + 0.044715 v^3)))
// CHECK-LABEL: func @gelu_tanh(
// CHECK: ^bb0(%[[V:.+]]: f32):
// CHECK-NEXT:   %[[V2:.+]] = arith.mulf %[[V]], %[[V]] : f32
// CHECK-NEXT:   %[[V3:.+]] = arith.mulf %[[V2]], %[[V]] : f32
// CHECK-NEXT:   %[[C:.+]] = arith.constant 4.471500e-02 : f32
// CHECK-NEXT:   %[[CV:.+]] = arith.mulf %[[V3]], %[[C]] : f32
// CHECK-NEXT:   %[[S:.+]] = arith.addf %[[V]], %[[CV]] : f32
// CHECK-NEXT:   %[[D:.+]] = arith.constant 0.797884583 : f32
// CHECK-NEXT:   %[[A:.+]] = arith.mulf %[[S]], %[[D]] : f32
// CHECK-NEXT:   %[[TANH:.+]] = math.tanh %[[A]] : f32
// CHECK-DAG:    %[[HALF:.+]] = arith.constant 5.000000e-01 : f32
// CHECK-DAG:    %[[H:.+]] = arith.mulf %[[V]], %[[HALF]] : f32
// CHECK-DAG:    %[[ONE:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG:    %[[P:.+]] = arith.addf %[[ONE]], %[[TANH]] : f32
// CHECK:        %[[R:.+]] = arith.mulf %[[H]], %[[P]] : f32
// CHECK-NEXT:   gl.yield %[[R]] : f32
func.func @gelu_tanh(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>) -> tensor<12x56xf32> {
  %y = gl.matmul_bias %x, %w {activation = #gl.activation<gelu_tanh>} : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}

// v / (1 + exp(-v))
// CHECK-LABEL: func @silu(
// CHECK: ^bb0(%[[V:.+]]: f32):
// CHECK-NEXT:   %[[N:.+]] = arith.negf %[[V]] : f32
// CHECK-NEXT:   %[[E:.+]] = math.exp %[[N]] : f32
// CHECK-NEXT:   %[[ONE:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   %[[P:.+]] = arith.addf %[[ONE]], %[[E]] : f32
// CHECK-NEXT:   %[[R:.+]] = arith.divf %[[V]], %[[P]] : f32
// CHECK-NEXT:   gl.yield %[[R]] : f32
func.func @silu(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>) -> tensor<12x56xf32> {
  %y = gl.matmul_bias %x, %w {activation = #gl.activation<silu>} : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}

// CHECK-LABEL: func @attributes(
// CHECK: attributes {precision = #gl.precision<tf32>, tag = "mine"}
func.func @attributes(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>) -> tensor<12x56xf32> {
  %y = gl.matmul_bias %x, %w {precision = #gl.precision<tf32>, acc_type = f32, tag = "mine"} : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}

// CHECK-LABEL: func @nested_regions(
// CHECK: scf.if
// CHECK: gl.fused_matmul
// CHECK: scf.yield
func.func @nested_regions(%c: i1, %x: tensor<12x128xf32>, %w: tensor<56x128xf32>, %z: tensor<12x56xf32>) -> tensor<12x56xf32> {
  %r = scf.if %c -> tensor<12x56xf32> {
    %y = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
    scf.yield %y : tensor<12x56xf32>
  } else {
    scf.yield %z : tensor<12x56xf32>
  }
  return %r : tensor<12x56xf32>
}

// The sum is multiplied once, by the product of the scales, before the bias is added.
// CHECK-LABEL: func @scales(
// CHECK-SAME: %{{[^,]+}}, %{{[^,]+}}, %[[B:[^:]+]]: {{[^,]+}}, %[[SX:[^:]+]]: tensor<f32>, %[[SW:[^:]+]]: tensor<f32>
// CHECK: gl.fused_matmul
// CHECK-SAME: ins(%[[SX]], %[[SW]], %[[B]] : tensor<f32>, tensor<f32>, tensor<56xf16>) maps [#[[NUMBER]], #[[NUMBER]], #[[BIAS]]]
// CHECK-NEXT: ^bb0(%[[ACC:.+]]: f32, %[[A:.+]]: f32, %[[C:.+]]: f32, %[[BIN:.+]]: f16):
// CHECK-NEXT:   %[[F:.+]] = arith.mulf %[[A]], %[[C]] : f32
// CHECK-NEXT:   %[[S:.+]] = arith.mulf %[[ACC]], %[[F]] : f32
// CHECK-NEXT:   %[[BF:.+]] = arith.extf %[[BIN]] : f16 to f32
// CHECK-NEXT:   %[[R:.+]] = arith.addf %[[S]], %[[BF]] : f32
// CHECK-NEXT:   %[[T:.+]] = arith.truncf %[[R]] : f32 to bf16
// CHECK-NEXT:   gl.yield %[[T]] : bf16
func.func @scales(%x: tensor<12x128xf8E4M3FN>, %w: tensor<56x128xf8E4M3FN>, %b: tensor<56xf16>, %sx: tensor<f32>, %sw: tensor<f32>) -> tensor<12x56xbf16> {
  %y = gl.matmul_bias %x, %w, %b scales(%sx, %sw : tensor<f32>, tensor<f32>)
     : tensor<12x128xf8E4M3FN>, tensor<56x128xf8E4M3FN>, tensor<56xf16> -> tensor<12x56xbf16>
  return %y : tensor<12x56xbf16>
}
