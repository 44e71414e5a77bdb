// Work that an epilogue cannot hold, and values that others still need, stay
// outside; a remark says why.

// RUN: gl-opt %s --gl-generalize-matmul --gl-fuse-epilogue | FileCheck %s
// RUN: gl-opt %s --gl-generalize-matmul --gl-fuse-epilogue --remarks-filter=gl-fuse-epilogue -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: gl-opt %s --gl-generalize-matmul --gl-fuse-epilogue -o /dev/null 2>&1 | count 0

// CHECK-LABEL: func @result_returned(
// CHECK: %[[Y:.+]] = gl.fused_matmul
// CHECK-NEXT: ^bb0(%[[ACC:.+]]: f32):
// CHECK-NEXT: gl.yield %[[ACC]]
// CHECK: %[[R:.+]] = math.tanh %[[Y]] : tensor<12x56xf32>
// CHECK: return %[[Y]], %[[R]]
// REMARK: [[#@LINE+2]]:{{[0-9]+}}: remark: [Missed] EpilogueLeft | Category:gl-fuse-epilogue | Function=result_returned | Remark="what follows stays outside the epilogue: the product's result is also used by 'func.return'"
func.func @result_returned(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>) -> (tensor<12x56xf32>, tensor<12x56xf32>) {
  %y = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  %r = math.tanh %y : tensor<12x56xf32>
  return %y, %r : tensor<12x56xf32>, tensor<12x56xf32>
}

// What comes before the value that is used twice is fused, the rest is not.
// CHECK-LABEL: func @value_in_between(
// CHECK: %[[Y:.+]] = gl.fused_matmul
// CHECK: %[[E:.+]] = math.exp
// CHECK-NEXT: gl.yield %[[E]]
// CHECK: %[[R:.+]] = math.tanh %[[Y]] : tensor<12x56xf32>
// CHECK: return %[[Y]], %[[R]]
// REMARK: remark: [Passed] EpilogueFused | Category:gl-fuse-epilogue | Function=value_in_between | Remark="1 operation moved into the epilogue, the last is 'math.exp'"
func.func @value_in_between(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>) -> (tensor<12x56xf32>, tensor<12x56xf32>) {
  %y = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  %e = math.exp %y : tensor<12x56xf32>
  %r = math.tanh %e : tensor<12x56xf32>
  return %e, %r : tensor<12x56xf32>, tensor<12x56xf32>
}

// CHECK-LABEL: func @two_ends(
// CHECK: %[[Y:.+]] = gl.fused_matmul
// CHECK: math.exp %[[Y]] : tensor<12x56xf32>
// CHECK: math.tanh %[[Y]] : tensor<12x56xf32>
// REMARK: Function=two_ends | Remark="what follows stays outside the epilogue: more than one value that follows from the product's result is used afterwards"
func.func @two_ends(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>) -> (tensor<12x56xf32>, tensor<12x56xf32>) {
  %y = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  %e = math.exp %y : tensor<12x56xf32>
  %r = math.tanh %y : tensor<12x56xf32>
  return %e, %r : tensor<12x56xf32>, tensor<12x56xf32>
}

// y - rowsum(y): the other operand depends on the product itself.
// CHECK-LABEL: func @cycle(
// CHECK: %[[Y:.+]] = gl.fused_matmul
// CHECK: linalg.reduce
// CHECK: arith.subf %[[Y]], %{{.+}} : tensor<12x56xf32>
// REMARK: Function=cycle | Remark="what follows stays outside the epilogue: the product's result is also used by 'linalg.reduce'"
func.func @cycle(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>, %e: tensor<12x56xf32>, %z: tensor<12xf32>) -> tensor<12x56xf32> {
  %y = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  %s = linalg.reduce { arith.addf } ins(%y : tensor<12x56xf32>) outs(%z : tensor<12xf32>) dimensions = [1]
  %b = linalg.broadcast ins(%s : tensor<12xf32>) outs(%e : tensor<12x56xf32>) dimensions = [1]
  %r = arith.subf %y, %b : tensor<12x56xf32>
  return %r : tensor<12x56xf32>
}

// CHECK-LABEL: func @mask(
// CHECK: %[[Y:.+]] = gl.fused_matmul
// CHECK: arith.select %{{.+}}, %[[Y]], %{{.+}} : tensor<12x56xi1>, tensor<12x56xf32>
// REMARK: Function=mask | Remark="what follows stays outside the epilogue: 'arith.select' has operand 0, which is neither a splat constant nor a tensor of the result's shape with f32, f16 or bf16 elements"
func.func @mask(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>, %m: tensor<12x56xi1>, %z: tensor<12x56xf32>) -> tensor<12x56xf32> {
  %y = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  %r = arith.select %m, %y, %z : tensor<12x56xi1>, tensor<12x56xf32>
  return %r : tensor<12x56xf32>
}

// A scalar from outside cannot enter the region.
// CHECK-LABEL: func @scalar_condition(
// CHECK: %[[Y:.+]] = gl.fused_matmul
// CHECK: arith.select %{{.+}}, %[[Y]], %{{.+}} : tensor<12x56xf32>
// REMARK: Function=scalar_condition | Remark="what follows stays outside the epilogue: 'arith.select' has operand 0,
func.func @scalar_condition(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>, %c: i1, %z: tensor<12x56xf32>) -> tensor<12x56xf32> {
  %y = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  %r = arith.select %c, %y, %z : tensor<12x56xf32>
  return %r : tensor<12x56xf32>
}

// CHECK-LABEL: func @f64(
// CHECK: %[[Y:.+]] = gl.fused_matmul
// CHECK: arith.extf %[[Y]] : tensor<12x56xf32> to tensor<12x56xf64>
// REMARK: Function=f64 | Remark="what follows stays outside the epilogue: 'arith.extf' makes elements other than f32, f16, bf16 and i1"
func.func @f64(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>) -> tensor<12x56xf64> {
  %y = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  %r = arith.extf %y : tensor<12x56xf32> to tensor<12x56xf64>
  return %r : tensor<12x56xf64>
}

// A comparison cannot be the last, since a product makes floats.
// CHECK-LABEL: func @comparison_last(
// CHECK: %[[Y:.+]] = gl.fused_matmul
// CHECK: math.exp
// CHECK: arith.cmpf oge, %[[Y]], %{{.+}} : tensor<12x56xf32>
// REMARK: [Passed] EpilogueFused | Category:gl-fuse-epilogue | Function=comparison_last | Remark="1 operation moved into the epilogue, the last is 'math.exp'"
func.func @comparison_last(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>, %z: tensor<12x56xf32>) -> tensor<12x56xi1> {
  %y = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  %e = math.exp %y : tensor<12x56xf32>
  %r = arith.cmpf oge, %e, %z : tensor<12x56xf32>
  return %r : tensor<12x56xi1>
}

// A use in another block may run or not; the product does not move there.
// CHECK-LABEL: func @other_block(
// CHECK: %[[Y:.+]] = gl.fused_matmul
// CHECK: scf.if
// CHECK: math.exp %[[Y]] : tensor<12x56xf32>
func.func @other_block(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>, %c: i1, %z: tensor<12x56xf32>) -> tensor<12x56xf32> {
  %y = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  %r = scf.if %c -> tensor<12x56xf32> {
    %e = math.exp %y : tensor<12x56xf32>
    scf.yield %e : tensor<12x56xf32>
  } else {
    scf.yield %z : tensor<12x56xf32>
  }
  return %r : tensor<12x56xf32>
}

// Element-wise work without a product is none of the pass's business.
// CHECK-LABEL: func @no_product(
// CHECK-NEXT: math.exp
// CHECK-NEXT: return
func.func @no_product(%x: tensor<*xf16>) -> tensor<*xf16> {
  %e = math.exp %x : tensor<*xf16>
  return %e : tensor<*xf16>
}
