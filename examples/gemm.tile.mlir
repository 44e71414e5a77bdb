// A gather and a linear layer as one hand-written kernel.
//
//   y[b, n] = bias[n] + sum over r, h of x[r, b, h] * w[n, r * H + h]
//
// x is the stacked (R, B, H) tensor that an all-gather leaves behind. It is never copied to (B, R * H): the map of its load
// says where element (m, k) of that matrix is. All dims are dynamic; what lies outside a tensor loads as zero and is not stored.
#gather = affine_map<(m, k)[H] -> (k floordiv H, m, k mod H)>

tile.func @gemm(%x: memref<?x?x?xf32, strided<[?, ?, ?]>>, %w: memref<?x?xf32, strided<[?, ?]>>,
                %bias: memref<?xf32, strided<[?]>>, %y: memref<?x?xf32, strided<[?, ?]>> {tile.output})
    attributes {schedule = #gl.schedule<family = cpu, tile = [128, 64, 1024], micro = [4, 4], vector = 1>} grid {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %tm = arith.constant 128 : index
  %tn = arith.constant 64 : index
  %b = memref.dim %y, %c0 : memref<?x?xf32, strided<[?, ?]>>
  %n = memref.dim %y, %c1 : memref<?x?xf32, strided<[?, ?]>>
  %gm = arith.ceildivui %b, %tm : index
  %gn = arith.ceildivui %n, %tn : index
  tile.yield %gm, %gn
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %tm = arith.constant 128 : index
  %tn = arith.constant 64 : index
  %tk = arith.constant 1024 : index
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>

  // Where this program's tile of y starts.
  %pm = tile.program_id 0
  %pn = tile.program_id 1
  %m = arith.muli %pm, %tm : index
  %n = arith.muli %pn, %tn : index

  %H = memref.dim %x, %c2 : memref<?x?x?xf32, strided<[?, ?, ?]>>
  %K = memref.dim %w, %c1 : memref<?x?xf32, strided<[?, ?]>>
  %sum = scf.for %k = %c0 to %K step %tk iter_args(%acc = %zero) -> tensor<128x64xf32> {
    %a = tile.load %x[%m, %k] map #gather symbols(%H) : memref<?x?x?xf32, strided<[?, ?, ?]>> -> tensor<128x1024xf32>
    %b = tile.load %w[%n, %k] : memref<?x?xf32, strided<[?, ?]>> -> tensor<64x1024xf32>
    %next = tile.dot %a, %b, %acc : tensor<128x1024xf32>, tensor<64x1024xf32>, tensor<128x64xf32>
    scf.yield %next : tensor<128x64xf32>
  }

  %row = tile.load %bias[%n] : memref<?xf32, strided<[?]>> -> tensor<64xf32>
  %rows = tile.broadcast %row dims = [1] : tensor<64xf32> -> tensor<128x64xf32>
  %result = arith.addf %sum, %rows : tensor<128x64xf32>
  tile.store %result, %y[%m, %n] : tensor<128x64xf32>, memref<?x?xf32, strided<[?, ?]>>
  tile.return
}
