// A gather and a linear layer as one hand-written kernel, with the host's side that launches it.
//
//   y[b, n] = bias[n] + sum over r, h of x[r, b, h] * w[n, r * H + h]
//
// The same program runs on a GPU and on the CPU. It says which tiles are loaded, multiplied and stored; bounds need no masks (what lies
// outside a tensor loads as zero and is not stored), and how threads share the work is the schedule's business. x is the stacked
// (R, B, H) tensor that an all-gather leaves behind; it is never copied to (B, R * H): the map of its load says where element (m, k) is.
//
//   gl-run examples/gather_linear.tile.mlir --input='rand[4,12,32]' --input='rand[56,128]' --input='rand[56]'
//
// With --reference=FILE, gl-run checks the result against a level 1 program that says the same, such as
// examples/gather_linear.mlir for these sizes.

#gather = affine_map<(m, k)[H] -> (k floordiv H, m, k mod H)>

func.func @gather_linear(%x: tensor<?x?x?xf32>, %w: tensor<?x?xf32>, %bias: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %R = tensor.dim %x, %c0 : tensor<?x?x?xf32>
  %B = tensor.dim %x, %c1 : tensor<?x?x?xf32>
  %H = tensor.dim %x, %c2 : tensor<?x?x?xf32>
  %N = tensor.dim %w, %c0 : tensor<?x?xf32>
  %K = tensor.dim %w, %c1 : tensor<?x?xf32>
  %n = tensor.dim %bias, %c0 : tensor<?xf32>
  // What the runtime checks before it launches.
  %RH = arith.muli %R, %H : index
  %fits = arith.cmpi eq, %K, %RH : index
  cf.assert %fits, "dim 1 of w must be R * H"
  %same = arith.cmpi eq, %n, %N : index
  cf.assert %same, "bias must have as many elements as w has rows"
  %y = tile.launch [@kernel] (%x, %w, %bias) [%B, %N] : (tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// 128 threads. Eight lanes share each sum along K; a thread holds 4 x 4 results.
tile.func @kernel(%x: memref<?x?x?xf32, strided<[?, ?, ?]>>, %w: memref<?x?xf32, strided<[?, ?]>>,
                  %bias: memref<?xf32, strided<[?]>>, %y: memref<?x?xf32, strided<[?, ?]>> {tile.output})
    attributes {schedule = #gl.schedule<family = simt, tile = [16, 16, 32], warps = [2, 2], lanes = [2, 2, 8]>} grid {
  // One program for each 16 x 16 tile of y.
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %B = memref.dim %y, %c0 : memref<?x?xf32, strided<[?, ?]>>
  %N = memref.dim %y, %c1 : memref<?x?xf32, strided<[?, ?]>>
  %rows = arith.ceildivui %B, %c16 : index
  %columns = arith.ceildivui %N, %c16 : index
  tile.yield %rows, %columns
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>

  // Where this program's tile of y starts.
  %row = tile.program_id 0
  %column = tile.program_id 1
  %m = arith.muli %row, %c16 : index
  %n = arith.muli %column, %c16 : index

  %H = memref.dim %x, %c2 : memref<?x?x?xf32, strided<[?, ?, ?]>>
  %K = memref.dim %w, %c1 : memref<?x?xf32, strided<[?, ?]>>
  %sum = scf.for %k = %c0 to %K step %c32 iter_args(%acc = %zero) -> tensor<16x16xf32> {
    %b = tile.load %w[%n, %k] : memref<?x?xf32, strided<[?, ?]>> -> tensor<16x32xf32>
    %a = tile.load %x[%m, %k] map #gather symbols(%H) : memref<?x?x?xf32, strided<[?, ?, ?]>> -> tensor<16x32xf32>
    %next = tile.dot %a, %b, %acc : tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x16xf32>
    scf.yield %next : tensor<16x16xf32>
  }

  %v = tile.load %bias[%n] : memref<?xf32, strided<[?]>> -> tensor<16xf32>
  %vs = tile.broadcast %v dims = [1] : tensor<16xf32> -> tensor<16x16xf32>
  %result = arith.addf %sum, %vs : tensor<16x16xf32>
  tile.store %result, %y[%m, %n] : tensor<16x16xf32>, memref<?x?xf32, strided<[?, ?]>>
  tile.return
}
