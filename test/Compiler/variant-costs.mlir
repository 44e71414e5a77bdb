// Variants with an estimate: the grid region yields it, the bundle's record has it as an expression of the call's sizes, and --explain shows it.
// RUN: gl-compile %s --emit=tile --target=sm_90a | FileCheck %s
// RUN: gl-compile %s --emit=bundle --target=sm_90a --no-cubin -o %t.glb
// RUN: %python -c "import json,struct; b=open(r'%t.glb','rb').read(); n=struct.unpack('<Q',b[8:16])[0]; [print(f['name'],v['name'],json.dumps(v.get('cost'))) for f in json.loads(b[24:24+n])['functions'] for v in f['steps'][0]['variants']]" | FileCheck %s --check-prefix=RECORD
// RUN: gl-compile %s --emit=bundle --target=sm_90a --no-cubin --explain -o %t.glb 2>&1 | FileCheck %s --check-prefix=EXPLAIN

// Tiles of 128 x 256, of which two along N are a cluster and 66 clusters run at a time; steps go on across slices of dim 2, and are broken where K is not made of 64 elements.
// CHECK: tile.func @across_0_128x256_wg_v8(
// CHECK: tile.yield %{{.*}} cost %{{.*}}
// CHECK: tile.func @across_0_64x64_wg_v8(
// CHECK: tile.yield %{{.*}} cost %{{.*}}
// CHECK: tile.func @across_0_any
// CHECK: tile.yield %{{[0-9]+$}}
// RECORD: across 128x256_wg_v8
// RECORD-SAME{LITERAL}: ["add", ["mul", ["ceildiv", ["mul", ["ceildiv", ["dim", 2, 0], 128], ["ceildiv", ["dim", 2, 1], 512]], 66], ["add", ["mul", ["ceildiv", ["mul", ["dim", 0, 0], ["dim", 0, 2]], 64], ["add", ["mul", ["min", ["mod", ["mul", ["dim", 0, 0], ["dim", 0, 2]], 64], 1], 7], 1345]], 3080]], 5965]
// Steps walk along each slice.
// RECORD: across 64x64_wg_v8
// RECORD-SAME{LITERAL}: ["add", ["mul", ["ceildiv", ["mul", ["ceildiv", ["dim", 2, 0], 64], ["ceildiv", ["dim", 2, 1], 64]], 132], ["add", ["mul", ["mul", ["dim", 0, 0], ["ceildiv", ["dim", 0, 2], 64]], ["add", ["mul", ["min", ["mod", ["dim", 0, 2], 64], 1], 235], 277]], 788]], 3000]
// RECORD: across any null
// EXPLAIN: variant 64x64_wg_v8
// EXPLAIN: cycles ((ceildiv((ceildiv(dim(result0, 0), 64) * ceildiv(dim(result0, 1), 64)), 132) * {{.*}} + 3000), estimated
func.func @across(%x: tensor<?x?x?xbf16>, %w: tensor<?x?xbf16>) -> tensor<?x?xbf16> {
  %y = gl.fused_matmul lhs(%x : tensor<?x?x?xbf16>) maps [affine_map<(m, k)[R, M, H] -> (k floordiv H, m, k mod H)>] rhs(%w : tensor<?x?xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<?x?xbf16> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = wgmma, tile = [128, 256, 64], warps = [4, 2], vector = 8, stages = 4, group_m = 8, cluster = [1, 2], fill_warps = 4, cost = [66, 5965, 3080, 1345, 7]>,
                               #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], vector = 8, stages = 8, group_m = 8, gather = walk, cost = [132, 3000, 788, 277, 235]>,
                               #gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], stages = 2>]} epilogue {
    ^bb0(%acc: f32):
      %0 = arith.truncf %acc : f32 to bf16
      gl.yield %0 : bf16
  }
  return %y : tensor<?x?xbf16>
}

// Four programs share a tile's steps. Parts have steps of their own; what is known is folded.
// RECORD: parts 64x64_v8
// RECORD-SAME{LITERAL}: ["add", ["mul", ["ceildiv", ["mul", ["ceildiv", ["dim", 4, 0], 64], 4], 33], ["add", ["mul", ["ceildiv", ["add", ["ceildiv", ["dim", 0, 1], 32], ["ceildiv", ["dim", 1, 1], 32]], 4], 300], 2000]], 100]
// RECORD: parts any null
func.func @parts(%a: tensor<?x?xbf16>, %b: tensor<?x?xbf16>, %w: tensor<256x?xbf16>, %v: tensor<256x?xbf16>) -> tensor<?x256xbf16> {
  %y = gl.fused_matmul lhs(%a, %b : tensor<?x?xbf16>, tensor<?x?xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>, affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w, %v : tensor<256x?xbf16>, tensor<256x?xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>, affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<?x256xbf16> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], vector = 8, stages = 3, split_k = 4, cost = [33, 100, 2000, 300, 0]>,
                               #gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], stages = 2>]} epilogue {
    ^bb0(%acc: f32):
      %0 = arith.truncf %acc : f32 to bf16
      gl.yield %0 : bf16
  }
  return %y : tensor<?x256xbf16>
}
