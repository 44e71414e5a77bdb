// A gather in front of a product becomes the product's load indexing; see the
// negative cases and the remarks in fuse-gather-refused.mlir.

// RUN: gl-opt %s --gl-fuse-gather | FileCheck %s
// RUN: gl-opt %s --gl-fuse-gather --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LOC

// CHECK-DAG: #[[MK:.+]] = affine_map<(d0, d1)[s0, s1] -> (d0, d1)>
// CHECK-DAG: #[[KM:.+]] = affine_map<(d0, d1)[s0, s1] -> (d1, d0)>
// CHECK-DAG: #[[BIAS:.+]] = affine_map<(d0, d1)[s0] -> (d1)>
// CHECK-DAG: #[[STACK:.+]] = affine_map<(d0, d1)[s0, s1, s2] -> (d1 floordiv s2, d0, d1 mod s2)>
// CHECK-DAG: #[[LEAD:.+]] = affine_map<(d0, d1)[s0, s1, s2] -> (d0 floordiv s1, d0 mod s1, d1)>
// CHECK-DAG: #[[STACKLEAD:.+]] = affine_map<(d0, d1)[s0, s1, s2, s3] -> (d1 floordiv s3, d0 floordiv s2, d0 mod s2, d1 mod s3)>
// CHECK-DAG: #[[HEADS:.+]] = affine_map<(d0, d1)[s0, s1, s2, s3] -> (d0 floordiv s2, d1 floordiv s3, d0 mod s2, d1 mod s3)>
// CHECK-DAG: #[[STACK2:.+]] = affine_map<(d0, d1)[s0, s1, s2, s3] -> ((d1 floordiv s3) floordiv s1, (d1 floordiv s3) mod s1, d0, d1 mod s3)>

// CHECK-LABEL: func @stacked(
// CHECK-SAME: %[[X:.+]]: tensor<4x12x32xf32>, %[[W:.+]]: tensor<56x128xf32>, %[[B:.+]]: tensor<56xf32>)
// CHECK-NEXT: %[[Y:.+]] = gl.fused_matmul lhs(%[[X]] : tensor<4x12x32xf32>) maps [#[[STACK]]]
// CHECK-SAME: rhs(%[[W]] : tensor<56x128xf32>) maps [#[[MK]]]
// CHECK-SAME: ins(%[[B]] : tensor<56xf32>) maps [#[[BIAS]]]
// CHECK-SAME: -> tensor<12x56xf32> map #[[MK]] epilogue {
// CHECK-NEXT: ^bb0(%[[ACC:.+]]: f32, %[[BS:.+]]: f32):
// CHECK-NEXT:   %[[V:.+]] = arith.addf %[[ACC]], %[[BS]] : f32
// CHECK-NEXT:   gl.yield %[[V]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[Y]]
// LOC-LABEL: func.func @stacked(
// LOC: } loc(fused["product":3:8, "gather":2:8])
func.func @stacked(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) -> tensor<12x56xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32> loc("gather":2:8)
  %y = gl.matmul_bias %g, %w, %b : tensor<12x128xf32>, tensor<56x128xf32>, tensor<56xf32> -> tensor<12x56xf32> loc("product":3:8)
  return %y : tensor<12x56xf32>
}

// Parts of unequal widths keep their order; all read one weight.
// CHECK-LABEL: func @unequal_parts(
// CHECK-SAME: %[[A:[^:]+]]: {{[^,]+}}, %[[B:[^:]+]]: {{[^,]+}}, %[[C:[^:]+]]: {{[^,]+}}, %[[D:[^:]+]]: {{[^,]+}}, %[[W:[^:]+]]:
// CHECK-NEXT: gl.fused_matmul lhs(%[[A]], %[[B]], %[[C]], %[[D]] : tensor<9x11xf32>, tensor<9x23xf32>, tensor<9x31xf32>, tensor<9x16xf32>)
// CHECK-SAME: maps [#[[MK]], #[[MK]], #[[MK]], #[[MK]]]
// CHECK-SAME: rhs(%[[W]] : tensor<81x81xf32>) maps [#[[MK]]] ins() maps []
// CHECK-SAME: -> tensor<9x81xf32>
func.func @unequal_parts(%a: tensor<9x11xf32>, %b: tensor<9x23xf32>, %c: tensor<9x31xf32>, %d: tensor<9x16xf32>, %w: tensor<81x81xf32>) -> tensor<9x81xf32> {
  %g = gl.gather_concat %a, %b, %c, %d : tensor<9x11xf32>, tensor<9x23xf32>, tensor<9x31xf32>, tensor<9x16xf32> -> tensor<9x81xf32>
  %y = gl.matmul_bias %g, %w : tensor<9x81xf32>, tensor<81x81xf32> -> tensor<9x81xf32>
  return %y : tensor<9x81xf32>
}

// One source twice is two segments, also when it is returned as well.
// CHECK-LABEL: func @repeated_part(
// CHECK-SAME: %[[A:[^:]+]]:
// CHECK-NEXT: %[[Y:.+]] = gl.fused_matmul lhs(%[[A]], %[[A]] : tensor<9x11xf32>, tensor<9x11xf32>) maps [#[[MK]], #[[MK]]]
// CHECK: return %[[Y]], %[[A]]
func.func @repeated_part(%a: tensor<9x11xf32>, %w: tensor<22x22xf32>) -> (tensor<9x22xf32>, tensor<9x11xf32>) {
  %g = gl.gather_concat %a, %a : tensor<9x11xf32>, tensor<9x11xf32> -> tensor<9x22xf32>
  %y = gl.matmul_bias %g, %w : tensor<9x22xf32>, tensor<22x22xf32> -> tensor<9x22xf32>
  return %y, %a : tensor<9x22xf32>, tensor<9x11xf32>
}

// Segments follow each other, so an inner part's place needs no outer offset.
// CHECK-LABEL: func @nested(
// CHECK-SAME: %[[A:[^:]+]]: {{[^,]+}}, %[[B:[^:]+]]: {{[^,]+}}, %[[C:[^:]+]]:
// CHECK-NEXT: gl.fused_matmul lhs(%[[A]], %[[B]], %[[C]] : tensor<9x8xf32>, tensor<9x24xf32>, tensor<9x4xf32>)
// CHECK-SAME: maps [#[[MK]], #[[MK]], #[[MK]]]
// CHECK-NOT: gl.gather_concat
// CHECK: return
func.func @nested(%a: tensor<9x8xf32>, %b: tensor<9x24xf32>, %c: tensor<9x4xf32>, %w: tensor<16x36xf32>) -> tensor<9x16xf32> {
  %i = gl.gather_concat %a, %b : tensor<9x8xf32>, tensor<9x24xf32> -> tensor<9x32xf32>
  %g = gl.gather_concat %i, %c : tensor<9x32xf32>, tensor<9x4xf32> -> tensor<9x36xf32>
  %y = gl.matmul_bias %g, %w : tensor<9x36xf32>, tensor<16x36xf32> -> tensor<9x16xf32>
  return %y : tensor<9x16xf32>
}

// CHECK-LABEL: func @stacked_part(
// CHECK-SAME: %[[A:[^:]+]]: {{[^,]+}}, %[[X:[^:]+]]: {{[^,]+}}, %[[C:[^:]+]]:
// CHECK-NEXT: gl.fused_matmul lhs(%[[A]], %[[X]], %[[C]] : tensor<9x8xf32>, tensor<3x9x5xf32>, tensor<9x4xf32>)
// CHECK-SAME: maps [#[[MK]], #[[STACK]], #[[MK]]]
func.func @stacked_part(%a: tensor<9x8xf32>, %x: tensor<3x9x5xf32>, %c: tensor<9x4xf32>, %w: tensor<16x27xf32>) -> tensor<9x16xf32> {
  %i = gl.gather_concat stacked %x : tensor<3x9x5xf32> -> tensor<9x15xf32>
  %g = gl.gather_concat %a, %i, %c : tensor<9x8xf32>, tensor<9x15xf32>, tensor<9x4xf32> -> tensor<9x27xf32>
  %y = gl.matmul_bias %g, %w : tensor<9x27xf32>, tensor<16x27xf32> -> tensor<9x16xf32>
  return %y : tensor<9x16xf32>
}

// K of three dims: the outermost is the slowest.
// CHECK-LABEL: func @stack_of_stacks(
// CHECK-SAME: %[[X:[^:]+]]:
// CHECK-NEXT: gl.fused_matmul lhs(%[[X]] : tensor<2x3x9x5xf32>) maps [#[[STACK2]]]
func.func @stack_of_stacks(%x: tensor<2x3x9x5xf32>, %w: tensor<16x30xf32>) -> tensor<9x16xf32> {
  %init = tensor.empty() : tensor<9x2x3x5xf32>
  %t = linalg.transpose ins(%x : tensor<2x3x9x5xf32>) outs(%init : tensor<9x2x3x5xf32>) permutation = [2, 0, 1, 3]
  %g = tensor.collapse_shape %t [[0], [1, 2, 3]] : tensor<9x2x3x5xf32> into tensor<9x30xf32>
  %y = gl.matmul_bias %g, %w : tensor<9x30xf32>, tensor<16x30xf32> -> tensor<9x16xf32>
  return %y : tensor<9x16xf32>
}

// Leading dims of the product are M together, in the lhs and in the result.
// CHECK-LABEL: func @leading_dims(
// CHECK-SAME: %[[X:[^:]+]]: tensor<4x2x6x32xf32>
// CHECK-NEXT: gl.fused_matmul lhs(%[[X]] : tensor<4x2x6x32xf32>) maps [#[[STACKLEAD]]]
// CHECK-SAME: -> tensor<2x6x56xf32> map #[[LEAD]]
func.func @leading_dims(%x: tensor<4x2x6x32xf32>, %w: tensor<56x128xf32>) -> tensor<2x6x56xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x2x6x32xf32> -> tensor<2x6x128xf32>
  %y = gl.matmul_bias %g, %w : tensor<2x6x128xf32>, tensor<56x128xf32> -> tensor<2x6x56xf32>
  return %y : tensor<2x6x56xf32>
}

// CHECK-LABEL: func @leading_dims_parts(
// CHECK-SAME: %[[A:[^:]+]]: {{[^,]+}}, %[[B:[^:]+]]: {{[^,]+}},
// CHECK-NEXT: gl.fused_matmul lhs(%[[A]], %[[B]] : tensor<2x6x3xf16>, tensor<2x6x5xf16>) maps [#[[LEAD]], #[[LEAD]]]
// CHECK-SAME: -> tensor<2x6x56xf16> map #[[LEAD]]
func.func @leading_dims_parts(%a: tensor<2x6x3xf16>, %b: tensor<2x6x5xf16>, %w: tensor<56x8xf16>) -> tensor<2x6x56xf16> {
  %g = gl.gather_concat %a, %b : tensor<2x6x3xf16>, tensor<2x6x5xf16> -> tensor<2x6x8xf16>
  %y = gl.matmul_bias %g, %w : tensor<2x6x8xf16>, tensor<56x8xf16> -> tensor<2x6x56xf16>
  return %y : tensor<2x6x56xf16>
}

// A stack along the rows is still a gather: M takes both dims.
// CHECK-LABEL: func @stacked_rows(
// CHECK-SAME: %[[X:[^:]+]]:
// CHECK-NEXT: gl.fused_matmul lhs(%[[X]] : tensor<4x12x32xf32>) maps [#[[LEAD]]]
// CHECK-SAME: -> tensor<48x56xf32> map #[[MK]]
func.func @stacked_rows(%x: tensor<4x12x32xf32>, %w: tensor<56x32xf32>) -> tensor<48x56xf32> {
  %g = gl.gather_concat stacked %x {axis = 0} : tensor<4x12x32xf32> -> tensor<48x32xf32>
  %y = gl.matmul_bias %g, %w : tensor<48x32xf32>, tensor<56x32xf32> -> tensor<48x56xf32>
  return %y : tensor<48x56xf32>
}

// CHECK-LABEL: func @tensor_concat(
// CHECK-SAME: %[[A:[^:]+]]: {{[^,]+}}, %[[B:[^:]+]]: {{[^,]+}},
// CHECK-NEXT: gl.fused_matmul lhs(%[[A]], %[[B]] : tensor<9x8xbf16>, tensor<9x24xbf16>) maps [#[[MK]], #[[MK]]]
func.func @tensor_concat(%a: tensor<9x8xbf16>, %b: tensor<9x24xbf16>, %w: tensor<16x32xbf16>) -> tensor<9x16xf32> {
  %g = tensor.concat dim(1) %a, %b : (tensor<9x8xbf16>, tensor<9x24xbf16>) -> tensor<9x32xbf16>
  %y = gl.matmul_bias %g, %w : tensor<9x32xbf16>, tensor<16x32xbf16> -> tensor<9x16xf32>
  return %y : tensor<9x16xf32>
}

// Stacks joined along their ranks: the concat cuts K at its outermost dim.
// CHECK-LABEL: func @concat_of_stacks(
// CHECK-SAME: %[[A:[^:]+]]: {{[^,]+}}, %[[B:[^:]+]]: {{[^,]+}},
// CHECK-NEXT: gl.fused_matmul lhs(%[[A]], %[[B]] : tensor<1x9x8xf32>, tensor<3x9x8xf32>) maps [#[[STACK]], #[[STACK]]]
func.func @concat_of_stacks(%a: tensor<1x9x8xf32>, %b: tensor<3x9x8xf32>, %w: tensor<16x32xf32>) -> tensor<9x16xf32> {
  %s = tensor.concat dim(0) %a, %b : (tensor<1x9x8xf32>, tensor<3x9x8xf32>) -> tensor<4x9x8xf32>
  %g = gl.gather_concat stacked %s : tensor<4x9x8xf32> -> tensor<9x32xf32>
  %y = gl.matmul_bias %g, %w : tensor<9x32xf32>, tensor<16x32xf32> -> tensor<9x16xf32>
  return %y : tensor<9x16xf32>
}

// (heads, tokens, head_dim) -> (tokens, heads * head_dim).
// CHECK-LABEL: func @head_merge(
// CHECK-SAME: %[[X:[^:]+]]:
// CHECK-NEXT: gl.fused_matmul lhs(%[[X]] : tensor<8x10x16xf32>) maps [#[[STACK]]]
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @head_merge(%x: tensor<8x10x16xf32>, %w: tensor<24x128xf32>) -> tensor<10x24xf32> {
  %init = tensor.empty() : tensor<10x8x16xf32>
  %t = linalg.transpose ins(%x : tensor<8x10x16xf32>) outs(%init : tensor<10x8x16xf32>) permutation = [1, 0, 2]
  %g = tensor.collapse_shape %t [[0], [1, 2]] : tensor<10x8x16xf32> into tensor<10x128xf32>
  %y = gl.matmul_bias %g, %w : tensor<10x128xf32>, tensor<24x128xf32> -> tensor<10x24xf32>
  return %y : tensor<10x24xf32>
}

// (batch, heads, tokens, head_dim) -> (batch, tokens, heads * head_dim), all
// dims known at run time only.
// CHECK-LABEL: func @batched_head_merge(
// CHECK-SAME: %[[X:[^:]+]]: {{[^,]+}}, %[[W:[^:]+]]: {{[^,]+}}, %[[INIT:[^:]+]]:
// CHECK-NEXT: gl.fused_matmul lhs(%[[X]] : tensor<?x?x?x?xf16>) maps [#[[HEADS]]]
// CHECK-SAME: -> tensor<?x?x?xf16> map #[[LEAD]]
func.func @batched_head_merge(%x: tensor<?x?x?x?xf16>, %w: tensor<?x?xf16>, %init: tensor<?x?x?x?xf16>) -> tensor<?x?x?xf16> {
  %t = linalg.transpose ins(%x : tensor<?x?x?x?xf16>) outs(%init : tensor<?x?x?x?xf16>) permutation = [0, 2, 1, 3]
  %g = tensor.collapse_shape %t [[0], [1], [2, 3]] : tensor<?x?x?x?xf16> into tensor<?x?x?xf16>
  %y = gl.matmul_bias %g, %w : tensor<?x?x?xf16>, tensor<?x?xf16> -> tensor<?x?x?xf16>
  return %y : tensor<?x?x?xf16>
}

// The rows of a head merge flattened as well: (b, h, t, d) -> (b*t, h*d).
// CHECK-LABEL: func @flat_head_merge(
// CHECK: gl.fused_matmul lhs(%{{.+}} : tensor<2x8x10x16xf32>) maps [#[[HEADS]]]
// CHECK-SAME: -> tensor<20x24xf32> map #[[MK]]
func.func @flat_head_merge(%x: tensor<2x8x10x16xf32>, %w: tensor<24x128xf32>) -> tensor<20x24xf32> {
  %init = tensor.empty() : tensor<2x10x8x16xf32>
  %t = linalg.transpose ins(%x : tensor<2x8x10x16xf32>) outs(%init : tensor<2x10x8x16xf32>) permutation = [0, 2, 1, 3]
  %g = tensor.collapse_shape %t [[0, 1], [2, 3]] : tensor<2x10x8x16xf32> into tensor<20x128xf32>
  %y = gl.matmul_bias %g, %w : tensor<20x128xf32>, tensor<24x128xf32> -> tensor<20x24xf32>
  return %y : tensor<20x24xf32>
}

// CHECK-LABEL: func @dynamic_parts(
// CHECK-SAME: %[[A:[^:]+]]: {{[^,]+}}, %[[B:[^:]+]]: {{[^,]+}},
// CHECK-NEXT: gl.fused_matmul lhs(%[[A]], %[[B]] : tensor<?x11xf16>, tensor<?x?xf16>) maps [#[[MK]], #[[MK]]]
// CHECK-SAME: -> tensor<?x16xf16> map #[[MK]]
func.func @dynamic_parts(%a: tensor<?x11xf16>, %b: tensor<?x?xf16>, %w: tensor<16x?xf16>) -> tensor<?x16xf16> {
  %g = gl.gather_concat %a, %b : tensor<?x11xf16>, tensor<?x?xf16> -> tensor<?x?xf16>
  %y = gl.matmul_bias %g, %w : tensor<?x?xf16>, tensor<16x?xf16> -> tensor<?x16xf16>
  return %y : tensor<?x16xf16>
}

// CHECK-LABEL: func @dynamic_stack(
// CHECK: gl.fused_matmul lhs(%{{.+}} : tensor<?x?x?xf32>) maps [#[[STACK]]]
func.func @dynamic_stack(%x: tensor<?x?x?xf32>, %w: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %g = gl.gather_concat stacked %x : tensor<?x?x?xf32> -> tensor<?x?xf32>
  %y = gl.matmul_bias %g, %w : tensor<?x?xf32>, tensor<?x?xf32> -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// A cast between gather and product is read past; one in front of the gather
// stays, because it states sizes.
// CHECK-LABEL: func @casts(
// CHECK-SAME: %[[X:[^:]+]]:
// CHECK-NEXT: %[[C:.+]] = tensor.cast %[[X]]
// CHECK-NEXT: gl.fused_matmul lhs(%[[C]] : tensor<4x12x32xf32>) maps [#[[STACK]]]
func.func @casts(%x: tensor<?x?x?xf32>, %w: tensor<56x?xf32>) -> tensor<?x56xf32> {
  %s = tensor.cast %x : tensor<?x?x?xf32> to tensor<4x12x32xf32>
  %g = gl.gather_concat stacked %s : tensor<4x12x32xf32> -> tensor<12x128xf32>
  %c = tensor.cast %g : tensor<12x128xf32> to tensor<?x?xf32>
  %y = gl.matmul_bias %c, %w : tensor<?x?xf32>, tensor<56x?xf32> -> tensor<?x56xf32>
  return %y : tensor<?x56xf32>
}

// Splitting the rows of a gather splits nothing that a map cannot join again;
// unit dims may stand anywhere.
// CHECK-LABEL: func @expand_rows(
// CHECK-SAME: %[[X:[^:]+]]:
// CHECK-NEXT: gl.fused_matmul lhs(%[[X]] : tensor<4x12x32xf32>) maps [#[[STACK]]]
// CHECK-SAME: -> tensor<1x3x4x56xf32>
func.func @expand_rows(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>) -> tensor<1x3x4x56xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32>
  %e = tensor.expand_shape %g [[0, 1, 2], [3]] output_shape [1, 3, 4, 128] : tensor<12x128xf32> into tensor<1x3x4x128xf32>
  %y = gl.matmul_bias %e, %w : tensor<1x3x4x128xf32>, tensor<56x128xf32> -> tensor<1x3x4x56xf32>
  return %y : tensor<1x3x4x56xf32>
}

// Transposes that undo each other, or that only move a unit dim, are no data
// movement at all.
// CHECK-LABEL: func @transposes_cancel(
// CHECK-SAME: %[[X:[^:]+]]:
// CHECK-NEXT: gl.fused_matmul lhs(%[[X]] : tensor<12x32xf32>) maps [#[[MK]]]
func.func @transposes_cancel(%x: tensor<12x32xf32>, %w: tensor<56x32xf32>) -> tensor<12x56xf32> {
  %d = tensor.empty() : tensor<32x12xf32>
  %t = linalg.transpose ins(%x : tensor<12x32xf32>) outs(%d : tensor<32x12xf32>) permutation = [1, 0]
  %e = tensor.empty() : tensor<12x32xf32>
  %u = linalg.transpose ins(%t : tensor<32x12xf32>) outs(%e : tensor<12x32xf32>) permutation = [1, 0]
  %r = tensor.expand_shape %u [[0], [1, 2]] output_shape [12, 32, 1] : tensor<12x32xf32> into tensor<12x32x1xf32>
  %f = tensor.empty() : tensor<12x1x32xf32>
  %v = linalg.transpose ins(%r : tensor<12x32x1xf32>) outs(%f : tensor<12x1x32xf32>) permutation = [0, 2, 1]
  %c = tensor.collapse_shape %v [[0], [1, 2]] : tensor<12x1x32xf32> into tensor<12x32xf32>
  %y = gl.matmul_bias %c, %w : tensor<12x32xf32>, tensor<56x32xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}

// Every product that uses the gather reads the sources; none needs it then.
// CHECK-LABEL: func @two_products(
// CHECK-NOT: gl.gather_concat
// CHECK: gl.fused_matmul lhs(%[[X:.+]] : tensor<4x12x32xf32>) maps [#[[STACK]]]
// CHECK: gl.fused_matmul lhs(%[[X]] : tensor<4x12x32xf32>) maps [#[[STACK]]]
// CHECK-NOT: gl.gather_concat
// CHECK: return
func.func @two_products(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %u: tensor<8x128xf32>) -> (tensor<12x56xf32>, tensor<12x8xf32>) {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32>
  %y = gl.matmul_bias %g, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  %z = gl.matmul_bias %g, %u : tensor<12x128xf32>, tensor<8x128xf32> -> tensor<12x8xf32>
  return %y, %z : tensor<12x56xf32>, tensor<12x8xf32>
}

// CHECK-LABEL: func @gather_returned(
// CHECK-SAME: %[[X:[^:]+]]:
// CHECK-NEXT: %[[G:.+]] = gl.gather_concat stacked %[[X]]
// CHECK-NEXT: %[[Y:.+]] = gl.fused_matmul lhs(%[[X]] :
// CHECK: return %[[Y]], %[[G]]
func.func @gather_returned(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>) -> (tensor<12x56xf32>, tensor<12x128xf32>) {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32>
  %y = gl.matmul_bias %g, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  return %y, %g : tensor<12x56xf32>, tensor<12x128xf32>
}

// A gather of products and a product of that gather.
// CHECK-LABEL: func @chained(
// CHECK: %[[Y:.+]] = gl.fused_matmul
// CHECK: %[[Z:.+]] = gl.fused_matmul
// CHECK: gl.fused_matmul lhs(%[[Y]], %[[Z]] : tensor<12x56xf32>, tensor<12x8xf32>)
func.func @chained(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %u: tensor<8x128xf32>, %v: tensor<3x64xf32>) -> tensor<12x3xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32>
  %y = gl.matmul_bias %g, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  %z = gl.matmul_bias %g, %u : tensor<12x128xf32>, tensor<8x128xf32> -> tensor<12x8xf32>
  %h = gl.gather_concat %y, %z : tensor<12x56xf32>, tensor<12x8xf32> -> tensor<12x64xf32>
  %r = gl.matmul_bias %h, %v : tensor<12x64xf32>, tensor<3x64xf32> -> tensor<12x3xf32>
  return %r : tensor<12x3xf32>
}

// Layout of the weight, precision and discardable attributes are carried over.
// CHECK-LABEL: func @kn_weight(
// CHECK: gl.fused_matmul lhs({{.+}}) maps [#[[STACK]]] rhs(%{{.+}} : tensor<128x56xf32>) maps [#[[KM]]]
// CHECK-SAME: attributes {precision = #gl.precision<tf32x3>, tag = "mine"}
func.func @kn_weight(%x: tensor<4x12x32xf32>, %w: tensor<128x56xf32>) -> tensor<12x56xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32>
  %y = gl.matmul_bias %g, %w {rhs_layout = #gl.rhs_layout<kn>, precision = #gl.precision<tf32x3>, tag = "mine"} : tensor<12x128xf32>, tensor<128x56xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}

// Parts without columns go, unless there are no others.
// CHECK-LABEL: func @empty_parts(
// CHECK-SAME: %[[A:[^:]+]]: {{[^,]+}}, %[[Z:[^:]+]]: {{[^,]+}},
// CHECK-NEXT: gl.fused_matmul lhs(%[[A]], %[[A]] : tensor<9x8xf32>, tensor<9x8xf32>)
func.func @empty_parts(%a: tensor<9x8xf32>, %z: tensor<9x0xf32>, %w: tensor<16x16xf32>) -> tensor<9x16xf32> {
  %g = gl.gather_concat %z, %a, %z, %a : tensor<9x0xf32>, tensor<9x8xf32>, tensor<9x0xf32>, tensor<9x8xf32> -> tensor<9x16xf32>
  %y = gl.matmul_bias %g, %w : tensor<9x16xf32>, tensor<16x16xf32> -> tensor<9x16xf32>
  return %y : tensor<9x16xf32>
}

// CHECK-LABEL: func @only_empty_parts(
// CHECK-SAME: %[[Z:[^:]+]]:
// CHECK-NEXT: gl.fused_matmul lhs(%[[Z]] : tensor<9x0xf32>)
func.func @only_empty_parts(%z: tensor<9x0xf32>, %w: tensor<16x0xf32>) -> tensor<9x16xf32> {
  %g = gl.gather_concat %z, %z : tensor<9x0xf32>, tensor<9x0xf32> -> tensor<9x0xf32>
  %y = gl.matmul_bias %g, %w : tensor<9x0xf32>, tensor<16x0xf32> -> tensor<9x16xf32>
  return %y : tensor<9x16xf32>
}

// The source may lie outside the region that holds the product.
// CHECK-LABEL: func @in_loop(
// CHECK-SAME: %[[X:[^:]+]]: tensor<4x12x32xf32>
// CHECK: scf.for
// CHECK: gl.fused_matmul lhs(%[[X]] : tensor<4x12x32xf32>) maps [#[[STACK]]]
func.func @in_loop(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %i: tensor<12x56xf32>, %l: index, %u: index, %s: index) -> tensor<12x56xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32>
  %r = scf.for %k = %l to %u step %s iter_args(%acc = %i) -> tensor<12x56xf32> {
    %y = gl.matmul_bias %g, %w : tensor<12x128xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
    scf.yield %y : tensor<12x56xf32>
  }
  return %r : tensor<12x56xf32>
}
