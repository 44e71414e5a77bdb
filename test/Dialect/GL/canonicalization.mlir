// Folders and canonicalizers of gl.
// RUN: gl-opt %s --canonicalize --allow-unregistered-dialect --split-input-file | FileCheck %s

// A concat of one part is that part.
// CHECK-LABEL: func.func @one_part(
// CHECK-SAME: %[[X:.*]]: tensor<?x11xf32>
// CHECK-NEXT: return %[[X]]
func.func @one_part(%x: tensor<?x11xf32>) -> tensor<?x11xf32> {
  %0 = gl.gather_concat %x : tensor<?x11xf32> -> tensor<?x11xf32>
  return %0 : tensor<?x11xf32>
}

// -----

// Not when the type differs, and not in the stacked form.
// CHECK-LABEL: func.func @one_part_kept
// CHECK: gl.gather_concat %{{.*}} : tensor<?x11xf32> -> tensor<4x11xf32>
// CHECK: gl.gather_concat stacked %{{.*}} : tensor<1x4x11xf32> -> tensor<4x11xf32>
func.func @one_part_kept(%x: tensor<?x11xf32>, %s: tensor<1x4x11xf32>) -> (tensor<4x11xf32>, tensor<4x11xf32>) {
  %0 = gl.gather_concat %x : tensor<?x11xf32> -> tensor<4x11xf32>
  %1 = gl.gather_concat stacked %s : tensor<1x4x11xf32> -> tensor<4x11xf32>
  return %0, %1 : tensor<4x11xf32>, tensor<4x11xf32>
}

// -----

// CHECK-LABEL: func.func @nested(
// CHECK-SAME: %[[A:.*]]: tensor<4x1xf32>, %[[B:.*]]: tensor<4x2xf32>, %[[C:.*]]: tensor<4x3xf32>
// CHECK-NEXT: %[[R:.*]] = gl.gather_concat %[[C]], %[[A]], %[[B]], %[[A]] {axis = 1 : i64} : tensor<4x3xf32>, tensor<4x1xf32>, tensor<4x2xf32>, tensor<4x1xf32> -> tensor<4x7xf32>
// CHECK-NEXT: return %[[R]]
func.func @nested(%a: tensor<4x1xf32>, %b: tensor<4x2xf32>, %c: tensor<4x3xf32>) -> tensor<4x7xf32> {
  %0 = gl.gather_concat %a, %b : tensor<4x1xf32>, tensor<4x2xf32> -> tensor<4x3xf32>
  %1 = gl.gather_concat %c, %0, %a {axis = 1} : tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x1xf32> -> tensor<4x7xf32>
  return %1 : tensor<4x7xf32>
}

// -----

// Another axis, or the stacked form: two operations stay.
// CHECK-LABEL: func.func @nested_other_axis
// CHECK-COUNT-4: gl.gather_concat
func.func @nested_other_axis(%a: tensor<4x4xf32>, %s: tensor<2x4x4xf32>) -> (tensor<8x8xf32>, tensor<4x16xf32>) {
  %0 = gl.gather_concat %a, %a {axis = 0} : tensor<4x4xf32>, tensor<4x4xf32> -> tensor<8x4xf32>
  %1 = gl.gather_concat %0, %0 {axis = 1} : tensor<8x4xf32>, tensor<8x4xf32> -> tensor<8x8xf32>
  %2 = gl.gather_concat stacked %s : tensor<2x4x4xf32> -> tensor<4x8xf32>
  %3 = gl.gather_concat %2, %2 : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x16xf32>
  return %1, %3 : tensor<8x8xf32>, tensor<4x16xf32>
}

// -----

// CHECK-LABEL: func.func @empty_parts(
// CHECK-SAME: %[[A:.*]]: tensor<4x2xf32>, %{{.*}}: tensor<4x0xf32>, %[[D:.*]]: tensor<4x?xf32>
// CHECK-NEXT: %[[R:.*]] = gl.gather_concat %[[A]], %[[D]] : tensor<4x2xf32>, tensor<4x?xf32> -> tensor<4x?xf32>
// CHECK-NEXT: return %[[R]]
func.func @empty_parts(%a: tensor<4x2xf32>, %z: tensor<4x0xf32>, %d: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = gl.gather_concat %z, %a, %z, %d : tensor<4x0xf32>, tensor<4x2xf32>, tensor<4x0xf32>, tensor<4x?xf32> -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// -----

// Parts that are empty along another dim stay, and so do parts that are all empty.
// CHECK-LABEL: func.func @empty_kept
// CHECK: gl.gather_concat %{{.*}}, %{{.*}} : tensor<0x2xf32>, tensor<0x2xf32> -> tensor<0x4xf32>
// CHECK: gl.gather_concat %{{.*}}, %{{.*}} : tensor<4x0xf32>, tensor<4x0xf32> -> tensor<4x0xf32>
func.func @empty_kept(%a: tensor<0x2xf32>, %z: tensor<4x0xf32>) -> (tensor<0x4xf32>, tensor<4x0xf32>) {
  %0 = gl.gather_concat %a, %a : tensor<0x2xf32>, tensor<0x2xf32> -> tensor<0x4xf32>
  %1 = gl.gather_concat %z, %z : tensor<4x0xf32>, tensor<4x0xf32> -> tensor<4x0xf32>
  return %0, %1 : tensor<0x4xf32>, tensor<4x0xf32>
}

// -----

// CHECK-LABEL: func.func @zero_bias
// CHECK-NOT: arith.constant
// CHECK: gl.matmul_bias %{{.*}}, %{{.*}} {activation = #gl.activation<relu>} : tensor<3x5xf32>, tensor<7x5xf32> -> tensor<3x7xf32>
// CHECK: gl.matmul_bias %{{.*}}, %{{.*}} : tensor<3x5xf32>, tensor<7x5xf32> -> tensor<3x7xf32>
func.func @zero_bias(%x: tensor<3x5xf32>, %w: tensor<7x5xf32>) -> (tensor<3x7xf32>, tensor<3x7xf32>) {
  %zero = arith.constant dense<0.0> : tensor<7xf32>
  %minus = arith.constant dense<-0.0> : tensor<7xf32>
  %0 = gl.matmul_bias %x, %w, %zero {activation = #gl.activation<relu>} : tensor<3x5xf32>, tensor<7x5xf32>, tensor<7xf32> -> tensor<3x7xf32>
  %1 = gl.matmul_bias %x, %w, %minus : tensor<3x5xf32>, tensor<7x5xf32>, tensor<7xf32> -> tensor<3x7xf32>
  return %0, %1 : tensor<3x7xf32>, tensor<3x7xf32>
}

// -----

// A subnormal is no zero, and neither is a bias that is zero in places.
// CHECK-LABEL: func.func @small_bias
// CHECK-DAG: %[[S:.*]] = arith.constant dense<1.401300e-45> : tensor<2xf32>
// CHECK-DAG: %[[P:.*]] = arith.constant dense<[0.000000e+00, 1.000000e+00]> : tensor<2xf32>
// CHECK: gl.matmul_bias %{{.*}}, %{{.*}}, %[[S]]
// CHECK: gl.matmul_bias %{{.*}}, %{{.*}}, %[[P]]
func.func @small_bias(%x: tensor<3x5xf32>, %w: tensor<2x5xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>) {
  %small = arith.constant dense<1.0e-45> : tensor<2xf32>
  %part = arith.constant dense<[0.0, 1.0]> : tensor<2xf32>
  %0 = gl.matmul_bias %x, %w, %small : tensor<3x5xf32>, tensor<2x5xf32>, tensor<2xf32> -> tensor<3x2xf32>
  %1 = gl.matmul_bias %x, %w, %part : tensor<3x5xf32>, tensor<2x5xf32>, tensor<2xf32> -> tensor<3x2xf32>
  return %0, %1 : tensor<3x2xf32>, tensor<3x2xf32>
}

// -----

// Concats that form a cycle, as a graph region allows: they stay, and canonicalization ends.
// CHECK-LABEL: module @cycle
// CHECK-COUNT-3: gl.gather_concat
// CHECK: "test.use"
module @cycle {
  %a = gl.gather_concat %a, %b : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
  %b = gl.gather_concat %b, %a : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
  %c = gl.gather_concat %a, %b : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
  "test.use"(%a, %c) : (tensor<?xf32>, tensor<?xf32>) -> ()
}

// -----

// Unused products and gathers have no effects and go away.
// CHECK-LABEL: func.func @dead
// CHECK-NEXT: return
func.func @dead(%x: tensor<2x3x5xf32>, %w: tensor<7x10xf32>) {
  %0 = gl.gather_concat stacked %x : tensor<2x3x5xf32> -> tensor<3x10xf32>
  %1 = gl.matmul_bias %0, %w : tensor<3x10xf32>, tensor<7x10xf32> -> tensor<3x7xf32>
  return
}
