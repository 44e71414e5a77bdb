// RUN: gl-opt %s --convert-gl-to-tile --verify-diagnostics --split-input-file

func.func @unscheduled(%x: tensor<7x8xf32>, %w: tensor<9x8xf32>) -> tensor<7x9xf32> {
  // expected-error @below {{has no schedule: run gl-select-schedule first}}
  %y = gl.fused_matmul lhs(%x : tensor<7x8xf32>) maps [affine_map<(m, k)[B, H] -> (m, k)>]
      rhs(%w : tensor<9x8xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<7x9xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<7x9xf32>
}

// -----

func.func @split_rhs(%x: tensor<7x8xf32>, %z: tensor<7x8xf32>, %w: tensor<9x2x8xf32>) -> tensor<7x9xf32> {
  // expected-error @below {{shares one rhs between 2 segments, but its map splits K over 2 dims; it must be one dim}}
  %y = gl.fused_matmul lhs(%x, %z : tensor<7x8xf32>, tensor<7x8xf32>) maps [affine_map<(m, k)[B, H] -> (m, k)>, affine_map<(m, k)[B, H] -> (m, k)>]
      rhs(%w : tensor<9x2x8xf32>) maps [affine_map<(n, k)[N, R, H] -> (n, k floordiv H, k mod H)>]
      ins() maps [] -> tensor<7x9xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = simt, tile = [2, 8, 128], warps = [1, 4], lanes = [1, 2, 16]>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<7x9xf32>
}

// -----

// Weights of their own meet the parts where those end, which a copy hides.
func.func @copied_parts(%a: tensor<64x8xbf16>, %b: tensor<64x8xbf16>, %w: tensor<64x8xbf16>, %v: tensor<64x8xbf16>) -> tensor<64x64xf32> {
  // expected-error @+1 {{'gl.fused_matmul' op has a schedule with 'gather = copy', which needs one rhs whose map has K along one dim; it has 2 rhs, whose map has K along 1}}
  %y = gl.fused_matmul lhs(%a, %b : tensor<64x8xbf16>, tensor<64x8xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>, affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w, %v : tensor<64x8xbf16>, tensor<64x8xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>, affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<64x64xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], vector = 8, stages = 4, gather = copy>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<64x64xf32>
}
