// The program of a staged product: one loop over the steps of all segments, as copies that are to run ahead need it.
// RUN: gl-opt %s --convert-gl-to-tile --canonicalize --cse --split-input-file | FileCheck %s

// Three segments of 2, 2 and 3 steps of 32; the second one's last step is not full. A step finds its segment by halving, and the tiles of both operands come
// out of the branches. The weight's views end where their segments end.

// CHECK-LABEL: tile.func @segments_0_v8c(
// CHECK-SAME: %[[X0:.*]]: memref<256x64xbf16, strided<[64, 1]>> {{.*}}, %[[X1:.*]]: memref<256x40xbf16, {{.*}}, %[[X2:.*]]: memref<256x96xbf16, {{.*}}, %[[W:.*]]: memref<128x200xbf16, {{.*}}, %[[Y:.*]]: memref
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C7:.*]] = arith.constant 7 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK-DAG: %[[W0:.*]] = memref.subview %[[W]][0, 0] [128, 64] [1, 1]
// CHECK-DAG: %[[W1:.*]] = memref.subview %[[W]][0, 64] [128, 40] [1, 1]
// CHECK-DAG: %[[W2:.*]] = memref.subview %[[W]][0, 104] [128, 96] [1, 1]
// CHECK: scf.for %[[I:.*]] = %[[C0]] to %[[C7]] step %[[C1]] iter_args(%[[ACC:.*]] = %{{.*}}) -> (tensor<64x64xf32>)
// CHECK: %[[IN0:.*]] = arith.cmpi ult, %[[I]], %[[C2]] : index
// CHECK: %[[T:.*]]:2 = scf.if %[[IN0]] -> (tensor<64x32xbf16>, tensor<64x32xbf16>)
// CHECK: %[[K0:.*]] = arith.muli %[[I]], %[[C32]] : index
// CHECK-NEXT: %[[B0:.*]] = tile.load %[[W0]][%{{.*}}, %[[K0]]]
// CHECK-NEXT: %[[A0:.*]] = tile.load %[[X0]][%{{.*}}, %[[K0]]]
// CHECK-NEXT: scf.yield %[[A0]], %[[B0]]
// CHECK: } else {
// CHECK: %[[IN1:.*]] = arith.cmpi ult, %[[I]], %[[C4]] : index
// CHECK: %[[E:.*]]:2 = scf.if %[[IN1]]
// CHECK: %[[J1:.*]] = arith.subi %[[I]], %[[C2]] : index
// CHECK: %[[K1:.*]] = arith.muli %[[J1]], %[[C32]] : index
// CHECK: tile.load %[[W1]][%{{.*}}, %[[K1]]]
// CHECK: tile.load %[[X1]][%{{.*}}, %[[K1]]]
// CHECK: } else {
// CHECK: %[[J2:.*]] = arith.subi %[[I]], %[[C4]] : index
// CHECK: tile.load %[[W2]]
// CHECK: tile.load %[[X2]]
// CHECK: scf.yield %[[E]]#0, %[[E]]#1
// CHECK: %[[D:.*]] = tile.dot %[[T]]#0, %[[T]]#1, %[[ACC]]
// CHECK-NEXT: scf.yield %[[D]]
// CHECK-NOT: scf.for
// CHECK: tile.store
func.func @segments(%x0: tensor<256x64xbf16>, %x1: tensor<256x40xbf16>, %x2: tensor<256x96xbf16>, %w: tensor<128x200xbf16>) -> tensor<256x128xf32> {
  %y = gl.fused_matmul lhs(%x0, %x1, %x2 : tensor<256x64xbf16>, tensor<256x40xbf16>, tensor<256x96xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>, affine_map<(m, k)[M, K] -> (m, k)>, affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<128x200xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<256x128xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], vector = 8, stages = 3>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<256x128xf32>
}

// -----

// A stacked x, `split`: 5 steps over 160 elements, and the map says where each vector lies.

// CHECK-LABEL: tile.func @through_0_v8c(
// CHECK-DAG: %[[C5:.*]] = arith.constant 5 : index
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[C5]]
// CHECK-NOT: arith.divui
// CHECK-NOT: memref.subview
// CHECK: tile.load %{{.*}} map #{{.*}} : memref<4x256x40xbf16
// CHECK: tile.dot
func.func @through(%x0: tensor<4x256x40xbf16>, %w: tensor<128x160xbf16>) -> tensor<256x128xf32> {
  %y = gl.fused_matmul lhs(%x0 : tensor<4x256x40xbf16>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<128x160xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<256x128xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], vector = 8, stages = 3>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<256x128xf32>
}

// -----

// The same, `walk`: two steps for each of four slices of 40. A step's slice is a view of x with one slice in it, which the map need not divide for, and the weight's
// view ends with the slice, too.

// CHECK-DAG: #[[SLICE:.*]] = affine_map<(d0, d1) -> (0, d0, d1)>
// CHECK-LABEL: tile.func @walk_0_v8c(
// CHECK-SAME: %[[X:.*]]: memref<4x256x40xbf16, strided<[10240, 40, 1]>> {{.*}}, %[[W:.*]]: memref<128x160xbf16, strided<[160, 1]>>
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK-DAG: %[[C40:.*]] = arith.constant 40 : index
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[C8]] step
// CHECK-DAG: %[[R:.*]] = arith.divui %[[I]], %[[C2]] : index
// CHECK-DAG: %[[S:.*]] = arith.remui %[[I]], %[[C2]] : index
// CHECK-DAG: %[[K:.*]] = arith.muli %[[S]], %[[C32]] : index
// CHECK-DAG: %[[START:.*]] = arith.muli %[[R]], %[[C40]] : index
// CHECK: %[[WR:.*]] = memref.subview %[[W]][0, %[[START]]] [128, 40] [1, 1]
// CHECK-NEXT: tile.load %[[WR]][%{{.*}}, %[[K]]]
// CHECK-NEXT: %[[XR:.*]] = memref.subview %[[X]][%[[R]], 0, 0] [1, 256, 40] [1, 1, 1]
// CHECK-NEXT: tile.load %[[XR]][%{{.*}}, %[[K]]] map #[[SLICE]]
// CHECK-NEXT: tile.dot
func.func @walk(%x0: tensor<4x256x40xbf16>, %w: tensor<128x160xbf16>) -> tensor<256x128xf32> {
  %y = gl.fused_matmul lhs(%x0 : tensor<4x256x40xbf16>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<128x160xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<256x128xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], vector = 8, stages = 3, gather = walk>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<256x128xf32>
}

// -----

// Slices and their lengths known at run time only: the loop runs over R * ceil(H / 32) steps.

// CHECK-LABEL: tile.func @walk_unknown_0_v8(
// CHECK-SAME: %[[X:.*]]: memref<?x?x?xbf16, strided<[?, ?, 1]>> {{.*}}, %[[W:.*]]: memref<?x?xbf16, strided<[?, 1]>>
// CHECK: %[[H:.*]] = memref.dim %[[X]], %{{.*}} : memref<?x?x?xbf16
// CHECK: %[[STEPS:.*]] = arith.ceildivui %[[H]], %{{.*}} : index
// CHECK: %[[R:.*]] = memref.dim %[[X]], %{{.*}} : memref<?x?x?xbf16
// CHECK: %[[TOTAL:.*]] = arith.muli %[[R]], %[[STEPS]] : index
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[TOTAL]] step
// CHECK: %[[SLICE:.*]] = arith.divui %[[I]], %[[STEPS]] : index
// CHECK: arith.remui %[[I]], %[[STEPS]] : index
// CHECK: %[[START:.*]] = arith.muli %[[SLICE]], %[[H]] : index
// CHECK: memref.subview %[[W]][0, %[[START]]] [%{{.*}}, %[[H]]] [1, 1]
// CHECK: memref.subview %[[X]][%[[SLICE]], 0, 0] [1, %{{.*}}, %[[H]]] [1, 1, 1]
func.func @walk_unknown(%x0: tensor<?x?x?xbf16>, %w: tensor<?x?xbf16>) -> tensor<?x?xf32> {
  %y = gl.fused_matmul lhs(%x0 : tensor<?x?x?xbf16>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<?x?xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<?x?xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], vector = 8, stages = 3, gather = walk>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<?x?xf32>
}

// -----

// Nothing to walk in an x that is not gathered.

// CHECK-LABEL: tile.func @walk_plain_0_v8c(
// CHECK-NOT: memref.subview
// CHECK: tile.dot
func.func @walk_plain(%x0: tensor<256x160xbf16>, %w: tensor<128x160xbf16>) -> tensor<256x128xf32> {
  %y = gl.fused_matmul lhs(%x0 : tensor<256x160xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<128x160xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<256x128xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], vector = 8, stages = 3, gather = walk>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<256x128xf32>
}

// -----

// Groups of 4 rows of tiles are walked column by column: 16 rows and 8 columns are 128 programs along one dim, 32 to a group, whose last may have fewer rows.

// CHECK-LABEL: tile.func @group_0_v8c(
// CHECK: %[[C128:.*]] = arith.constant 128 : index
// CHECK-NEXT: tile.yield %[[C128]]{{$}}
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK-DAG: %[[C64:.*]] = arith.constant 64 : index
// CHECK: %[[P:.*]] = tile.program_id 0
// CHECK: %[[G:.*]] = arith.divui %[[P]], %[[C32]] : index
// CHECK: %[[FIRST:.*]] = arith.muli %[[G]], %[[C4]] : index
// CHECK: %[[LEFT:.*]] = arith.subi %[[C16]], %[[FIRST]] : index
// CHECK: %[[ROWS:.*]] = arith.minui %[[LEFT]], %[[C4]] : index
// CHECK: %[[IN:.*]] = arith.remui %[[P]], %[[C32]] : index
// CHECK: %[[R:.*]] = arith.remui %[[IN]], %[[ROWS]] : index
// CHECK: %[[ROW:.*]] = arith.addi %[[FIRST]], %[[R]] : index
// CHECK: %[[COLUMN:.*]] = arith.divui %[[IN]], %[[ROWS]] : index
// CHECK: %[[M:.*]] = arith.muli %[[ROW]], %[[C64]] : index
// CHECK: %[[N:.*]] = arith.muli %[[COLUMN]], %[[C64]] : index
// CHECK: tile.store %{{.*}}, %{{.*}}[%[[M]], %[[N]]]
func.func @group(%x0: tensor<1000x256xbf16>, %w: tensor<512x256xbf16>) -> tensor<1000x512xf32> {
  %y = gl.fused_matmul lhs(%x0 : tensor<1000x256xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<512x256xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<1000x512xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], vector = 8, stages = 3, group_m = 4>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<1000x512xf32>
}

// -----

// Four programs share the 8 steps of a tile, and are neighbours in the grid, as a cluster's must be: 4 x 2 x 4 of them. Each stores 16 rows of the sum, and reads
// the residual only there.

// CHECK-LABEL: tile.func @split_k_0_v8c(
// CHECK: %[[C32:.*]] = arith.constant 32 : index
// CHECK-NEXT: tile.yield %[[C32]]{{$}}
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK: %[[P:.*]] = tile.program_id 0
// CHECK: %[[S:.*]] = arith.remui %[[P]], %[[C4]] : index
// CHECK: %[[T:.*]] = arith.divui %[[P]], %[[C4]] : index
// CHECK: %[[ROW:.*]] = arith.divui %[[T]], %[[C2]] : index
// CHECK: %[[COLUMN:.*]] = arith.remui %[[T]], %[[C2]] : index
// CHECK: %[[M:.*]] = arith.muli %[[ROW]]
// CHECK: %[[N:.*]] = arith.muli %[[COLUMN]]
// CHECK: %[[DOWN:.*]] = arith.muli %[[S]], %[[C16]] : index
// CHECK: %[[MINE:.*]] = arith.addi %[[M]], %[[DOWN]] : index
// CHECK: %[[LOW:.*]] = arith.muli %[[S]], %[[C2]] : index
// CHECK: %[[NEXT:.*]] = arith.addi %[[LOW]], %[[C2]] : index
// CHECK: %[[HIGH:.*]] = arith.minui %[[NEXT]], %[[C8]] : index
// CHECK: %[[SUM:.*]] = scf.for %{{.*}} = %[[LOW]] to %[[HIGH]] step
// CHECK: %[[PART:.*]] = tile.reduce_split %[[SUM]] : tensor<64x64xf32> -> tensor<16x64xf32>
// CHECK: %[[Z:.*]] = tile.load %{{.*}}[%[[MINE]], %[[N]]] : {{.*}} -> tensor<16x64xf32>
// CHECK: %[[R:.*]] = arith.addf %[[PART]], %[[Z]] : tensor<16x64xf32>
// CHECK: tile.store %[[R]], %{{.*}}[%[[MINE]], %[[N]]] : tensor<16x64xf32>
func.func @split_k(%x0: tensor<256x256xbf16>, %w: tensor<128x256xbf16>, %z: tensor<256x128xf32>) -> tensor<256x128xf32> {
  %y = gl.fused_matmul lhs(%x0 : tensor<256x256xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<128x256xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins(%z : tensor<256x128xf32>) maps [affine_map<(m, n)[M, N] -> (m, n)>] -> tensor<256x128xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], vector = 8, stages = 3, split_k = 4>]} epilogue {
    ^bb0(%acc: f32, %more: f32):
      %0 = arith.addf %acc, %more : f32
      gl.yield %0 : f32
  }
  return %y : tensor<256x128xf32>
}

// -----

// A weight stored (K, N).

// CHECK-DAG: #[[KN:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: tile.func @kn_0_v8c(
// CHECK: scf.for
// CHECK: tile.load %{{.*}}[%{{.*}}, %{{.*}}] map #[[KN]] : memref<256x128xbf16, strided<[128, 1]>> -> tensor<64x32xbf16>
func.func @kn(%x0: tensor<256x256xbf16>, %w: tensor<256x128xbf16>) -> tensor<256x128xf32> {
  %y = gl.fused_matmul lhs(%x0 : tensor<256x256xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<256x128xbf16>) maps [affine_map<(n, k)[K, N] -> (k, n)>]
      ins() maps [] -> tensor<256x128xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], vector = 8, stages = 3>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<256x128xf32>
}

// -----

// f32 sums of more than 2048 terms are summed step by step, each from zero.

// CHECK-LABEL: tile.func @long_sum_0_v4c(
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
// CHECK: scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[ZERO]])
// CHECK: %[[D:.*]] = tile.dot %{{.*}}, %{{.*}}, %[[ZERO]] :
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[ACC]], %[[D]] : tensor<64x64xf32>
// CHECK-NEXT: scf.yield %[[S]]
func.func @long_sum(%x0: tensor<256x2080xf32>, %w: tensor<128x2080xf32>) -> tensor<256x128xf32> {
  %y = gl.fused_matmul lhs(%x0 : tensor<256x2080xf32>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<128x2080xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<256x128xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = simt, tile = [64, 64, 32], warps = [2, 2], lanes = [4, 8, 1], vector = 4, stages = 3>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<256x128xf32>
}

// -----

// Not those of 2048, nor the shares of two programs that have no more.

// CHECK-LABEL: tile.func @short_sum_0_v4c(
// CHECK: scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}})
// CHECK: %[[D:.*]] = tile.dot %{{.*}}, %{{.*}}, %[[ACC]] :
// CHECK-NEXT: scf.yield %[[D]]
func.func @short_sum(%x0: tensor<256x2048xf32>, %w: tensor<128x2048xf32>) -> tensor<256x128xf32> {
  %y = gl.fused_matmul lhs(%x0 : tensor<256x2048xf32>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<128x2048xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<256x128xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = simt, tile = [64, 64, 32], warps = [2, 2], lanes = [4, 8, 1], vector = 4, stages = 3>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<256x128xf32>
}

// -----

// CHECK-LABEL: tile.func @shared_sum_0_v4c(
// CHECK: scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}})
// CHECK: tile.dot %{{.*}}, %{{.*}}, %[[ACC]] :
func.func @shared_sum(%x0: tensor<256x4096xf32>, %w: tensor<128x4096xf32>) -> tensor<256x128xf32> {
  %y = gl.fused_matmul lhs(%x0 : tensor<256x4096xf32>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<128x4096xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<256x128xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = simt, tile = [64, 64, 32], warps = [2, 2], lanes = [4, 8, 1], vector = 4, stages = 3, split_k = 2>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<256x128xf32>
}

// -----

// Threads bring the narrow rows of the input, the copy engine the weight's: each operand's facts are those of who brings it. There is no variant of this schedule for any strides.
// CHECK-LABEL: tile.func @narrow_0_wg_v2(
// CHECK-SAME: memref<?x?xbf16, strided<[?, 1]>> {tile.facts = #tile.facts<align = 4, strides = [2, 1], dims = [1, 2]>}
// CHECK-SAME: memref<?x?xbf16, strided<[?, 1]>> {tile.facts = #tile.facts<align = 16, strides = [8, 1], dims = [1, 8]>}
// CHECK-NOT: tile.func @narrow_0_wg_any
// CHECK: tile.func @narrow_0_any(
func.func @narrow(%x: tensor<?x?xbf16>, %w: tensor<?x?xbf16>) -> tensor<?x?xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<?x?xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<?x?xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<?x?xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], vector = 2, stages = 3, fill_warps = 4>,
                               #gl.schedule<family = mma, tile = [64, 64, 64], warps = [2, 2], stages = 2>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<?x?xf32>
}
