// Products of a copy of their input (gather = copy): a launch before theirs gathers it into rows of whole lines, with zeros behind the reduction's end, and kernels of
// the product take that in the input's place. Kernels beside them read the input as it is.
// RUN: gl-opt %s --convert-gl-to-tile --canonicalize --split-input-file | FileCheck %s

module attributes {gl.target = #gl.target<arch = "sm_90a", sms = 132, shared_bytes = 232448, registers = 255>} {
// 8 slices of 33 are 264 columns, in five lines of 64.
// CHECK: #[[MAP:.+]] = affine_map<(d0, d1) -> (d1 floordiv 33, d0, d1 mod 33)>
// CHECK: #[[COPY:.+]] = #gl.schedule<family = simt, tile = [8, 256, 8], warps = [4, 1], lanes = [1, 32, 1], vector = 8>
// CHECK-LABEL: func.func @known
// CHECK: %[[T:.+]] = tile.launch [@known_0_copy_c, @known_0_copy_any](%{{.*}}) [] : (tensor<8x300x33xbf16>) -> tensor<300x320xbf16>
// CHECK: tile.launch [@known_1_copied_wg_v8c, @known_1_copied_wg_v8, @known_1_v1c, @known_1_v1, @known_1_any](%[[X:.+]], %[[W:.+]], %[[T]]) []
// CHECK-SAME: takes = [array<i64: 2, 1>, array<i64: 2, 1>, array<i64: 0, 1>, array<i64: 0, 1>, array<i64: 0, 1>]
func.func @known(%x: tensor<8x300x33xbf16>, %w: tensor<72x264xbf16>) -> tensor<300x72xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<8x300x33xbf16>) maps [affine_map<(m, k)[R, M, H] -> (k floordiv H, m, k mod H)>] rhs(%w : tensor<72x264xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<300x72xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], vector = 8, stages = 4, gather = copy>,
                               #gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], stages = 2>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<300x72xf32>
}
// Elements are loaded one by one, where each lies, and stored by 16 bytes.
// CHECK: tile.func @known_0_copy_c(%[[FROM:.+]]: memref<8x300x33xbf16, strided<[9900, 33, 1]>>, %[[TO:.+]]: memref<300x320xbf16, strided<[320, 1]>> {tile.facts = #tile.facts<align = 16
// CHECK-SAME: schedule = #[[COPY]]
// CHECK: %[[TILE:.+]] = tile.load %[[FROM]][%{{.*}}, %{{.*}}] map #[[MAP]]
// CHECK: tile.store %[[TILE]], %[[TO]][
// CHECK: tile.func @known_0_copy_any(%{{.*}}: memref<8x300x33xbf16, strided<[?, ?, ?]>>
// The product's steps are those of 320 columns.
// CHECK: tile.func @known_1_copied_wg_v8c(%[[A:.+]]: memref<300x320xbf16, strided<[320, 1]>> {{.*}}, %[[B:.+]]: memref<72x264xbf16
// CHECK: scf.for %{{.*}} = %c0 to %c5
// CHECK-DAG: tile.load %[[A]][
// CHECK-DAG: tile.load %[[B]][
}

// -----

module attributes {gl.target = #gl.target<arch = "sm_90a", sms = 132, shared_bytes = 232448, registers = 255>} {
// Of open sizes a copy comes in forms of its own for rows of 16 and of 4 bytes; rows over two dims become one.
// CHECK-LABEL: func.func @open(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x?x?x?xbf16>
// CHECK-DAG: %[[M0:.+]] = tensor.dim %[[X]], %c1
// CHECK-DAG: %[[M1:.+]] = tensor.dim %[[X]], %c2
// CHECK-DAG: %[[M:.+]] = arith.muli %[[M0]], %[[M1]]
// CHECK-DAG: %[[R:.+]] = tensor.dim %[[X]], %c0
// CHECK-DAG: %[[H:.+]] = tensor.dim %[[X]], %c3
// CHECK-DAG: %[[K:.+]] = arith.muli %[[R]], %[[H]]
// CHECK-DAG: %[[LINES:.+]] = arith.ceildivui %[[K]], %c64
// CHECK-DAG: %[[COLUMNS:.+]] = arith.muli %[[LINES]], %c64
// CHECK: tile.launch [@open_0_copy_v8, @open_0_copy_v2, @open_0_copy_any](%[[X]]) [%[[M]], %[[COLUMNS]]]
// CHECK: tile.launch [@open_1_copied_64x64_wg_v8, @open_1_any](%[[X]], %{{.*}}, %{{.*}}) [
// CHECK-SAME: takes = [array<i64: 2, 1>, array<i64: 0, 1>]
func.func @open(%x: tensor<?x?x?x?xbf16>, %w: tensor<?x?xbf16>) -> tensor<?x?xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<?x?x?x?xbf16>) maps [affine_map<(m, k)[R, A, B, H] -> (k floordiv H, m floordiv B, m mod B, k mod H)>] rhs(%w : tensor<?x?xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<?x?xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], vector = 8, stages = 4, gather = copy, cost = [132, 5000, 800, 300, 70]>,
                               #gl.schedule<family = simt, tile = [16, 16, 16], warps = [2, 2], lanes = [4, 4, 2]>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<?x?xf32>
}
// Of the copy's bytes, 475 elements are copied in a cycle. Whether steps are broken is the weight's row's to say.
// CHECK: tile.func @open_1_copied_64x64_wg_v8(%[[T:.+]]: memref<?x?xbf16, strided<[?, 1]>> {{.*}}, %[[W:.+]]: memref<?x?xbf16, strided<[?, 1]>> {{.*}}, %
// CHECK: %[[WK:.+]] = memref.dim %[[W]], %c1
// CHECK: arith.remui %[[WK]], %c64
// CHECK: %[[M:.+]] = memref.dim %[[T]], %c0
// CHECK: %[[K:.+]] = memref.dim %[[T]], %c1
// CHECK: %[[ELEMENTS:.+]] = arith.muli %[[M]], %[[K]]
// CHECK: arith.ceildivui %[[ELEMENTS]], %c475
}

// -----

module attributes {gl.target = #gl.target<arch = "sm_90a", sms = 132, shared_bytes = 232448, registers = 255>} {
// Parts are joined in one kernel; the last one's view goes on to the end of the lines, so that zeros are stored there.
// CHECK-LABEL: func.func @parts
// CHECK: tile.launch [@parts_0_copy_c, @parts_0_copy_any](%{{.*}}, %{{.*}}) [] : (tensor<100x9xf32>, tensor<100x15xf32>) -> tensor<100x32xf32>
// CHECK: takes = [array<i64: 3, 2>, array<i64: 3, 2>, array<i64: 0, 1, 2>, array<i64: 0, 1, 2>]
// CHECK: tile.func @parts_0_copy_c(
// CHECK: memref.subview %{{.*}}[0, 0] [100, 9] [1, 1]
// CHECK: memref.subview %{{.*}}[0, 9] [100, 23] [1, 1]
func.func @parts(%a: tensor<100x9xf32>, %b: tensor<100x15xf32>, %w: tensor<64x24xf32>) -> tensor<100x64xf32> {
  %y = gl.fused_matmul lhs(%a, %b : tensor<100x9xf32>, tensor<100x15xf32>) maps [affine_map<(m, k)[M, K] -> (m, k)>, affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<64x24xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<100x64xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {precision = #gl.precision<tf32>, schedules = [#gl.schedule<family = wgmma, tile = [64, 64, 32], warps = [4, 1], vector = 4, stages = 4, gather = copy>,
                               #gl.schedule<family = simt, tile = [16, 16, 16], warps = [2, 2], lanes = [4, 4, 2]>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<100x64xf32>
}
}
