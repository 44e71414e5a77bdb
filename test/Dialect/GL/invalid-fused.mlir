// What the verifier of gl.fused_matmul refuses, and the numbers in its messages.
// RUN: gl-opt %s --verify-diagnostics --split-input-file

func.func @rhs_count(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{'gl.fused_matmul' op has 2 rhs operands for 1 segments; needs one, or one per segment}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w, %w : tensor<56x128xf32>, tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @encoding(%x: tensor<4x12x32xf32, "enc">, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{operand 0 has the encoding "enc"; gl operations take tensors without one}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32, "enc">) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @result_encoding(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{operand 3 has the encoding "enc"; gl operations take tensors without one}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32, "enc"> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @lhs_maps(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{has 2 lhs maps for 1 operands}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>, affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @rhs_maps(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{has 0 rhs maps for 1 operands}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @input_maps(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{has 0 input maps for 1 operands}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps []
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @map_rank(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{map of lhs 0 must have 2 dims and 3 results for 'tensor<4x12x32xf32>', got affine_map<(d0, d1)[s0, s1] -> (d0, d1)>}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @map_dims(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{map of rhs 0 must have 2 dims and 2 results for 'tensor<56x128xf32>', got affine_map<(d0)[s0, s1] -> (d0, d0)>}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n)[N, K] -> (n, n)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @map_symbols(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{map of rhs 0 has 1 symbols for a tensor of rank 2; symbol i stands for dim i of the tensor}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @map_owners(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{map of rhs 0 result 0, d0 + d1, depends on 2 of the map's dims; each dim of the tensor belongs to exactly one}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n + k, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @map_constant(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{map of rhs 0 result 0, 0, depends on 0 of the map's dims; each dim of the tensor belongs to exactly one}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (0, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @map_split(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{map of lhs 0 does not split d1 over the dims it reaches (outer dims take the quotient, inner ones the remainder)}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv R, m, k mod R)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @map_scaled(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{map of rhs 0 does not split d0 over the dims it reaches}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n * 2, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @map_left_out(%x: tensor<4x12x32xf32>, %w: tensor<128xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{map of rhs 0 leaves out d0}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<128xf32>) maps [affine_map<(n, k)[K] -> (k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @result_left_out(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{map of the result leaves out d1}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12xf32> map affine_map<(m, n)[M] -> (m)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @rhs_element(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf16>, %b: tensor<56xf32>) {
  // expected-error @+1 {{rhs 0 has element type 'f16', lhs 0 has 'f32'}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @lhs_element(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>, %x2: tensor<12x8xf16>) {
  // expected-error @+1 {{lhs 1 has element type 'f16', lhs 0 has 'f32'}}
  %y = gl.fused_matmul lhs(%x, %x2 : tensor<4x12x32xf32>, tensor<12x8xf16>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>, affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @m_segments(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>, %x2: tensor<11x8xf32>) {
  // expected-error @+1 {{M is 11 in lhs 1, elsewhere 12}}
  %y = gl.fused_matmul lhs(%x, %x2 : tensor<4x12x32xf32>, tensor<11x8xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>, affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @k_shared(%x: tensor<4x12x32xf32>, %w: tensor<56x127xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{K is 127 in rhs 0, elsewhere 128}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x127xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @k_sum(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>, %x2: tensor<12x8xf32>) {
  // expected-error @+1 {{K is 128 in rhs 0, elsewhere 136}}
  %y = gl.fused_matmul lhs(%x, %x2 : tensor<4x12x32xf32>, tensor<12x8xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>, affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @k_own(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>, %x2: tensor<12x8xf32>) {
  // expected-error @+1 {{K is 128 in rhs 1, elsewhere 8}}
  %y = gl.fused_matmul lhs(%x, %x2 : tensor<4x12x32xf32>, tensor<12x8xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>, affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w, %w : tensor<56x128xf32>, tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>, affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @n_segments(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>, %x2: tensor<12x8xf32>, %w2: tensor<55x8xf32>) {
  // expected-error @+1 {{N is 55 in rhs 1, elsewhere 56}}
  %y = gl.fused_matmul lhs(%x, %x2 : tensor<4x12x32xf32>, tensor<12x8xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>, affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w, %w2 : tensor<56x128xf32>, tensor<55x8xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>, affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @n_input(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<57xf32>) {
  // expected-error @+1 {{N is 57 in input 0, elsewhere 56}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<57xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @m_input(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{M is 56 in input 0, elsewhere 12}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[M] -> (m)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @m_result(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{M is 13 in the result, elsewhere 12}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<13x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @n_result(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{N is 55 in the result, elsewhere 56}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x55xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

// 2^64, which is 0 in 64 bits.
func.func @extent_overflow(%x: tensor<4294967296x1x4294967296xf32>, %w: tensor<56x?xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{K of lhs 0 does not fit 64 bits}}
  %y = gl.fused_matmul lhs(%x : tensor<4294967296x1x4294967296xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x?xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @sum_overflow(%x: tensor<1x9223372036854775806xf32>, %w: tensor<56x?xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{the sum of the segments' K does not fit 64 bits}}
  %y = gl.fused_matmul lhs(%x, %x : tensor<1x9223372036854775806xf32>, tensor<1x9223372036854775806xf32>) maps [affine_map<(m, k)[M, K] -> (m, k)>, affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<56x?xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @precision(%x: tensor<4x12x32xf16>, %w: tensor<56x128xf16>, %b: tensor<56xf32>) {
  // expected-error @+1 {{precision tf32 is for f32 operands, lhs 0 has element type 'f16'}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf16>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> attributes {precision = #gl.precision<tf32>} epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @schedules(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  // expected-error @+3 {{attribute 'schedules' failed to satisfy constraint: list of schedules}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> attributes {schedules = ["fast"]} epilogue {
  ^bb0(%acc: f32, %bias: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @arguments(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{epilogue must have 2 arguments (the accumulator and one per input), got 1}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @accumulator(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{the accumulator, epilogue argument 0, must be f32, got 'f16'}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f16, %bias: f32):
    gl.yield %bias : f32
  }
  return
}

// -----

func.func @input_argument(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  // expected-error @+1 {{epilogue argument 1 must be 'f32' like input 0, got 'f16'}}
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f16):
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @yield_type(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf16> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    // expected-error @+1 {{'gl.yield' op yields 'f32', the result has element type 'f16'}}
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @epilogue_op(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    // expected-error @+1 {{'vector.broadcast' op is not an element-wise arith or math operation, which is all an epilogue may hold}}
    %0 = vector.broadcast %acc : f32 to vector<4xf32>
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @epilogue_tensor(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) {
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32, %bias: f32):
    // expected-error @+1 {{'arith.constant' op makes 'tensor<2xf32>', an epilogue works on scalars}}
    %0 = arith.constant dense<1.0> : tensor<2xf32>
    gl.yield %acc : f32
  }
  return
}

// -----

func.func @terminator(%x: tensor<3x5xf32>, %w: tensor<7x5xf32>) {
  // expected-error @+1 {{'gl.fused_matmul' op epilogue must end with gl.yield}}
  %y = gl.fused_matmul lhs(%x : tensor<3x5xf32>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<7x5xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins() maps []
      -> tensor<3x7xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32):
    llvm.unreachable
  }
  return
}

// -----

// The generic form without an attribute.
func.func @missing_lhs_maps(%x: tensor<3x5xf32>, %w: tensor<7x5xf32>) {
  // expected-error @+1 {{'gl.fused_matmul' op requires attribute 'lhs_maps'}}
  %y = "gl.fused_matmul"(%x, %w) ({
  ^bb0(%acc: f32):
    "gl.yield"(%acc) : (f32) -> ()
  }) {input_maps = [], operandSegmentSizes = array<i32: 1, 1, 0>, result_map = affine_map<(m, n)[M, N] -> (m, n)>, rhs_maps = [affine_map<(n, k)[N, K] -> (n, k)>]} : (tensor<3x5xf32>, tensor<7x5xf32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @missing_rhs_maps(%x: tensor<3x5xf32>, %w: tensor<7x5xf32>) {
  // expected-error @+1 {{'gl.fused_matmul' op requires attribute 'rhs_maps'}}
  %y = "gl.fused_matmul"(%x, %w) ({
  ^bb0(%acc: f32):
    "gl.yield"(%acc) : (f32) -> ()
  }) {input_maps = [], lhs_maps = [affine_map<(m, k)[M, K] -> (m, k)>], operandSegmentSizes = array<i32: 1, 1, 0>, result_map = affine_map<(m, n)[M, N] -> (m, n)>} : (tensor<3x5xf32>, tensor<7x5xf32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @missing_input_maps(%x: tensor<3x5xf32>, %w: tensor<7x5xf32>) {
  // expected-error @+1 {{'gl.fused_matmul' op requires attribute 'input_maps'}}
  %y = "gl.fused_matmul"(%x, %w) ({
  ^bb0(%acc: f32):
    "gl.yield"(%acc) : (f32) -> ()
  }) {lhs_maps = [affine_map<(m, k)[M, K] -> (m, k)>], operandSegmentSizes = array<i32: 1, 1, 0>, result_map = affine_map<(m, n)[M, N] -> (m, n)>, rhs_maps = [affine_map<(n, k)[N, K] -> (n, k)>]} : (tensor<3x5xf32>, tensor<7x5xf32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @missing_result_map(%x: tensor<3x5xf32>, %w: tensor<7x5xf32>) {
  // expected-error @+1 {{'gl.fused_matmul' op requires attribute 'result_map'}}
  %y = "gl.fused_matmul"(%x, %w) ({
  ^bb0(%acc: f32):
    "gl.yield"(%acc) : (f32) -> ()
  }) {input_maps = [], lhs_maps = [affine_map<(m, k)[M, K] -> (m, k)>], operandSegmentSizes = array<i32: 1, 1, 0>, rhs_maps = [affine_map<(n, k)[N, K] -> (n, k)>]} : (tensor<3x5xf32>, tensor<7x5xf32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @no_segments(%x: tensor<3x5xf32>, %w: tensor<7x5xf32>) {
  // expected-error @+1 {{'gl.fused_matmul' op needs at least one lhs segment}}
  %y = "gl.fused_matmul"(%x, %w) ({
  ^bb0(%acc: f32):
    "gl.yield"(%acc) : (f32) -> ()
  }) {input_maps = [], lhs_maps = [], operandSegmentSizes = array<i32: 0, 2, 0>, result_map = affine_map<(m, n)[M, N] -> (m, n)>, rhs_maps = [affine_map<(n, k)[N, K] -> (n, k)>]} : (tensor<3x5xf32>, tensor<7x5xf32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @segment_sum(%x: tensor<3x5xf32>, %w: tensor<7x5xf32>) {
  // expected-error @+1 {{'gl.fused_matmul' op operand count (2) does not match with the total size (3) specified in attribute 'operandSegmentSizes'}}
  %y = "gl.fused_matmul"(%x, %w) ({
  ^bb0(%acc: f32):
    "gl.yield"(%acc) : (f32) -> ()
  }) {input_maps = [], lhs_maps = [affine_map<(m, k)[M, K] -> (m, k)>], operandSegmentSizes = array<i32: 1, 1, 1>, result_map = affine_map<(m, n)[M, N] -> (m, n)>, rhs_maps = [affine_map<(n, k)[N, K] -> (n, k)>]} : (tensor<3x5xf32>, tensor<7x5xf32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @segment_negative(%x: tensor<3x5xf32>, %w: tensor<7x5xf32>) {
  // expected-error @+1 {{'gl.fused_matmul' op 'operandSegmentSizes' attribute cannot have negative elements}}
  %y = "gl.fused_matmul"(%x, %w) ({
  ^bb0(%acc: f32):
    "gl.yield"(%acc) : (f32) -> ()
  }) {input_maps = [], lhs_maps = [affine_map<(m, k)[M, K] -> (m, k)>], operandSegmentSizes = array<i32: 3, -1, 0>, result_map = affine_map<(m, n)[M, N] -> (m, n)>, rhs_maps = [affine_map<(n, k)[N, K] -> (n, k)>]} : (tensor<3x5xf32>, tensor<7x5xf32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @map_kind(%x: tensor<3x5xf32>, %w: tensor<7x5xf32>) {
  // expected-error @+1 {{'gl.fused_matmul' op attribute 'lhs_maps' failed to satisfy constraint: AffineMap array attribute}}
  %y = "gl.fused_matmul"(%x, %w) ({
  ^bb0(%acc: f32):
    "gl.yield"(%acc) : (f32) -> ()
  }) {input_maps = [], lhs_maps = [3], operandSegmentSizes = array<i32: 1, 1, 0>, result_map = affine_map<(m, n)[M, N] -> (m, n)>, rhs_maps = [affine_map<(n, k)[N, K] -> (n, k)>]} : (tensor<3x5xf32>, tensor<7x5xf32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @no_region(%x: tensor<3x5xf32>, %w: tensor<7x5xf32>) {
  // expected-error @+1 {{'gl.fused_matmul' op requires one region}}
  %y = "gl.fused_matmul"(%x, %w)  {input_maps = [], lhs_maps = [affine_map<(m, k)[M, K] -> (m, k)>], operandSegmentSizes = array<i32: 1, 1, 0>, result_map = affine_map<(m, n)[M, N] -> (m, n)>, rhs_maps = [affine_map<(n, k)[N, K] -> (n, k)>]} : (tensor<3x5xf32>, tensor<7x5xf32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @empty_region(%x: tensor<3x5xf32>, %w: tensor<7x5xf32>) {
  // expected-error @+1 {{'gl.fused_matmul' op region #0 ('epilogue') failed to verify constraint: region with 1 blocks}}
  %y = "gl.fused_matmul"(%x, %w) ({}) {input_maps = [], lhs_maps = [affine_map<(m, k)[M, K] -> (m, k)>], operandSegmentSizes = array<i32: 1, 1, 0>, result_map = affine_map<(m, n)[M, N] -> (m, n)>, rhs_maps = [affine_map<(n, k)[N, K] -> (n, k)>]} : (tensor<3x5xf32>, tensor<7x5xf32>) -> tensor<3x7xf32>
  return
}

// -----

// An axis over twelve dims in no order that splits it: refused without trying the 12! orders.
func.func @many_dims(%x: tensor<3x1x1x1x1x1x1x1x1x1x1x1x1xf32>, %w: tensor<7x1xf32>) {
  // expected-error @+1 {{map of lhs 0 does not split d1 over the dims it reaches}}
  %y = gl.fused_matmul lhs(%x : tensor<3x1x1x1x1x1x1x1x1x1x1x1x1xf32>) maps [affine_map<(m, k)[A, B, C, D, E, F, G, H, I, J, K, L, M] -> (m, k mod B, k mod C, k mod D, k mod E, k mod F, k mod G, k mod H, k mod I, k mod J, k mod K, k mod L, k mod M)>]
      rhs(%w : tensor<7x1xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>] ins() maps []
      -> tensor<3x7xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
  ^bb0(%acc: f32):
    gl.yield %acc : f32
  }
  return
}
