// The reference against results that were worked out by hand: operations of level 0.
// RUN: gl-run %s --device=reference --print --function=moves --input=arange | FileCheck %s --check-prefix=MOVES
// RUN: gl-run %s --device=reference --print --function=dynamic '--input=arange[4,3]' | FileCheck %s --check-prefix=DYNAMIC
// RUN: gl-run %s --device=reference --print --function=broadcast --input=list:1\;2 | FileCheck %s --check-prefix=BROADCAST
// RUN: gl-run %s --device=reference --print --function=arithmetic --input=list:-2\;3 --input=list:5\;-0.5 | FileCheck %s --check-prefix=ARITH
// RUN: gl-run %s --device=reference --print --function=extrema --input='list:nan;-0;1;1' --input='list:1;0;nan;2' | FileCheck %s --check-prefix=EXTREMA
// RUN: gl-run %s --device=reference --print --function=math --input=list:1\;4 | FileCheck %s --check-prefix=MATH
// RUN: gl-run %s --device=reference --print --function=constants | FileCheck %s --check-prefix=CONST
// RUN: gl-run %s --device=reference --print --function=unrounded --input=ones | FileCheck %s --check-prefix=UNROUNDED
// RUN: gl-run %s --device=reference --print --function=shared --input=arange | FileCheck %s --check-prefix=SHARED

// (2, 3, 1) -> (3, 2, 1) -> (3, 2); then rows of both.
// MOVES: result0: f32 (6, 2) = {{\[\[}}0, 3], [1, 4], [2, 5], [0, 3], [1, 4], [2, 5]]
func.func @moves(%x: tensor<2x3x1xf32>) -> tensor<6x2xf32> {
  %e = tensor.empty() : tensor<3x2x1xf32>
  %t = linalg.transpose ins(%x : tensor<2x3x1xf32>) outs(%e : tensor<3x2x1xf32>) permutation = [1, 0, 2]
  %c = tensor.collapse_shape %t [[0], [1, 2]] : tensor<3x2x1xf32> into tensor<3x2xf32>
  %r = tensor.concat dim(0) %c, %c : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<6x2xf32>
  return %r : tensor<6x2xf32>
}

// (4, 3) -> (2, 2, 3) -> (3, 2, 2), with every size computed.
// DYNAMIC: result0: f16 (3, 2, 2) = {{\[\[\[}}0, 6], [3, 9]], {{\[\[}}1, 7], [4, 10]], {{\[\[}}2, 8], [5, 11]]]
func.func @dynamic(%x: tensor<?x?xf16>) -> tensor<?x?x2xf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf16>
  %n = tensor.dim %x, %c1 : tensor<?x?xf16>
  %h = arith.ceildivui %m, %c2 : index
  %e = tensor.expand_shape %x [[0, 1], [2]] output_shape [2, %h, %n] : tensor<?x?xf16> into tensor<2x?x?xf16>
  %i = tensor.empty(%n, %h) : tensor<?x?x2xf16>
  %t = linalg.transpose ins(%e : tensor<2x?x?xf16>) outs(%i : tensor<?x?x2xf16>) permutation = [2, 1, 0]
  return %t : tensor<?x?x2xf16>
}

// BROADCAST: result0: f32 (3, 2) = {{\[\[}}1, 2], [1, 2], [1, 2]]
// BROADCAST: result1: f32 (2, 3) = {{\[\[}}1, 1, 1], [2, 2, 2]]
// BROADCAST: result2: f32 (2,) = [7, 7]
func.func @broadcast(%x: tensor<2xf32>) -> (tensor<3x2xf32>, tensor<2x3xf32>, tensor<2xf32>) {
  %e = tensor.empty() : tensor<3x2xf32>
  %f = tensor.empty() : tensor<2x3xf32>
  %seven = arith.constant 7.0 : f32
  %a = linalg.broadcast ins(%x : tensor<2xf32>) outs(%e : tensor<3x2xf32>) dimensions = [0]
  %b = linalg.broadcast ins(%x : tensor<2xf32>) outs(%f : tensor<2x3xf32>) dimensions = [1]
  %c = linalg.fill ins(%seven : f32) outs(%x : tensor<2xf32>) -> tensor<2xf32>
  return %a, %b, %c : tensor<3x2xf32>, tensor<2x3xf32>, tensor<2xf32>
}

// a = (-2, 3), b = (5, -0.5)
// ARITH:      result0: f32 (2,) = [3, 2.5]
// ARITH-NEXT: result1: f32 (2,) = [-7, 3.5]
// ARITH-NEXT: result2: f32 (2,) = [-10, -1.5]
// ARITH-NEXT: result3: f32 (2,) = [-0.400000006, -6]
// ARITH-NEXT: result4: f32 (2,) = [5, 3]
func.func @arithmetic(%a: tensor<2xf32>, %b: tensor<2xf32>)
    -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = arith.addf %a, %b : tensor<2xf32>
  %1 = arith.subf %a, %b : tensor<2xf32>
  %2 = arith.mulf %a, %b : tensor<2xf32>
  %3 = arith.divf %a, %b : tensor<2xf32>
  %p = arith.cmpf ogt, %a, %b : tensor<2xf32>
  %4 = arith.select %p, %a, %b : tensor<2xi1>, tensor<2xf32>
  return %0, %1, %2, %3, %4 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// EXTREMA:      result0: f32 (4,) = [nan, 0, nan, 2]
// EXTREMA-NEXT: result1: f32 (4,) = [nan, -0, nan, 1]
// EXTREMA-NEXT: result2: f32 (4,) = [1, 0, 1, 2]
// EXTREMA-NEXT: result3: f32 (4,) = [1, -0, 1, 1]
func.func @extrema(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = arith.maximumf %a, %b : tensor<4xf32>
  %1 = arith.minimumf %a, %b : tensor<4xf32>
  %2 = arith.maxnumf %a, %b : tensor<4xf32>
  %3 = arith.minnumf %a, %b : tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Of 1 and 4, rounded to f32.
// MATH:      result0: f32 (2,) = [2.71828175, 54.5981483]
// MATH-NEXT: result1: f32 (2,) = [0.761594176, 0.999329329]
// MATH-NEXT: result2: f32 (2,) = [0.842700779, 1]
// MATH-NEXT: result3: f32 (2,) = [1, 0.5]
// MATH-NEXT: result4: f32 (2,) = [0, 2]
func.func @math(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = math.exp %a : tensor<2xf32>
  %1 = math.tanh %a : tensor<2xf32>
  %2 = math.erf %a : tensor<2xf32>
  %3 = math.rsqrt %a : tensor<2xf32>
  %4 = math.log2 %a : tensor<2xf32>
  return %0, %1, %2, %3, %4 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CONST: result0: f32 (2, 2) = {{\[\[}}1, -2.5], [inf, nan]]
// CONST: result1: bf16 (3,) = [0.25, 0.25, 0.25]
func.func @constants() -> (tensor<2x2xf32>, tensor<3xbf16>) {
  %0 = arith.constant dense<[[1.0, -2.5], [0x7F800000, 0x7FC00000]]> : tensor<2x2xf32>
  %1 = arith.constant dense<0.25> : tensor<3xbf16>
  return %0, %1 : tensor<2x2xf32>, tensor<3xbf16>
}

// 2049 is no f16, but values on the way are not rounded.
// UNROUNDED: result0: f32 (1,) = [2049]
func.func @unrounded(%x: tensor<1xf16>) -> tensor<1xf32> {
  %big = arith.constant dense<2048.0> : tensor<1xf16>
  %s = arith.addf %x, %big : tensor<1xf16>
  %w = arith.extf %s : tensor<1xf16> to tensor<1xf32>
  return %w : tensor<1xf32>
}

// SHARED: result0: f32 (2,) = [0, 1]
// SHARED: result1: f32 (2,) = [0, 1]
func.func @shared(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  return %x, %x : tensor<2xf32>, tensor<2xf32>
}
