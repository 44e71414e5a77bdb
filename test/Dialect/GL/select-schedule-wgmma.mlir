// Which problems family wgmma is chosen for, with which tiles, and what rules it out.
// RUN: gl-opt %s --gl-select-schedule --split-input-file | FileCheck %s
// RUN: gl-opt %s --gl-select-schedule --split-input-file --remarks-filter='gl-select-schedule' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK: Function=large | {{.*}}family wgmma: the copy engine takes the operands as they are, and tensor cores read them from shared memory"
// REMARK: Function=large | {{.*}}variant 1: #gl.schedule<family = wgmma, {{.*}}>: estimated at {{[0-9]+}} cycles, the least of the candidate tiles"
// REMARK: Function=tf32_kn | {{.*}}family mma: tensor cores take the element type and the precision; not wgmma: weights that run across K are for wgmma if their elements have 16 bits"
// REMARK: Function=tf32x3 | {{.*}}family wgmma: tensor cores read the operands from shared memory, where 4 warps bring the low parts that tf32x3 multiplies, and what the copy engine cannot"
// REMARK: Function=rows | {{.*}}family mma: tensor cores take the element type and the precision; not wgmma: rows of the weight are not multiples of the 16 bytes that the copy engine needs"
// REMARK: Function=odd | {{.*}}family wgmma: a kernel of its own gathers the input first, in rows of whole lines, since what that takes is estimated to be less than what rows as they are would; a call without a workspace goes without"
// REMARK: Function=uneven | {{.*}}family mma: tensor cores take the element type and the precision; not wgmma: rows run over dims that are not one to the copy engine"
// REMARK: Function=long | {{.*}}family mma: tensor cores take the element type and the precision; not wgmma: it is estimated to be slower"

// Large and aligned: the largest tile. Behind it is what serves views of any alignment.

// CHECK-DAG: #[[A:.*]] = #gl.schedule<family = wgmma, tile = [128, 256, 64], warps = [8, 1], vector = 8, {{.*}}k_order = zigzag
// CHECK-DAG: #[[B:.*]] = #gl.schedule<family = mma, {{[^v]*}}stages = {{[0-9]}}{{.*}}>
// CHECK-LABEL: func.func @large
// CHECK: schedules = [#[[A]], #[[B]]]
func.func @large(%x: tensor<4096x4096xf16>, %w: tensor<4096x4096xf16>) -> tensor<4096x4096xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<4096x4096xf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<4096x4096xf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<4096x4096xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<4096x4096xf32>
}

// -----

// Elements of 8 bits: the sums of one instruction are there twice, and those of 128 columns are half of those of 256.

// CHECK: #gl.schedule<family = wgmma, tile = [256, 128, 128], warps = [8, 1], vector = 16,
// CHECK-LABEL: func.func @f8
func.func @f8(%x: tensor<4096x4096xf8E4M3FN>, %w: tensor<4096x4096xf8E4M3FN>) -> tensor<4096x4096xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<4096x4096xf8E4M3FN>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<4096x4096xf8E4M3FN>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<4096x4096xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<4096x4096xf32>
}

// -----

// Sizes known at run time: several tiles, of which a call takes the one with the least estimate; steps walk along long slices, and go on across short ones. Rows of whole words, and odd rows, are filled by threads, if the
// weight's are whole units; else they are for mma, and end what a call compares.

// CHECK-DAG: #[[SMALL:.*]] = #gl.schedule<family = wgmma, tile = [64, 32, {{.*}}vector = 8, {{.*}}gather = walk, cost = [132, {{[0-9]+, [0-9]+, [0-9]+, [0-9]+}}]>
// CHECK-DAG: #[[LARGE:.*]] = #gl.schedule<family = wgmma, tile = [128, 256, 64], {{.*}}vector = 8, stages = 4, group_m = 8, gather = walk, k_order = zigzag, cost = [
// CHECK-DAG: #[[FILLED:.*]] = #gl.schedule<family = wgmma, tile = [128, 256, 64], {{.*}}vector = 8, stages = 4, group_m = 8, k_order = zigzag, fill_warps = 4, cost = [
// CHECK-DAG: #[[LARGE2:.*]] = #gl.schedule<family = wgmma, tile = [128, 256, 64], {{.*}}vector = 2, {{.*}}fill_warps = 4, cost = [
// CHECK-DAG: #[[LARGE1:.*]] = #gl.schedule<family = wgmma, tile = [128, 256, 64], {{[^v]*}}fill_warps = 4, cost = [
// CHECK-DAG: #[[WORDS:.*]] = #gl.schedule<family = mma, {{.*}}vector = 2, {{[^c]*}}>
// CHECK-DAG: #[[ANY:.*]] = #gl.schedule<family = mma, {{[^v]*}}stages = {{[0-9]}}{{[^c]*}}>
// CHECK-LABEL: func.func @dynamic
// CHECK: schedules = [{{.*}}#[[SMALL]],{{.*}}#[[LARGE]],{{.*}}#[[LARGE2]],{{.*}}#[[WORDS]],{{.*}}#[[LARGE1]],{{.*}}#[[ANY]]]
func.func @dynamic(%x: tensor<?x?x?xbf16>, %w: tensor<?x?xbf16>) -> tensor<?x?xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<?x?x?xbf16>) maps [affine_map<(m, k)[R, M, H] -> (k floordiv H, m, k mod H)>] rhs(%w : tensor<?x?xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<?x?xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<?x?xf32>
}

// -----

// Rows of a weight stored (K, N) lie in panels of 64 elements across K, which a tile's columns are whole ones of.

// CHECK: #gl.schedule<family = wgmma, tile = [128, 256, 64], warps = [8, 1], vector = 8,
// CHECK-LABEL: func.func @kn
func.func @kn(%x: tensor<4096x4096xbf16>, %w: tensor<4096x4096xbf16>) -> tensor<4096x4096xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<4096x4096xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<4096x4096xbf16>) maps [affine_map<(n, k)[K, N] -> (k, n)>]
      ins() maps [] -> tensor<4096x4096xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<4096x4096xf32>
}

// -----

// Also where smaller tiles of other widths would cost less.

// CHECK: #gl.schedule<family = wgmma, tile = [64, 64, {{[0-9]+}}],
// CHECK-LABEL: func.func @kn_small
func.func @kn_small(%x: tensor<65x128xbf16>, %w: tensor<128x128xbf16>) -> tensor<65x128xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<65x128xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<128x128xbf16>) maps [affine_map<(n, k)[K, N] -> (k, n)>]
      ins() maps [] -> tensor<65x128xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<65x128xf32>
}

// -----

// Few rows: operands change places, so that the weight's rows fill the instruction's.

// CHECK: #gl.schedule<family = wgmma, tile = [8, 64, 128], warps = [1, 4], {{.*}}swap = 1>
// CHECK-LABEL: func.func @few_rows
func.func @few_rows(%x: tensor<16x4096xbf16>, %w: tensor<4096x4096xbf16>) -> tensor<16x4096xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<16x4096xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<4096x4096xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<16x4096xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<16x4096xf32>
}

// -----

// A stacked tensor whose slices are whole steps is walked slice by slice. A reduction this short has two sets of warps write results in turns.

// CHECK: #gl.schedule<family = wgmma, tile = [128, 128, 64], warps = [4, 1], {{.*}}gather = walk, {{.*}}pingpong = 1>
// CHECK-LABEL: func.func @slices
func.func @slices(%x: tensor<8x4096x128xbf16>, %w: tensor<4096x1024xbf16>) -> tensor<4096x4096xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<8x4096x128xbf16>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>] rhs(%w : tensor<4096x1024xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<4096x4096xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<4096x4096xf32>
}

// -----

// Slices of 80 elements would leave steps half empty: each step is put together from pieces of 16.

// CHECK: #gl.schedule<family = wgmma, tile = [128, 256, 64], warps = [8, 1], vector = 8, stages = 4, group_m = 8, k_order = zigzag>
// CHECK-LABEL: func.func @pieces
func.func @pieces(%x: tensor<8x4096x80xbf16>, %w: tensor<4096x640xbf16>) -> tensor<4096x4096xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<8x4096x80xbf16>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>] rhs(%w : tensor<4096x640xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<4096x4096xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<4096x4096xf32>
}

// -----

// Functions want registers beside the sums, of which 128 x 128 leaves enough.

// CHECK: #gl.schedule<family = wgmma, tile = [128, 128, 64], warps = [8, 1]
// CHECK-LABEL: func.func @functions
func.func @functions(%x: tensor<4096x4096xbf16>, %w: tensor<4096x4096xbf16>) -> tensor<4096x4096xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<4096x4096xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<4096x4096xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<4096x4096xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      %e = math.exp %acc : f32
      gl.yield %e : f32
  }
  return %y : tensor<4096x4096xf32>
}

// -----

// So do inputs of the result's size, and those of two of them and functions more than that.

// CHECK: #gl.schedule<family = wgmma, tile = [128, 96, {{[0-9]+}}], warps = [8, 1]
// CHECK-LABEL: func.func @inputs
func.func @inputs(%x: tensor<4096x4096xbf16>, %w: tensor<4096x4096xbf16>, %r0: tensor<4096x4096xf32>, %r1: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<4096x4096xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<4096x4096xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins(%r0, %r1 : tensor<4096x4096xf32>, tensor<4096x4096xf32>) maps [affine_map<(m, n)[M, N] -> (m, n)>, affine_map<(m, n)[M, N] -> (m, n)>] -> tensor<4096x4096xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32, %e0: f32, %e1: f32):
      %e = math.exp %acc : f32
      %f = arith.addf %e, %e0 : f32
      %g = arith.addf %f, %e1 : f32
      gl.yield %g : f32
  }
  return %y : tensor<4096x4096xf32>
}

// -----

// What rules the family out: 32-bit elements of a weight stored (K, N), which wgmma cannot turn.

// CHECK-NOT: family = wgmma
// CHECK: #gl.schedule<family = mma,
// CHECK-NOT: family = wgmma
// CHECK-LABEL: func.func @tf32_kn
func.func @tf32_kn(%x: tensor<4096x4096xf32>, %w: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<4096x4096xf32>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<4096x4096xf32>) maps [affine_map<(n, k)[K, N] -> (k, n)>]
      ins() maps [] -> tensor<4096x4096xf32> map affine_map<(m, n)[M, N] -> (m, n)> attributes {precision = #gl.precision<tf32>} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<4096x4096xf32>
}

// -----

// Three products in place of one: warps make the low parts, and sums are there twice.

// CHECK: #gl.schedule<family = wgmma, tile = [128, 128, 32], warps = [8, 1], vector = 4, stages = 3, {{.*}}fill_warps = 4>
// CHECK-LABEL: func.func @tf32x3
func.func @tf32x3(%x: tensor<4096x4096xf32>, %w: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<4096x4096xf32>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<4096x4096xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<4096x4096xf32> map affine_map<(m, n)[M, N] -> (m, n)> attributes {precision = #gl.precision<tf32x3>} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<4096x4096xf32>
}

// -----

// Rows of 8200 bytes.

// CHECK-NOT: family = wgmma
// CHECK: #gl.schedule<family = mma,
// CHECK-NOT: family = wgmma
// CHECK-LABEL: func.func @rows
func.func @rows(%x: tensor<4096x4100xbf16>, %w: tensor<4096x4100xbf16>) -> tensor<4096x4096xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<4096x4100xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<4096x4100xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<4096x4096xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<4096x4096xf32>
}

// -----

// Odd slices: rows of the weight are whole units, those of the input are not. A kernel of its own gathers it first; without a workspace threads bring it. Behind those
// is what serves operands with gaps.

// CHECK-DAG: #[[A:.*]] = #gl.schedule<family = wgmma, {{.*}}vector = 8, {{.*}}gather = copy
// CHECK-DAG: #[[B:.*]] = #gl.schedule<family = wgmma, tile = [64, 128, 128], warps = [4, 1], stages = 3, {{.*}}fill_warps = 8>
// CHECK-DAG: #[[C:.*]] = #gl.schedule<family = mma,
// CHECK-LABEL: func.func @odd
// CHECK: schedules = [#[[A]], #[[B]], #[[C]]
func.func @odd(%x: tensor<8x1024x129xbf16>, %w: tensor<1024x1032xbf16>) -> tensor<1024x1024xbf16> {
  %y = gl.fused_matmul lhs(%x : tensor<8x1024x129xbf16>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>] rhs(%w : tensor<1024x1032xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<1024x1024xbf16> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      %t = arith.truncf %acc : f32 to bf16
      gl.yield %t : bf16
  }
  return %y : tensor<1024x1024xbf16>
}

// -----

// Rows over two dims whose strides may differ from call to call.

// CHECK-NOT: family = wgmma
// CHECK: #gl.schedule<family = mma,
// CHECK-NOT: family = wgmma
// CHECK-LABEL: func.func @uneven
func.func @uneven(%x: tensor<?x?x128xbf16>, %w: tensor<4096x128xbf16>) -> tensor<?x4096xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<?x?x128xbf16>) maps [affine_map<(m, k)[A, B, K] -> (m floordiv B, m mod B, k)>] rhs(%w : tensor<4096x128xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<?x4096xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<?x4096xf32>
}

// -----

// A long reduction of few results, which programs of family mma share.

// CHECK-NOT: family = wgmma
// CHECK: #gl.schedule<family = mma,
// CHECK-NOT: family = wgmma
// CHECK-LABEL: func.func @long
func.func @long(%x: tensor<128x8192xbf16>, %w: tensor<256x8192xbf16>) -> tensor<128x256xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<128x8192xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<256x8192xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<128x256xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<128x256xf32>
}
