// Which problems get kernels that go through shared memory, and which of them tensor cores. What family wgmma takes, select-schedule-wgmma.mlir says.
// RUN: gl-opt %s --gl-select-schedule --split-input-file | FileCheck %s
// RUN: gl-opt %s --gl-select-schedule --split-input-file --remarks-filter='gl-select-schedule' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK: Function=bf16_large | {{.*}}family wgmma: the copy engine takes the operands as they are, and tensor cores read them from shared memory"
// REMARK: Function=bf16_large | {{.*}}variant 1: #gl.schedule<family = wgmma, {{.*}}>: estimated at {{[0-9]+}} cycles, the least of the candidate tiles"
// REMARK: Function=f32_large | {{.*}}family simt: precision ieee asks for true f32 products, which rules out tensor cores (tf32 and tf32x3 would not)"
// REMARK: Function=tf32x3 | {{.*}}family wgmma: tensor cores read the operands from shared memory, where 4 warps bring the low parts that tf32x3 multiplies, and what the copy engine cannot"
// REMARK: Function=unknown | {{.*}}lhs 0: rows are known at run time only: a call whose rows are not multiples of 16 bytes takes a variant with narrower copies"
// REMARK: Function=unknown | {{.*}}variant 8: #gl.schedule<family = wgmma, {{.*}}>: one of {{[0-9]+}}, of which each call takes the one with the least estimate"
// REMARK: Function=unknown | {{.*}}variant {{[0-9]+}}: #gl.schedule<family = mma, {{.*}}>: estimated at {{[0-9]+}} cycles, the least of the candidate tiles, for usual sizes in place of those known at run time only"

// Tensor cores for 16-bit elements, from the copy engine's rings where it can bring them. The fallback takes whatever alignment there is, through registers, which are no more than one step ahead.

// CHECK-DAG: #[[A:.*]] = #gl.schedule<family = wgmma, {{.*}}vector = 8, stages = {{[0-9]}}{{.*}}>
// CHECK-DAG: #[[B:.*]] = #gl.schedule<family = mma, {{[^v]*}}stages = {{[0-9]}}{{.*}}>
// CHECK-LABEL: func.func @bf16_large
// CHECK: schedules = [#[[A]], #[[B]]]
func.func @bf16_large(%x: tensor<4096x4096xbf16>, %w: tensor<4096x4096xbf16>) -> tensor<4096x4096xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<4096x4096xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<4096x4096xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<4096x4096xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<4096x4096xf32>
}

// -----

// Elements of f32 are f32: ordinary arithmetic, from shared memory. A single one is a word, which can be copied like any other.

// CHECK-DAG: #[[A:.*]] = #gl.schedule<family = simt, {{.*}}vector = 4, stages = {{[0-9]}}{{.*}}>
// CHECK-DAG: #[[B:.*]] = #gl.schedule<family = simt, {{[^v]*}}stages = {{[0-9]}}{{.*}}>
// CHECK-LABEL: func.func @f32_large
// CHECK: schedules = [#[[A]], #[[B]]]
func.func @f32_large(%x: tensor<4096x4096xf32>, %w: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<4096x4096xf32>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<4096x4096xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<4096x4096xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<4096x4096xf32>
}

// -----

// Tensor cores where the program says that TF32 will do.

// CHECK-DAG: #[[A:.*]] = #gl.schedule<family = wgmma, {{.*}}vector = 4, stages = {{[0-9]}}{{.*}}>
// CHECK-DAG: #[[B:.*]] = #gl.schedule<family = mma, {{[^v]*}}stages = {{[0-9]}}{{.*}}>
// CHECK-LABEL: func.func @tf32
// CHECK: schedules = [#[[A]], #[[B]]]
func.func @tf32(%x: tensor<4096x4096xf32>, %w: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<4096x4096xf32>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<4096x4096xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<4096x4096xf32> map affine_map<(m, n)[M, N] -> (m, n)> attributes {precision = #gl.precision<tf32>} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<4096x4096xf32>
}

// -----

// And where three TF32 products make up for one of f32.

// CHECK-DAG: #[[A:.*]] = #gl.schedule<family = wgmma, {{.*}}vector = 4, stages = {{[0-9]}}{{.*}}fill_warps = 4>
// CHECK-DAG: #[[B:.*]] = #gl.schedule<family = mma, {{[^v]*}}stages = {{[0-9]}}{{.*}}>
// CHECK-LABEL: func.func @tf32x3
// CHECK: schedules = [#[[A]], #[[B]]]
func.func @tf32x3(%x: tensor<4096x4096xf32>, %w: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<4096x4096xf32>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<4096x4096xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<4096x4096xf32> map affine_map<(m, n)[M, N] -> (m, n)> attributes {precision = #gl.precision<tf32x3>} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<4096x4096xf32>
}

// -----

// Few results are bound by latency, whatever their type: no rings, no tensor cores.

// CHECK-NOT: mma
// CHECK-NOT: stages
// CHECK-LABEL: func.func @tiny
// CHECK: schedules = [#{{[^,]*}}, #{{[^,]*}}]
func.func @tiny(%x: tensor<12x128xbf16>, %w: tensor<56x128xbf16>) -> tensor<12x56xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<12x128xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<56x128xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<12x56xf32>
}

// -----

// One more row than that.

// CHECK: #{{.*}} = #gl.schedule<family = wgmma, {{.*}}vector = 8, stages = {{[0-9]}}
// CHECK-NOT: family = simt
// CHECK-LABEL: func.func @not_tiny
func.func @not_tiny(%x: tensor<65x128xbf16>, %w: tensor<128x128xbf16>) -> tensor<65x128xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<65x128xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<128x128xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<65x128xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<65x128xf32>
}

// -----

// Long reductions with few tiles are shared by programs.

// CHECK: #{{.*}} = #gl.schedule<family = mma, {{.*}}vector = 8, stages = {{[0-9]}}, split_k = {{[248].*}}>
// CHECK-LABEL: func.func @long
func.func @long(%x: tensor<128x8192xbf16>, %w: tensor<256x8192xbf16>) -> tensor<128x256xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<128x8192xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<256x8192xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<128x256xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<128x256xf32>
}

// -----

// Rows of 514 elements are aligned to 4 bytes.

// CHECK: #{{.*}} = #gl.schedule<family = mma, {{.*}}vector = 2, stages = {{[0-9]}}
// CHECK-LABEL: func.func @words
// CHECK: schedules = [#{{[^,]*}}, #{{[^,]*}}]
func.func @words(%x: tensor<512x514xbf16>, %w: tensor<512x514xbf16>) -> tensor<512x512xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<512x514xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<512x514xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<512x512xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<512x512xf32>
}

// -----

// Odd rows: there is only the fallback.

// CHECK: #[[A:.*]] = #gl.schedule<family = mma, {{[^v]*}}stages = {{[0-9]}}{{.*}}>
// CHECK-LABEL: func.func @odd
// CHECK: schedules = [#[[A]]]
func.func @odd(%x: tensor<512x513xbf16>, %w: tensor<512x513xbf16>) -> tensor<512x512xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<512x513xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<512x513xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<512x512xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<512x512xf32>
}

// -----

// A reduction of 60 bytes has steps of 64 bytes.

// CHECK-DAG: tile = [{{[0-9]+, [0-9]+}}, 32], {{.*}}vector = 2, stages
// CHECK-DAG: tile = [{{[0-9]+, [0-9]+}}, 32], {{[^v]*}}stages
// CHECK-LABEL: func.func @short
func.func @short(%x: tensor<4096x30xbf16>, %w: tensor<4096x30xbf16>) -> tensor<4096x4096xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<4096x30xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<4096x30xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<4096x4096xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<4096x4096xf32>
}

// -----

// Neighbours along N of a weight stored (K, N) are as good as those along K where shared memory turns them.

// CHECK: #{{.*}} = #gl.schedule<family = mma, {{.*}}vector = 4, stages = {{[0-9]}}, split_k = {{[248].*}}>
// CHECK-LABEL: func.func @kn
func.func @kn(%x: tensor<1024x1024xf32>, %w: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<1024x1024xf32>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<1024x1024xf32>) maps [affine_map<(n, k)[K, N] -> (k, n)>]
      ins() maps [] -> tensor<1024x1024xf32> map affine_map<(m, n)[M, N] -> (m, n)> attributes {precision = #gl.precision<tf32>} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<1024x1024xf32>
}

// -----

// Sizes known at run time only: small problems first, by the length of their reduction, for vectors and for single elements; then tiles of several sizes with the widest
// copies, one for rows of whole words, and what takes any. (Where slices are gathered there are more: select-schedule-wgmma.mlir.)

// CHECK-DAG: #[[T0:.*]] = #gl.schedule<family = simt, {{.*}}vector = 8, max_results = 8192, max_k = 128>
// CHECK-DAG: #[[T1:.*]] = #gl.schedule<family = simt, {{.*}}vector = 8, max_results = 8192, max_k = 512>
// CHECK-DAG: #[[T2:.*]] = #gl.schedule<family = simt, {{.*}}vector = 8, max_results = 8192>
// CHECK-DAG: #[[T3:.*]] = #gl.schedule<family = simt, {{.*}}lanes = [1, 1, 32], max_results = 8192, max_k = 128>
// CHECK-DAG: #[[T4:.*]] = #gl.schedule<family = simt, {{.*}}lanes = [1, 1, 32], max_results = 8192, max_k = 256>
// CHECK-DAG: #[[T5:.*]] = #gl.schedule<family = simt, tile = [2, 4, 128], {{.*}}lanes = [1, 1, 32], max_results = 8192>
// CHECK-DAG: #[[WIDE:.*]] = #gl.schedule<family = wgmma, tile = [128, 256, 64], {{.*}}vector = 8, {{.*}}cost = [
// CHECK-DAG: #[[WORDS:.*]] = #gl.schedule<family = mma, {{.*}}vector = 2, stages = {{[0-9]}}{{[^c]*}}>
// CHECK-DAG: #[[ANY:.*]] = #gl.schedule<family = mma, {{[^v]*}}stages = {{[0-9]}}{{[^c]*}}>
// CHECK-LABEL: func.func @unknown
// CHECK: schedules = [#[[T0]], #[[T1]], #[[T2]], #[[T3]], #[[T4]], #[[T5]],{{.*}} #[[WIDE]],{{.*}} #[[WORDS]], #[[ANY]]]
func.func @unknown(%x: tensor<?x?xbf16>, %w: tensor<?x?xbf16>) -> tensor<?x?xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<?x?xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<?x?xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<?x?xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<?x?xf32>
}

// -----

// The same in f32, which has no rows of half words.

// CHECK-DAG: #[[SMALL:.*]] = #gl.schedule<family = simt, tile = [32, 32, {{.*}}vector = 4, {{.*}}cost = [
// CHECK-DAG: #[[LARGE:.*]] = #gl.schedule<family = simt, tile = [128, 128, {{.*}}vector = 4, {{.*}}cost = [
// CHECK-DAG: #[[ANY:.*]] = #gl.schedule<family = simt, {{[^v]*}}stages = {{[0-9]}}{{[^c]*}}>
// CHECK-LABEL: func.func @unknown_f32
// CHECK: schedules = [#{{[^,]*}}, #{{[^,]*}}, #{{[^,]*}}, #{{[^,]*}}, #{{[^,]*}},{{.*}} #[[SMALL]],{{.*}} #[[LARGE]],{{.*}} #[[ANY]]]
func.func @unknown_f32(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<?x?xf32>) maps [affine_map<(m, k)[M, K] -> (m, k)>] rhs(%w : tensor<?x?xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<?x?xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<?x?xf32>
}
