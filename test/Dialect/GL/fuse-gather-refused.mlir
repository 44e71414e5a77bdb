// What looks like a gather and is none stays as it is, and a remark says why.

// RUN: gl-opt %s --gl-fuse-gather | FileCheck %s --implicit-check-not=gl.fused_matmul
// RUN: gl-opt %s --gl-fuse-gather --remarks-filter=gl-fuse-gather -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: func @plain(
// CHECK: gl.matmul_bias %arg0
// REMARK: remark: [Missed] NotAGather | Category:gl-fuse-gather | Function=plain | Remark="product left alone: lhs is a block argument, not a gather"
func.func @plain(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>) -> tensor<12x56xf32> {
  %y = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}

// (B, H, R): the ranks are the fastest of K, which no gather makes.
// CHECK-LABEL: func @ranks_innermost(
// CHECK: linalg.transpose
// CHECK: gl.matmul_bias %collapsed
// REMARK: Function=ranks_innermost | Remark="product left alone: lhs is a permutation but not a gather-concat: M is spelled by dims [1] and K by dims [2, 0] of tensor<4x12x32xf32>; a gather keeps the dims of each in order and ends K with the last dim"
func.func @ranks_innermost(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>) -> tensor<12x56xf32> {
  %e = tensor.empty() : tensor<12x32x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x12x32xf32>) outs(%e : tensor<12x32x4xf32>) permutation = [1, 2, 0]
  %g = tensor.collapse_shape %t [[0], [1, 2]] : tensor<12x32x4xf32> into tensor<12x128xf32>
  %y = gl.matmul_bias %g, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}

// CHECK-LABEL: func @transposed(
// CHECK: gl.matmul_bias %transposed
// REMARK: Function=transposed | Remark="product left alone: lhs is a permutation but not a gather-concat: M is spelled by dims [1] and K by dims [0] of tensor<128x12xf32>;
func.func @transposed(%x: tensor<128x12xf32>, %w: tensor<56x128xf32>) -> tensor<12x56xf32> {
  %e = tensor.empty() : tensor<12x128xf32>
  %t = linalg.transpose ins(%x : tensor<128x12xf32>) outs(%e : tensor<12x128xf32>) permutation = [1, 0]
  %y = gl.matmul_bias %t, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}

// Rows out of order: M is (t, b) where the tensor has (b, t).
// CHECK-LABEL: func @rows_swapped(
// CHECK: gl.matmul_bias %transposed
// REMARK: Function=rows_swapped | Remark="product left alone: lhs is a permutation but not a gather-concat: M is spelled by dims [1, 0] and K by dims [2] of tensor<2x6x128xf32>;
func.func @rows_swapped(%x: tensor<2x6x128xf32>, %w: tensor<56x128xf32>) -> tensor<6x2x56xf32> {
  %e = tensor.empty() : tensor<6x2x128xf32>
  %t = linalg.transpose ins(%x : tensor<2x6x128xf32>) outs(%e : tensor<6x2x128xf32>) permutation = [1, 0, 2]
  %y = gl.matmul_bias %t, %w : tensor<6x2x128xf32>, tensor<56x128xf32> -> tensor<6x2x56xf32>
  return %y : tensor<6x2x56xf32>
}

// CHECK-LABEL: func @concat_of_rows(
// CHECK: gl.gather_concat
// CHECK: gl.matmul_bias
// REMARK: Function=concat_of_rows | Remark="product left alone: gl.gather_concat joins along dim 0, which is a row dim; only parts along K are segments"
func.func @concat_of_rows(%a: tensor<5x128xf32>, %b: tensor<7x128xf32>, %w: tensor<56x128xf32>) -> tensor<12x56xf32> {
  %g = gl.gather_concat %a, %b {axis = 0} : tensor<5x128xf32>, tensor<7x128xf32> -> tensor<12x128xf32>
  %y = gl.matmul_bias %g, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}

// CHECK-LABEL: func @tensor_concat_of_rows(
// CHECK: tensor.concat
// CHECK: gl.matmul_bias
// REMARK: Function=tensor_concat_of_rows | Remark="product left alone: tensor.concat joins along dim 0, which is a row dim; only parts along K are segments"
func.func @tensor_concat_of_rows(%a: tensor<5x128xf32>, %b: tensor<7x128xf32>, %w: tensor<56x128xf32>) -> tensor<12x56xf32> {
  %g = tensor.concat dim(0) %a, %b : (tensor<5x128xf32>, tensor<7x128xf32>) -> tensor<12x128xf32>
  %y = gl.matmul_bias %g, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}

// A cut between rows and K: the expanded dims end up on both axes.
// CHECK-LABEL: func @expand_across(
// CHECK: gl.matmul_bias %collapsed
// REMARK: Function=expand_across | Remark="product left alone: tensor.expand_shape splits dim 0 of its operand into dims that are not one run of M or of K;
func.func @expand_across(%x: tensor<48x32xf32>, %w: tensor<56x128xf32>) -> tensor<12x56xf32> {
  %s = tensor.expand_shape %x [[0, 1], [2]] output_shape [12, 4, 32] : tensor<48x32xf32> into tensor<12x4x32xf32>
  %g = tensor.collapse_shape %s [[0], [1, 2]] : tensor<12x4x32xf32> into tensor<12x128xf32>
  %y = gl.matmul_bias %g, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}

// CHECK-LABEL: func @view(
// CHECK: gl.matmul_bias %collapsed
// REMARK: Function=view | Remark="product left alone: lhs is a view of its source, not a gather"
func.func @view(%x: tensor<12x4x32xf32>, %w: tensor<56x128xf32>) -> tensor<12x56xf32> {
  %g = tensor.collapse_shape %x [[0], [1, 2]] : tensor<12x4x32xf32> into tensor<12x128xf32>
  %y = gl.matmul_bias %g, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}

// CHECK-LABEL: func @loop_argument(
// CHECK: gl.gather_concat
// CHECK: gl.matmul_bias %arg
// REMARK: Function=loop_argument | Remark="product left alone: lhs is a block argument, not a gather"
func.func @loop_argument(%x: tensor<4x12x8xf32>, %w: tensor<32x32xf32>, %l: index, %u: index, %s: index) -> tensor<12x32xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x12x8xf32> -> tensor<12x32xf32>
  %r = scf.for %k = %l to %u step %s iter_args(%acc = %g) -> tensor<12x32xf32> {
    %y = gl.matmul_bias %acc, %w : tensor<12x32xf32>, tensor<32x32xf32> -> tensor<12x32xf32>
    scf.yield %y : tensor<12x32xf32>
  }
  return %r : tensor<12x32xf32>
}

// CHECK-LABEL: func @if_result(
// CHECK: gl.gather_concat
// CHECK: gl.matmul_bias
// REMARK: Function=if_result | Remark="product left alone: lhs is the result of 'scf.if', not a gather"
func.func @if_result(%c: i1, %x: tensor<4x12x8xf32>, %z: tensor<12x32xf32>, %w: tensor<32x32xf32>) -> tensor<12x32xf32> {
  %r = scf.if %c -> tensor<12x32xf32> {
    %g = gl.gather_concat stacked %x : tensor<4x12x8xf32> -> tensor<12x32xf32>
    scf.yield %g : tensor<12x32xf32>
  } else {
    scf.yield %z : tensor<12x32xf32>
  }
  %y = gl.matmul_bias %r, %w : tensor<12x32xf32>, tensor<32x32xf32> -> tensor<12x32xf32>
  return %y : tensor<12x32xf32>
}

// CHECK-LABEL: func @unranked(
// CHECK: tensor.cast
// CHECK: gl.matmul_bias
// REMARK: Function=unranked | Remark="product left alone: tensor.cast comes from an unranked tensor; lhs is the result of 'tensor.cast', not a gather"
func.func @unranked(%x: tensor<*xf16>, %w: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %c = tensor.cast %x : tensor<*xf16> to tensor<?x?xf16>
  %y = gl.matmul_bias %c, %w : tensor<?x?xf16>, tensor<?x?xf16> -> tensor<?x?xf16>
  return %y : tensor<?x?xf16>
}

// The cast hides that K is 128 in the sources and 64 in the weight.
// CHECK-LABEL: func @sizes_disagree(
// CHECK: gl.matmul_bias %cast
// REMARK: Function=sizes_disagree | Remark="product left alone: K is 128 in the sources and 64 in the product"
func.func @sizes_disagree(%x: tensor<4x12x32xf32>, %w: tensor<56x64xf32>) -> tensor<?x56xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32>
  %cast = tensor.cast %g : tensor<12x128xf32> to tensor<?x?xf32>
  %y = gl.matmul_bias %cast, %w : tensor<?x?xf32>, tensor<56x64xf32> -> tensor<?x56xf32>
  return %y : tensor<?x56xf32>
}

// (R*B, H) split into (?, 6, H): the sizes of the result's rows are no sizes
// of the source, so that nothing could tell them after fusion.
// CHECK-LABEL: func @dynamic_rows_regrouped(
// CHECK: gl.gather_concat
// CHECK: gl.matmul_bias %expanded
// REMARK: Function=dynamic_rows_regrouped | Remark="product left alone: lhs regroups its rows, from which the dynamic dims of the result would not follow (M is spelled by dims [0, 1] and K by dims [2] of tensor<?x?x32xf32>)"
func.func @dynamic_rows_regrouped(%x: tensor<?x?x32xf32>, %w: tensor<56x32xf32>, %n: index) -> tensor<?x6x56xf32> {
  %g = gl.gather_concat stacked %x {axis = 0} : tensor<?x?x32xf32> -> tensor<?x32xf32>
  %e = tensor.expand_shape %g [[0, 1], [2]] output_shape [%n, 6, 32] : tensor<?x32xf32> into tensor<?x6x32xf32>
  %y = gl.matmul_bias %e, %w : tensor<?x6x32xf32>, tensor<56x32xf32> -> tensor<?x6x56xf32>
  return %y : tensor<?x6x56xf32>
}

// The pass has nothing to say about what is no product.
// CHECK-LABEL: func @no_products(
// CHECK-NEXT: tensor.cast
// CHECK-NEXT: gl.gather_concat
// CHECK-NEXT: return
func.func @no_products(%x: tensor<*xf16>) -> tensor<?x?xf16> {
  %c = tensor.cast %x : tensor<*xf16> to tensor<?x?x?xf16>
  %g = gl.gather_concat stacked %c : tensor<?x?x?xf16> -> tensor<?x?xf16>
  return %g : tensor<?x?xf16>
}
