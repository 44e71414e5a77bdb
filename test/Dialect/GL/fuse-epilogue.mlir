// Element-wise work after a product moves into its epilogue; the cases that
// stay outside are in fuse-epilogue-refused.mlir.

// RUN: gl-opt %s --gl-generalize-matmul --gl-fuse-epilogue | FileCheck %s
// RUN: gl-opt %s --gl-generalize-matmul --gl-fuse-epilogue --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LOC

// CHECK-DAG: #[[SCHEDULE:.+]] = #gl.schedule<family = cpu, tile = [4, 8, 16], micro = [2, 2]>
// CHECK-DAG: #[[MN:.+]] = affine_map<(d0, d1)[s0, s1] -> (d0, d1)>
// CHECK-DAG: #[[COLUMNS:.+]] = affine_map<(d0, d1)[s0] -> (d1)>
// CHECK-DAG: #[[ROWS:.+]] = affine_map<(d0, d1)[s0] -> (d0)>
// CHECK-DAG: #[[NUMBER:.+]] = affine_map<(d0, d1) -> ()>
// CHECK-DAG: #[[LEAD:.+]] = affine_map<(d0, d1)[s0, s1, s2] -> (d0 floordiv s1, d0 mod s1, d1)>
// CHECK-DAG: #[[LEADM:.+]] = affine_map<(d0, d1)[s0, s1] -> (d0 floordiv s1, d0 mod s1)>

// (xW + b) * 2: the scale applies to the bias as well.
// CHECK-LABEL: func @scale(
// CHECK-SAME: %[[X:[^:]+]]: {{[^,]+}}, %[[W:[^:]+]]: {{[^,]+}}, %[[B:[^:]+]]:
// CHECK-NEXT: %[[Y:.+]] = gl.fused_matmul lhs(%[[X]] {{.+}} ins(%[[B]] : tensor<56xf32>) maps [#[[COLUMNS]]]
// CHECK-NEXT: ^bb0(%[[ACC:.+]]: f32, %[[BIAS:.+]]: f32):
// CHECK-NEXT:   %[[S:.+]] = arith.addf %[[ACC]], %[[BIAS]] : f32
// CHECK-NEXT:   %[[TWO:.+]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT:   %[[R:.+]] = arith.mulf %[[S]], %[[TWO]] : f32
// CHECK-NEXT:   gl.yield %[[R]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[Y]]
// LOC-LABEL: func.func @scale(
// LOC: } loc(fused["product":1:1, "scale":2:2])
func.func @scale(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) -> tensor<12x56xf32> {
  %c = arith.constant dense<2.0> : tensor<12x56xf32>
  %y = gl.matmul_bias %x, %w, %b : tensor<12x128xf32>, tensor<56x128xf32>, tensor<56xf32> -> tensor<12x56xf32> loc("product":1:1)
  %r = arith.mulf %y, %c : tensor<12x56xf32> loc("scale":2:2)
  return %r : tensor<12x56xf32>
}

// The product moves down to where its residual is known. Order of operands is
// kept, and one tensor is one input.
// CHECK-LABEL: func @residual(
// CHECK: %[[RES:.+]] = math.sqrt
// CHECK-NEXT: %[[Y:.+]] = gl.fused_matmul {{.+}} ins(%[[RES]] : tensor<?x56xf32>) maps [#[[MN]]] -> tensor<?x56xf32> map #[[MN]]
// CHECK-NEXT: ^bb0(%[[ACC:.+]]: f32, %[[IN:.+]]: f32):
// CHECK-NEXT:   %[[D:.+]] = arith.subf %[[IN]], %[[ACC]] : f32
// CHECK-NEXT:   %[[R:.+]] = arith.divf %[[D]], %[[IN]] : f32
// CHECK-NEXT:   gl.yield %[[R]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[Y]]
func.func @residual(%x: tensor<?x128xf32>, %w: tensor<56x128xf32>, %q: tensor<?x56xf32>) -> tensor<?x56xf32> {
  %y = gl.matmul_bias %x, %w : tensor<?x128xf32>, tensor<56x128xf32> -> tensor<?x56xf32>
  %res = math.sqrt %q : tensor<?x56xf32>
  %d = arith.subf %res, %y : tensor<?x56xf32>
  %r = arith.divf %d, %res : tensor<?x56xf32>
  return %r : tensor<?x56xf32>
}

// gelu uses the product's result twice; both uses end in one value.
// CHECK-LABEL: func @gelu(
// CHECK: gl.fused_matmul
// CHECK-NEXT: ^bb0(%[[V:.+]]: f32):
// CHECK-NEXT:   %[[C:.+]] = arith.constant 0.707106769 : f32
// CHECK-NEXT:   %[[A:.+]] = arith.mulf %[[V]], %[[C]] : f32
// CHECK-NEXT:   %[[E:.+]] = math.erf %[[A]] : f32
// CHECK-NEXT:   %[[ONE:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   %[[P:.+]] = arith.addf %[[E]], %[[ONE]] : f32
// CHECK-NEXT:   %[[HALF:.+]] = arith.constant 5.000000e-01 : f32
// CHECK-NEXT:   %[[H:.+]] = arith.mulf %[[V]], %[[HALF]] : f32
// CHECK-NEXT:   %[[R:.+]] = arith.mulf %[[H]], %[[P]] : f32
// CHECK-NEXT:   gl.yield %[[R]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @gelu(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>) -> tensor<12x56xf32> {
  %c = arith.constant dense<0.707106769> : tensor<12x56xf32>
  %one = arith.constant dense<1.0> : tensor<12x56xf32>
  %half = arith.constant dense<0.5> : tensor<12x56xf32>
  %y = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  %a = arith.mulf %y, %c : tensor<12x56xf32>
  %e = math.erf %a : tensor<12x56xf32>
  %p = arith.addf %e, %one : tensor<12x56xf32>
  %h = arith.mulf %y, %half : tensor<12x56xf32>
  %r = arith.mulf %h, %p : tensor<12x56xf32>
  return %r : tensor<12x56xf32>
}

// The comparison makes i1 elements, which may live inside the region. A fill
// with a constant is a constant.
// CHECK-LABEL: func @leaky_relu(
// CHECK-SAME: %[[X:[^:]+]]:
// CHECK-NEXT: gl.fused_matmul
// CHECK-NEXT: ^bb0(%[[V:.+]]: f32):
// CHECK-NEXT:   %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[CMP:.+]] = arith.cmpf oge, %[[V]], %[[ZERO]] : f32
// CHECK-NEXT:   %[[C:.+]] = arith.constant 1.250000e-01 : f32
// CHECK-NEXT:   %[[S:.+]] = arith.mulf %[[V]], %[[C]] : f32
// CHECK-NEXT:   %[[R:.+]] = arith.select %[[CMP]], %[[V]], %[[S]] : f32
// CHECK-NEXT:   gl.yield %[[R]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @leaky_relu(%x: tensor<?x128xf32>, %w: tensor<56x128xf32>, %e: tensor<?x56xf32>, %m: index) -> tensor<?x56xf32> {
  %zero = arith.constant 0.0 : f32
  %slope = arith.constant 0.125 : f32
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<?x56xf32>) -> tensor<?x56xf32>
  %slopes = tensor.splat %slope[%m] : tensor<?x56xf32>
  %y = gl.matmul_bias %x, %w : tensor<?x128xf32>, tensor<56x128xf32> -> tensor<?x56xf32>
  %p = arith.cmpf oge, %y, %zeros : tensor<?x56xf32>
  %s = arith.mulf %y, %slopes : tensor<?x56xf32>
  %r = arith.select %p, %y, %s : tensor<?x56xi1>, tensor<?x56xf32>
  return %r : tensor<?x56xf32>
}

// The rounding to f16 between product and activation is kept.
// CHECK-LABEL: func @rounding_kept(
// CHECK: gl.fused_matmul {{.+}} -> tensor<12x56xf32> map
// CHECK-NEXT: ^bb0(%[[ACC:.+]]: f32):
// CHECK-NEXT:   %[[T:.+]] = arith.truncf %[[ACC]] : f32 to f16
// CHECK-NEXT:   %[[E:.+]] = arith.extf %[[T]] : f16 to f32
// CHECK-NEXT:   %[[R:.+]] = math.tanh %[[E]] : f32
// CHECK-NEXT:   gl.yield %[[R]] : f32
func.func @rounding_kept(%x: tensor<12x128xf16>, %w: tensor<56x128xf16>) -> tensor<12x56xf32> {
  %y = gl.matmul_bias %x, %w : tensor<12x128xf16>, tensor<56x128xf16> -> tensor<12x56xf16>
  %e = arith.extf %y : tensor<12x56xf16> to tensor<12x56xf32>
  %r = math.tanh %e : tensor<12x56xf32>
  return %r : tensor<12x56xf32>
}

// CHECK-LABEL: func @cast_down(
// CHECK: gl.fused_matmul {{.+}} -> tensor<12x56xbf16> map
// CHECK-NEXT: ^bb0(%[[ACC:.+]]: f32):
// CHECK-NEXT:   %[[N:.+]] = arith.negf %[[ACC]] : f32
// CHECK-NEXT:   %[[R:.+]] = arith.truncf %[[N]] : f32 to bf16
// CHECK-NEXT:   gl.yield %[[R]] : bf16
func.func @cast_down(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>) -> tensor<12x56xbf16> {
  %y = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  %n = arith.negf %y : tensor<12x56xf32>
  %r = arith.truncf %n : tensor<12x56xf32> to tensor<12x56xbf16>
  return %r : tensor<12x56xbf16>
}

// One value per column and one per row, each read as the vector it is.
// CHECK-LABEL: func @broadcasts(
// CHECK-SAME: %[[X:[^:]+]]: {{[^,]+}}, %[[W:[^:]+]]: {{[^,]+}}, %[[COL:[^:]+]]: {{[^,]+}}, %[[ROW:[^:]+]]:
// CHECK-NEXT: %[[Y:.+]] = gl.fused_matmul {{.+}} ins(%[[COL]], %[[ROW]] : tensor<56xf32>, tensor<12xf32>) maps [#[[COLUMNS]], #[[ROWS]]]
// CHECK-NEXT: ^bb0(%[[ACC:.+]]: f32, %[[C:.+]]: f32, %[[R:.+]]: f32):
// CHECK-NEXT:   %[[S:.+]] = arith.addf %[[ACC]], %[[C]] : f32
// CHECK-NEXT:   %[[P:.+]] = arith.mulf %[[S]], %[[R]] : f32
// CHECK-NEXT:   gl.yield %[[P]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[Y]]
func.func @broadcasts(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>, %col: tensor<56xf32>, %row: tensor<12xf32>) -> tensor<12x56xf32> {
  %e = tensor.empty() : tensor<12x56xf32>
  %y = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  %c = linalg.broadcast ins(%col : tensor<56xf32>) outs(%e : tensor<12x56xf32>) dimensions = [0]
  %s = arith.addf %y, %c : tensor<12x56xf32>
  %r = linalg.broadcast ins(%row : tensor<12xf32>) outs(%e : tensor<12x56xf32>) dimensions = [1]
  %p = arith.mulf %s, %r : tensor<12x56xf32>
  return %p : tensor<12x56xf32>
}

// With leading dims: the whole of M or nothing of it. A broadcast along one of
// them (%t) is read as the tensor that it makes.
// CHECK-LABEL: func @broadcasts_leading(
// CHECK-SAME: %[[X:[^:]+]]: {{[^,]+}}, %[[W:[^:]+]]: {{[^,]+}}, %[[COL:[^:]+]]: {{[^,]+}}, %[[ROW:[^:]+]]: {{[^,]+}}, %[[TN:[^:]+]]:
// CHECK: %[[T:.+]] = linalg.broadcast ins(%[[TN]]
// CHECK-NEXT: gl.fused_matmul {{.+}} ins(%[[COL]], %[[ROW]], %[[T]] : tensor<56xf32>, tensor<2x6xf32>, tensor<2x6x56xf32>) maps [#[[COLUMNS]], #[[LEADM]], #[[LEAD]]] -> tensor<2x6x56xf32> map #[[LEAD]]
func.func @broadcasts_leading(%x: tensor<2x6x128xf32>, %w: tensor<56x128xf32>, %col: tensor<56xf32>, %row: tensor<2x6xf32>, %tn: tensor<6x56xf32>) -> tensor<2x6x56xf32> {
  %e = tensor.empty() : tensor<2x6x56xf32>
  %y = gl.matmul_bias %x, %w : tensor<2x6x128xf32>, tensor<56x128xf32> -> tensor<2x6x56xf32>
  %c = linalg.broadcast ins(%col : tensor<56xf32>) outs(%e : tensor<2x6x56xf32>) dimensions = [0, 1]
  %r = linalg.broadcast ins(%row : tensor<2x6xf32>) outs(%e : tensor<2x6x56xf32>) dimensions = [2]
  %t = linalg.broadcast ins(%tn : tensor<6x56xf32>) outs(%e : tensor<2x6x56xf32>) dimensions = [0]
  %s = arith.addf %y, %c : tensor<2x6x56xf32>
  %p = arith.mulf %s, %r : tensor<2x6x56xf32>
  %q = arith.addf %p, %t : tensor<2x6x56xf32>
  return %q : tensor<2x6x56xf32>
}

// The bias is an input already; a residual that is the same tensor joins it.
// CHECK-LABEL: func @input_reused(
// CHECK-SAME: %[[X:[^:]+]]: {{[^,]+}}, %[[W:[^:]+]]: {{[^,]+}}, %[[B:[^:]+]]:
// CHECK-NEXT: gl.fused_matmul {{.+}} ins(%[[B]] : tensor<56xf32>) maps [#[[COLUMNS]]]
// CHECK-NEXT: ^bb0(%[[ACC:.+]]: f32, %[[BIAS:.+]]: f32):
// CHECK-NEXT:   %[[S:.+]] = arith.addf %[[ACC]], %[[BIAS]] : f32
// CHECK-NEXT:   %[[R:.+]] = arith.mulf %[[S]], %[[BIAS]] : f32
func.func @input_reused(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) -> tensor<12x56xf32> {
  %e = tensor.empty() : tensor<12x56xf32>
  %y = gl.matmul_bias %x, %w, %b : tensor<12x128xf32>, tensor<56x128xf32>, tensor<56xf32> -> tensor<12x56xf32>
  %c = linalg.broadcast ins(%b : tensor<56xf32>) outs(%e : tensor<12x56xf32>) dimensions = [0]
  %r = arith.mulf %y, %c : tensor<12x56xf32>
  return %r : tensor<12x56xf32>
}

// The sum of two products: the first takes it, the second becomes its input.
// CHECK-LABEL: func @two_products(
// CHECK: %[[Z:.+]] = gl.fused_matmul {{.+}} rhs(%arg2
// CHECK-NEXT: ^bb0
// CHECK-NEXT: gl.yield
// CHECK: gl.fused_matmul {{.+}} rhs(%arg1 {{.+}} ins(%[[Z]] : tensor<12x56xf32>) maps [#[[MN]]]
// CHECK-NEXT: ^bb0(%[[ACC:.+]]: f32, %[[IN:.+]]: f32):
// CHECK-NEXT: arith.addf %[[ACC]], %[[IN]]
func.func @two_products(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>, %v: tensor<56x128xf32>) -> tensor<12x56xf32> {
  %y = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  %z = gl.matmul_bias %x, %v : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  %r = arith.addf %y, %z : tensor<12x56xf32>
  return %r : tensor<12x56xf32>
}

// A gated product: each one's own work is fused before the two meet.
// CHECK-LABEL: func @gated(
// CHECK: %[[Z:.+]] = gl.fused_matmul {{.+}} rhs(%arg2
// CHECK-NEXT: ^bb0(%[[V:.+]]: f32):
// CHECK-NEXT: math.tanh %[[V]] : f32
// CHECK: gl.fused_matmul {{.+}} rhs(%arg1 {{.+}} ins(%[[Z]] : tensor<12x56xf32>)
// CHECK: math.exp
// CHECK: arith.mulf
// CHECK: return
func.func @gated(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>, %v: tensor<56x128xf32>) -> tensor<12x56xf32> {
  %y = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  %z = gl.matmul_bias %x, %v : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  %t = math.tanh %z : tensor<12x56xf32>
  %e = math.exp %y : tensor<12x56xf32>
  %r = arith.mulf %e, %t : tensor<12x56xf32>
  return %r : tensor<12x56xf32>
}

// Precision, schedules and discardable attributes stay with the product.
// CHECK-LABEL: func @attributes(
// CHECK: gl.fused_matmul
// CHECK-SAME: attributes {precision = #gl.precision<tf32>, schedules = [#[[SCHEDULE]]], tag = "mine"}
func.func @attributes(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>) -> tensor<12x56xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<12x128xf32>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins() maps []
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {precision = #gl.precision<tf32>, schedules = [#gl.schedule<family = cpu, tile = [4, 8, 16], micro = [2, 2]>], tag = "mine"} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
    }
  %r = math.absf %y : tensor<12x56xf32>
  return %r : tensor<12x56xf32>
}

// A number that is broadcast to the result's shape is read as what it is.
// CHECK-LABEL: func @broadcast_scalar(
// CHECK-SAME: %{{[^,]+}}, %{{[^,]+}}, %[[S:[^:]+]]: tensor<f32>
// CHECK: gl.fused_matmul {{.+}} ins(%[[S]] : tensor<f32>) maps [#[[NUMBER]]] -> tensor<12x56xf32>
// CHECK-NEXT: ^bb0(%[[ACC:.+]]: f32, %[[IN:.+]]: f32):
// CHECK-NEXT:   %[[R:.+]] = arith.mulf %[[ACC]], %[[IN]] : f32
func.func @broadcast_scalar(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>, %s: tensor<f32>) -> tensor<12x56xf32> {
  %y = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  %e = tensor.empty() : tensor<12x56xf32>
  %q = linalg.broadcast ins(%s : tensor<f32>) outs(%e : tensor<12x56xf32>) dimensions = [0, 1]
  %r = arith.mulf %y, %q : tensor<12x56xf32>
  return %r : tensor<12x56xf32>
}
