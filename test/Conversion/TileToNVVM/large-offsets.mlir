// Offsets into tensors of more than 2^31 elements are computed in 64 bits, and large extents are on grid x.
// RUN: gl-compile %s --emit=nvvm | FileCheck %s
// RUN: gl-compile %s --emit=tile | FileCheck %s --check-prefix=GRID

// The part's stride, 40000 * 17922 elements: rows of whole words, which threads compute the addresses of.
// CHECK-LABEL: llvm.func @large_operand_0_v2c(
// CHECK: llvm.mlir.constant(716880000 : {{i64|index}}) : i64
// CHECK: llvm.mul {{.*}} : i64
// CHECK: llvm.return
func.func @large_operand(%x: tensor<3x40000x17922xbf16>, %w: tensor<8x53766xbf16>) -> tensor<40000x8xbf16> {
  %g = gl.gather_concat stacked %x : tensor<3x40000x17922xbf16> -> tensor<40000x53766xbf16>
  %y = gl.matmul_bias %g, %w : tensor<40000x53766xbf16>, tensor<8x53766xbf16> -> tensor<40000x8xbf16>
  return %y : tensor<40000x8xbf16>
}

// 2^32 elements: the product of the sizes is 0 in 32 bits.
// CHECK-LABEL: llvm.func @large_result_0_v2c(
// CHECK-DAG: %[[ROW:.*]] = llvm.mlir.constant(65536 : {{i64|index}}) : i64
// CHECK: llvm.mul %{{.*}}, %[[ROW]]{{.*}} : i64
// CHECK: llvm.return
func.func @large_result(%x: tensor<65536x6xbf16>, %w: tensor<65536x6xbf16>) -> tensor<65536x65536xbf16> {
  %y = gl.matmul_bias %x, %w : tensor<65536x6xbf16>, tensor<65536x6xbf16> -> tensor<65536x65536xbf16>
  return %y : tensor<65536x65536xbf16>
}

// GRID-LABEL: tile.func @many_rows_0_v8c(
// 8,400,000 rows in tiles of 128.
// GRID: %[[N:.*]] = arith.constant 65625 : index
// GRID: tile.yield %[[N]]
func.func @many_rows(%x: tensor<8400000x8xbf16>, %w: tensor<8x8xbf16>) -> tensor<8400000x8xbf16> {
  %y = gl.matmul_bias %x, %w : tensor<8400000x8xbf16>, tensor<8x8xbf16> -> tensor<8400000x8xbf16>
  return %y : tensor<8400000x8xbf16>
}

// In tiles of 256, the fallback's of 32.
// GRID-LABEL: tile.func @many_columns_0_wg_v8c(
// GRID: %[[N:.*]] = arith.constant 32813 : index
// GRID: tile.yield %[[N]]
// GRID-LABEL: tile.func @many_columns_0_any(
// GRID-DAG: %[[ONE:.*]] = arith.constant 1 : index
// GRID-DAG: %[[N:.*]] = arith.constant 262500 : index
// GRID: tile.yield %[[N]], %[[ONE]]
func.func @many_columns(%x: tensor<8x8xbf16>, %w: tensor<8400000x8xbf16>) -> tensor<8x8400000xbf16> {
  %y = gl.matmul_bias %x, %w : tensor<8x8xbf16>, tensor<8400000x8xbf16> -> tensor<8x8400000xbf16>
  return %y : tensor<8x8400000xbf16>
}
