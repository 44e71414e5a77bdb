// y[b, n] = bias[n] + sum over r, h of x[r, b, h] * w[n, r*32 + h]
//
// Four shards of the activations, stacked by an all-gather as (R, B, H) = (4, 12, 32), go through one linear layer with 56 output
// features. Read as written, the program first makes the gathered tensor (12, 128) and then multiplies it. Compiled, it is one
// kernel: the gather becomes the index map by which the product loads x, and the gathered tensor is never made.
//
//   gl-run examples/gather_linear.mlir --input=x.npy --input=w.npy --input=b.npy --check --output=y.npy
//   gl-opt --gl-fuse-gather examples/gather_linear.mlir       shows the map

func.func @gather_linear(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %bias: tensor<56xf32>) -> tensor<12x56xf32> {
  // (R, B, H) -> (B, R*H): row b holds the b-th rows of the four shards, one after another.
  %gathered = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32>
  // The weight is (N, K) as in nn.Linear. f32 means IEEE f32 here, unless `precision` says otherwise.
  %y = gl.matmul_bias %gathered, %w, %bias : tensor<12x128xf32>, tensor<56x128xf32>, tensor<56xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}
