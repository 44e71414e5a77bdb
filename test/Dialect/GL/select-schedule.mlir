// RUN: gl-opt %s --gl-select-schedule | FileCheck %s
// RUN: gl-opt %s --gl-select-schedule='schedule=#gl.schedule<family=simt,tile=[2,8,64],warps=[1,4],lanes=[1,2,16],vector=4>' | FileCheck %s --check-prefix=GIVEN
// RUN: not gl-opt %s --gl-select-schedule='schedule=4' 2>&1 | FileCheck %s --check-prefix=NOTASCHEDULE
// RUN: not gl-opt %s --gl-select-schedule='schedule=#gl.schedule<family=cpu,tile=[4,4,16],micro=[4,4]>' 2>&1 | FileCheck %s --check-prefix=FAMILY
// RUN: gl-opt %s --gl-select-schedule --remarks-filter='gl-select-schedule' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// NOTASCHEDULE: error: option 'schedule' must be a #gl.schedule<...>, got '4'
// FAMILY: error: option 'schedule' is of family cpu, target sm_90a runs families simt, mma and wgmma
// REMARK: select-schedule.mlir:[[@LINE+9]]:{{.*}}variant 1: #gl.schedule<family = simt, tile = [2, 8, 128]{{.*}}few results: bound by latency, the whole reduction in one step

// CHECK-DAG: #[[TINY:.*]] = #gl.schedule<family = simt, tile = [2, 8, 128], warps = [2, 2], lanes = [1, 4, 8], vector = 4>
// CHECK-DAG: #[[TINY1:.*]] = #gl.schedule<family = simt, tile = [4, 4, 128], warps = [2, 2], lanes = [1, 1, 32]>
// CHECK-DAG: #[[S128:.*]] = #gl.schedule<family = simt, tile = [2, 8, 128], warps = [2, 2], lanes = [1, 4, 8], vector = 4, max_results = 8192, max_k = 128>
// CHECK: schedules = [#[[TINY]], #[[TINY1]]]
// GIVEN: #[[S:.*]] = #gl.schedule<family = simt, tile = [2, 8, 64], warps = [1, 4], lanes = [1, 2, 16], vector = 4>
// GIVEN: schedules = [#[[S]]]
func.func @main(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>) -> tensor<12x56xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>] rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<12x56xf32>
}

// Sizes known at run time only: for small problems, one schedule for each class of reductions, without a loop, and one with a loop; one for all others.
// CHECK-LABEL: func.func @unknown
// CHECK: schedules = [#[[S128]], #{{[^,]*}}, #{{[^,]*}}, #{{[^,]*}}, #{{[^,]*}},
func.func @unknown(%x: tensor<?x?x16xf32>, %w: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<?x?x16xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>] rhs(%w : tensor<?x?xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<?x?xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<?x?xf32>
}
