// The reference against results that were worked out by hand: products and gathers.
// RUN: gl-run %s --device=reference --print --function=stacked --input=x=arange --input=w=ones --input=b='list:100;-100' | FileCheck %s --check-prefix=STACKED
// RUN: gl-run %s --device=reference --print --function=stacked_rows --input=arange | FileCheck %s --check-prefix=ROWS
// RUN: gl-run %s --device=reference --print --function=variadic '--input=p=arange[2,1]' '--input=q=iota:1:10[2,3]' | FileCheck %s --check-prefix=VARIADIC
// RUN: gl-run %s --device=reference --print --function=kn --input=x=arange '--input=w=list:1;2;3;4;5;6' | FileCheck %s --check-prefix=KN
// RUN: gl-run %s --device=reference --print --function=leading --input=x=arange --input=w='list:1;-1' | FileCheck %s --check-prefix=LEADING
// RUN: gl-run %s --device=reference --print --function=activations --input=x='list:-1;0;2' | FileCheck %s --check-prefix=ACT
// RUN: gl-run %s --device=reference --print --function=empty_sum --input=b='list:-0;3' | FileCheck %s --check-prefix=EMPTY
// RUN: gl-run %s --device=reference --print --function=negative_zero --input=x=full:-0.0 --input=w=ones | FileCheck %s --check-prefix=ZERO
// RUN: gl-run %s --device=reference --print --function=wide --input=x='list:60000;60000;-60000' --input=w=ones | FileCheck %s --check-prefix=WIDE

// gathered = [[0, 1, 4, 5], [2, 3, 6, 7]]; rows sum to 10 and 18.
// STACKED: result0: f32 (2, 2) = {{\[\[}}110, -90], [118, -82]]
func.func @stacked(%x: tensor<2x2x2xf32>, %w: tensor<2x4xf32>, %b: tensor<2xf32>) -> tensor<2x2xf32> {
  %g = gl.gather_concat stacked %x : tensor<2x2x2xf32> -> tensor<2x4xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xf32> -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// Joined along the rows, parts 0 and 1 simply follow each other.
// ROWS: result0: f16 (4, 1) = {{\[\[}}0], [1], [2], [3]]
func.func @stacked_rows(%x: tensor<2x2x1xf16>) -> tensor<4x1xf16> {
  %g = gl.gather_concat stacked %x {axis = -2 : i64} : tensor<2x2x1xf16> -> tensor<4x1xf16>
  return %g : tensor<4x1xf16>
}

// VARIADIC: result0: bf16 (2, 5) = {{\[\[}}0, 10, 11, 12, 0], [1, 10, 11, 12, 1]]
func.func @variadic(%p: tensor<?x?xbf16>, %q: tensor<?x3xbf16>) -> tensor<?x?xbf16> {
  %g = gl.gather_concat %p, %q, %p : tensor<?x?xbf16>, tensor<?x3xbf16>, tensor<?x?xbf16> -> tensor<?x?xbf16>
  return %g : tensor<?x?xbf16>
}

// [0 1; 2 3] * [1 2 3; 4 5 6]
// KN: result0: f32 (2, 3) = {{\[\[}}4, 5, 6], [14, 19, 24]]
func.func @kn(%x: tensor<2x2xf32>, %w: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %y = gl.matmul_bias %x, %w {rhs_layout = #gl.rhs_layout<kn>} : tensor<2x2xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// LEADING: result0: f32 (2, 1, 2, 1) = {{\[\[\[\[}}-1], [-1]]], {{\[\[\[}}-1], [-1]]]]
func.func @leading(%x: tensor<2x1x2x2xf32>, %w: tensor<1x2xf32>) -> tensor<2x1x2x1xf32> {
  %y = gl.matmul_bias %x, %w : tensor<2x1x2x2xf32>, tensor<1x2xf32> -> tensor<2x1x2x1xf32>
  return %y : tensor<2x1x2x1xf32>
}

// relu(2 v), gelu(v), gelu_tanh(v), silu(v) of -1, 0, 2; the numbers are the functions' known values.
// ACT:      result0: f32 (3, 1) = {{\[\[}}0], [0], [4]]
// ACT-NEXT: result1: f32 (3, 1) = {{\[\[}}-0.158655256], [0], [1.95449972]]
// ACT-NEXT: result2: f32 (3, 1) = {{\[\[}}-0.158808008], [0], [1.95459771]]
// ACT-NEXT: result3: f32 (3, 1) = {{\[\[}}-0.268941432], [0], [1.76159418]]
func.func @activations(%x: tensor<3x1xf32>) -> (tensor<3x1xf32>, tensor<3x1xf32>, tensor<3x1xf32>, tensor<3x1xf32>) {
  %two = arith.constant dense<2.0> : tensor<1x1xf32>
  %one = arith.constant dense<1.0> : tensor<1x1xf32>
  %a = gl.matmul_bias %x, %two {activation = #gl.activation<relu>} : tensor<3x1xf32>, tensor<1x1xf32> -> tensor<3x1xf32>
  %b = gl.matmul_bias %x, %one {activation = #gl.activation<gelu>} : tensor<3x1xf32>, tensor<1x1xf32> -> tensor<3x1xf32>
  %c = gl.matmul_bias %x, %one {activation = #gl.activation<gelu_tanh>} : tensor<3x1xf32>, tensor<1x1xf32> -> tensor<3x1xf32>
  %d = gl.matmul_bias %x, %one {activation = #gl.activation<silu>} : tensor<3x1xf32>, tensor<1x1xf32> -> tensor<3x1xf32>
  return %a, %b, %c, %d : tensor<3x1xf32>, tensor<3x1xf32>, tensor<3x1xf32>, tensor<3x1xf32>
}

// A sum of nothing is +0, and +0 + -0 is +0.
// EMPTY: result0: f32 (1, 2) = {{\[\[}}0, 3]]
func.func @empty_sum(%b: tensor<2xf32>) -> tensor<1x2xf32> {
  %x = tensor.empty() : tensor<1x0xf32>
  %w = tensor.empty() : tensor<2x0xf32>
  %y = gl.matmul_bias %x, %w, %b : tensor<1x0xf32>, tensor<2x0xf32>, tensor<2xf32> -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// The sum starts from +0, so that of one -0 is +0; negation of it is -0.
// ZERO: result0: f32 (1, 1) = {{\[\[}}0]]
// ZERO: result1: f32 (1, 1) = {{\[\[}}-0]]
func.func @negative_zero(%x: tensor<1x1xf32>, %w: tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>) {
  %y = gl.matmul_bias %x, %w : tensor<1x1xf32>, tensor<1x1xf32> -> tensor<1x1xf32>
  %n = arith.negf %y : tensor<1x1xf32>
  return %y, %n : tensor<1x1xf32>, tensor<1x1xf32>
}

// 120000 on the way is beyond f16.
// WIDE: result0: f16 (1, 1) = {{\[\[}}60000]]
// WIDE: result1: f32 (1, 1) = {{\[\[}}60000]]
func.func @wide(%x: tensor<1x3xf16>, %w: tensor<1x3xf16>) -> (tensor<1x1xf16>, tensor<1x1xf32>) {
  %y = gl.matmul_bias %x, %w : tensor<1x3xf16>, tensor<1x3xf16> -> tensor<1x1xf16>
  %z = gl.matmul_bias %x, %w {acc_type = f32} : tensor<1x3xf16>, tensor<1x3xf16> -> tensor<1x1xf32>
  return %y, %z : tensor<1x1xf16>, tensor<1x1xf32>
}
