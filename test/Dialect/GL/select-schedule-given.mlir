// Beside a schedule of family wgmma that is asked for stands what takes the calls that it cannot: of those that would compete one of each family and vector, without an estimate.
// RUN: gl-opt %s --gl-select-schedule='schedule=#gl.schedule<family=wgmma,tile=[64,128,64],warps=[4,1],vector=2,stages=4,fill_warps=4>' | FileCheck %s

// CHECK-NOT: cost
// CHECK: #gl.schedule<family = wgmma, tile = [64, 128, 64], warps = [4, 1], vector = 2, stages = 4, fill_warps = 4>
// CHECK-NEXT: #gl.schedule<family = simt, {{.*}}vector = 2, max_results = 8192>
// CHECK-NEXT: #gl.schedule<family = simt, {{.*}}max_results = 8192>
// CHECK-NEXT: #gl.schedule<family = wgmma, {{.*}}vector = 2, {{.*}}fill_warps = 4>
// CHECK-NEXT: #gl.schedule<family = mma, {{.*}}vector = 2, {{[^c]*}}>
// CHECK-NEXT: #gl.schedule<family = mma, {{[^v]*}}stages = {{[^c]*}}>
// CHECK-NOT: cost
func.func @main(%x: tensor<8x?x34xbf16>, %w: tensor<264x272xbf16>) -> tensor<?x264xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<8x?x34xbf16>) maps [affine_map<(m, k)[R, M, H] -> (k floordiv H, m, k mod H)>] rhs(%w : tensor<264x272xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<?x264xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<?x264xf32>
}
