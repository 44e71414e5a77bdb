// RUN: gl-opt %s --convert-gl-to-tile --canonicalize --cse --split-input-file | FileCheck %s

// Static dims: a variant that relies on contiguous operands, one that relies on rows, one on nothing.

// CHECK-LABEL: func.func @static
// CHECK: %[[Y:.*]] = tile.launch [@static_0_v4c, @static_0_v4, @static_0_any](%{{.*}}, %{{.*}}, %{{.*}}) [] :
// CHECK-NOT: cf.assert
// CHECK: return %[[Y]]

// CHECK: tile.func @static_0_v4c(
// CHECK-SAME: %[[X:.*]]: memref<4x12x32xf32, strided<[384, 32, 1]>> {tile.facts = #tile.facts<align = 16, strides = [1, 1, 1], dims = [1, 1, 1]>}
// CHECK-SAME: %[[W:.*]]: memref<56x128xf32, strided<[128, 1]>> {tile.facts = #tile.facts<align = 16
// CHECK-SAME: %[[B:.*]]: memref<56xf32, strided<[1]>> {tile.facts = #tile.facts<align = 16, strides = [1], dims = [1]>},
// CHECK-SAME: %[[OUT:.*]]: memref<12x56xf32, strided<[56, 1]>> {tile.facts = #tile.facts<align = 16, strides = [1, 1], dims = [1, 1]>, tile.output}
// CHECK-SAME: grid
// CHECK-DAG: %[[GN:.*]] = arith.constant 7 : index
// CHECK-DAG: %[[GM:.*]] = arith.constant 6 : index
// CHECK: tile.yield %[[GN]], %[[GM]]
// The whole reduction fits one step, so there is no loop; W is asked for before x, the bias before both.
// CHECK-NOT: scf.for
// CHECK: tile.load %[[B]][%[[N:.*]]] : {{.*}} -> tensor<8xf32>
// CHECK: tile.broadcast %{{.*}} dims = [1]
// CHECK: tile.load %[[W]][%[[N]], %{{.*}}] : {{.*}} -> tensor<8x128xf32>
// CHECK: tile.load %[[X]][%[[M:.*]], %{{.*}}] map #[[MAP:.*]] : {{.*}} -> tensor<2x128xf32>
// CHECK: tile.dot
// CHECK: arith.addf
// CHECK: tile.store %{{.*}}, %[[OUT]][%[[M]], %[[N]]]

// CHECK: tile.func @static_0_v4(
// CHECK-SAME: memref<4x12x32xf32, strided<[?, ?, 1]>> {tile.facts = #tile.facts<align = 16, strides = [4, 4, 1], dims = [1, 1, 4]>}
// CHECK: tile.func @static_0_any(
// CHECK-SAME: memref<4x12x32xf32, strided<[?, ?, ?]>>,
// CHECK-NOT: tile.facts
func.func @static(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) -> tensor<12x56xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = simt, tile = [2, 8, 128], warps = [1, 4], lanes = [1, 2, 16], vector = 4>]} epilogue {
    ^bb0(%acc: f32, %bias: f32):
      %0 = arith.addf %acc, %bias : f32
      gl.yield %0 : f32
  }
  return %y : tensor<12x56xf32>
}

// -----

// Two segments share one weight: each reads a view of it that ends where the segment ends. Dynamic dims: the
// host checks what the operands have in common, and the grid is folded into one dim.

// CHECK-DAG: #[[STACKED:.*]] = affine_map<(d0, d1)[s0] -> (d1 floordiv s0, d0, d1 mod s0)>
// CHECK-LABEL: func.func @segments
// CHECK: cf.assert %{{.*}}, "rows (M) of lhs part 1 must be those of part 0"
// CHECK: cf.assert %{{.*}}, "reduction size (K) of the weight must be that of the gathered input"
// CHECK: tile.launch [@segments_0_v8, @segments_0_any](%{{.*}}) [%{{.*}}, %{{.*}}]
// CHECK: tile.func @segments_0_v8(%[[X:[^:]*]]: memref<?x?x?xf16, strided<[?, ?, 1]>> {tile.facts = #tile.facts<align = 16, strides = [8, 8, 1], dims = [1, 1, 8]>, tile.reciprocals = array<i64: 2>}, %[[P:[^:]*]]: {{[^%]*}}%[[W:[^:]*]]: memref<?x?xf16
// CHECK: %[[TILES:.*]] = arith.muli
// CHECK: tile.yield %[[TILES]]
// CHECK: %[[R:.*]] = memref.dim %[[X]]
// CHECK: %[[H:.*]] = memref.dim %[[X]]
// CHECK: %[[RH:.*]] = arith.muli %[[R]], %[[H]]
// CHECK: %[[W0:.*]] = memref.subview %[[W]][0, 0] [%{{.*}}, %[[RH]]] [1, 1]
// CHECK: scf.for %[[K0:.*]] = %{{.*}} to %[[RH]]
// CHECK: tile.load %[[W0]][%{{.*}}, %[[K0]]]
// CHECK: tile.load %[[X]][%{{.*}}, %[[K0]]] map #[[STACKED]] symbols(%[[H]])
// CHECK: tile.dot {{.*}} : tensor<16x64xf16>, tensor<16x64xf16>, tensor<16x16xf32>
// CHECK: %[[W1:.*]] = memref.subview %[[W]][0, %[[RH]]]
// CHECK: scf.for
// CHECK: tile.load %[[W1]]
// CHECK: arith.truncf %{{.*}} : tensor<16x16xf32> to tensor<16x16xf16>
func.func @segments(%x: tensor<?x?x?xf16>, %p: tensor<?x?xf16>, %w: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %y = gl.fused_matmul lhs(%x, %p : tensor<?x?x?xf16>, tensor<?x?xf16>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>, affine_map<(m, k)[B, H] -> (m, k)>]
      rhs(%w : tensor<?x?xf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<?x?xf16> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = simt, tile = [16, 16, 64], warps = [2, 2], lanes = [2, 2, 8], vector = 8>]} epilogue {
    ^bb0(%acc: f32):
      %0 = arith.truncf %acc : f32 to f16
      gl.yield %0 : f16
  }
  return %y : tensor<?x?xf16>
}

// -----

// Rows of 33 elements allow no vectors: only the last variant is left. A static K of 0 has no product at all.

// CHECK-LABEL: func.func @odd
// CHECK: tile.launch [@odd_0_any]
// CHECK-LABEL: func.func @empty
// CHECK: tile.func @empty_0_any
// CHECK-NOT: tile.dot
// CHECK: tile.store
func.func @odd(%x: tensor<5x7x33xf32>, %w: tensor<9x165xf32>) -> tensor<7x9xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<5x7x33xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<9x165xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<7x9xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = simt, tile = [2, 8, 128], warps = [1, 4], lanes = [1, 2, 16], vector = 4>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<7x9xf32>
}
func.func @empty(%x: tensor<7x0xf32>, %w: tensor<9x0xf32>) -> tensor<7x9xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<7x0xf32>) maps [affine_map<(m, k)[B, H] -> (m, k)>]
      rhs(%w : tensor<9x0xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<7x9xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = simt, tile = [2, 8, 128], warps = [1, 4], lanes = [1, 2, 16]>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<7x9xf32>
}

// -----

// A gather that no product absorbed is a copy; each part goes to its slice of the result.

// CHECK-LABEL: func.func @gather
// CHECK: tile.launch [@gather_0_copy](%{{.*}}, %{{.*}})
// CHECK: tile.func @gather_0_copy(%[[A:[^:]*]]: {{[^%]*}}%[[B:[^:]*]]: {{[^%]*}}%[[OUT:[^:]*]]: memref<9x28xf32, strided<[?, ?]>> {tile.output})
// CHECK: memref.subview %[[OUT]][0, 0] [9, 20]
// CHECK: tile.load %[[A]]
// CHECK: tile.store
// CHECK: memref.subview %[[OUT]][0, 20] [9, 8]
// CHECK: tile.load %[[B]]
// CHECK: tile.store
func.func @gather(%a: tensor<9x20xf32>, %b: tensor<9x8xf32>) -> tensor<9x28xf32> {
  %g = gl.gather_concat %a, %b : tensor<9x20xf32>, tensor<9x8xf32> -> tensor<9x28xf32>
  return %g : tensor<9x28xf32>
}

// -----

// A scale is one element, loaded without coordinates and repeated; of an operand of rank 0 there is nothing to rely on.

// CHECK-LABEL: tile.func @scaled_0_small_v8c(
// CHECK-SAME: memref<12x128xf8E4M3FN, strided<[128, 1]>> {tile.facts =
// CHECK-SAME: %[[S:[^:]*]]: memref<f32, strided<[]>>, %{{[^:]*}}: memref<12x56xf32, strided<[56, 1]>>
// CHECK: %[[SCALE:.*]] = tile.load %[[S]][] : memref<f32, strided<[]>> -> tensor<f32>
// CHECK: %[[TILE:.*]] = tile.broadcast %[[SCALE]] dims = [] : tensor<f32> -> tensor<2x8xf32>
// CHECK: %[[D:.*]] = tile.dot %{{.*}}, %{{.*}}, %{{.*}} : tensor<2x128xf8E4M3FN>, tensor<8x128xf8E4M3FN>, tensor<2x8xf32>
// CHECK: arith.mulf %[[D]], %[[TILE]] : tensor<2x8xf32>
func.func @scaled(%x: tensor<12x128xf8E4M3FN>, %w: tensor<56x128xf8E4M3FN>, %s: tensor<f32>) -> tensor<12x56xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<12x128xf8E4M3FN>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<56x128xf8E4M3FN>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins(%s : tensor<f32>) maps [affine_map<(m, n) -> ()>] -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = simt, tile = [2, 8, 128], warps = [2, 2], lanes = [1, 4, 8], vector = 8, max_results = 8192>]} epilogue {
    ^bb0(%acc: f32, %scale: f32):
      %0 = arith.mulf %acc, %scale : f32
      gl.yield %0 : f32
  }
  return %y : tensor<12x56xf32>
}

// -----

// Rows whose number alone is open lie behind each other in operands without gaps, and a weight's stride is known: the first variant relies on both, the second on rows that begin at vectors.

// CHECK-LABEL: func.func @open_rows
// CHECK: tile.launch [@open_rows_0_small_v4c, @open_rows_0_small_v4, @open_rows_0_any]
// CHECK: tile.func @open_rows_0_small_v4c(
// CHECK-SAME: %{{[^:]*}}: memref<4x?x32xf32, strided<[?, 32, 1]>> {tile.facts = #tile.facts<align = 16, strides = [4, 1, 1], dims = [1, 1, 1]
// CHECK-SAME: %{{[^:]*}}: memref<56x128xf32, strided<[128, 1]>>
// CHECK-SAME: %{{[^:]*}}: memref<?x56xf32, strided<[56, 1]>>
// CHECK: tile.func @open_rows_0_small_v4(
// CHECK-SAME: %{{[^:]*}}: memref<4x?x32xf32, strided<[?, ?, 1]>> {tile.facts = #tile.facts<align = 16, strides = [4, 4, 1]
func.func @open_rows(%x: tensor<4x?x32xf32>, %w: tensor<56x128xf32>) -> tensor<?x56xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<4x?x32xf32>) maps [affine_map<(m, k)[R, M, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<?x56xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = simt, tile = [2, 8, 128], warps = [2, 2], lanes = [1, 4, 8], vector = 4, max_results = 8192>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<?x56xf32>
}

// -----

// Of several that compete, those that threads fill slots for know the strides, and the first serves operands with gaps; what the engine brings has any strides.

// CHECK-LABEL: func.func @competing
// CHECK: tile.launch [@competing_0_128x256_wg_v8c, @competing_0_128x256_wg_v8, @competing_0_64x128_wg_v8c, @competing_0_64x64_wg_v8, @competing_0_v1, @competing_0_any]
// CHECK: tile.func @competing_0_128x256_wg_v8c(
// CHECK-SAME: %{{[^:]*}}: memref<8x?x136xbf16, strided<[?, 136, 1]>>
// CHECK: tile.func @competing_0_64x64_wg_v8(
// CHECK-SAME: %{{[^:]*}}: memref<8x?x136xbf16, strided<[?, ?, 1]>>
func.func @competing(%x: tensor<8x?x136xbf16>, %w: tensor<512x1088xbf16>) -> tensor<?x512xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<8x?x136xbf16>) maps [affine_map<(m, k)[R, M, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<512x1088xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<?x512xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = wgmma, tile = [128, 256, 64], warps = [4, 2], vector = 8, stages = 4, fill_warps = 4, cost = [132, 4618, 3080, 1318, 0]>,
                               #gl.schedule<family = wgmma, tile = [64, 128, 64], warps = [4, 1], vector = 8, stages = 6, fill_warps = 4, cost = [132, 3777, 1183, 477, 0]>,
                               #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], vector = 8, stages = 8, gather = walk, cost = [132, 3000, 788, 277, 235]>,
                               #gl.schedule<family = mma, tile = [32, 32, 64], warps = [2, 4], stages = 2>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<?x512xf32>
}
