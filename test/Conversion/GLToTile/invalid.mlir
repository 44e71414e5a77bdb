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

// -----

// 65537 * 65536 rows: a kernel counts them in 32 bits.
func.func @many_rows(%x: tensor<65537x65536x8xf32>, %w: tensor<4x8xf32>) -> tensor<65537x65536x4xf32> {
  // expected-error @below {{has 4295032832 rows (M); coordinates reach 2147418111}}
  %y = gl.fused_matmul lhs(%x : tensor<65537x65536x8xf32>) maps [affine_map<(m, k)[A, B, H] -> (m floordiv B, m mod B, k)>]
      rhs(%w : tensor<4x8xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<65537x65536x4xf32> map affine_map<(m, n)[A, B, N] -> (m floordiv B, m mod B, n)>
      attributes {schedules = [#gl.schedule<family = simt, tile = [2, 8, 128], warps = [1, 4], lanes = [1, 2, 16]>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<65537x65536x4xf32>
}

// -----

func.func @long_reduction(%x: tensor<2x65536x65536xf32>, %w: tensor<2x65536x65536xf32>) -> tensor<2x2xf32> {
  // expected-error @below {{has 4294967296 terms of the reduction (K) of lhs 0; coordinates reach 2147418111}}
  %y = gl.fused_matmul lhs(%x : tensor<2x65536x65536xf32>) maps [affine_map<(m, k)[M, A, B] -> (m, k floordiv B, k mod B)>]
      rhs(%w : tensor<2x65536x65536xf32>) maps [affine_map<(n, k)[N, A, B] -> (n, k floordiv B, k mod B)>]
      ins() maps [] -> tensor<2x2xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = simt, tile = [2, 8, 128], warps = [1, 4], lanes = [1, 2, 16]>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<2x2xf32>
}

// -----

func.func @many_copied_rows(%x: tensor<65536x65536x4xf32>, %z: tensor<65536x65536x4xf32>) -> tensor<65536x65536x8xf32> {
  // expected-error @below {{has 4294967296 rows, the product of all dims but the joined one; coordinates reach 2147418111}}
  %g = gl.gather_concat %x, %z {axis = 2 : i64} : tensor<65536x65536x4xf32>, tensor<65536x65536x4xf32> -> tensor<65536x65536x8xf32>
  return %g : tensor<65536x65536x8xf32>
}
