// Gathers in front of a product of family wgmma, as tile programs and their tensor maps: what the compiler's own programs become.
// RUN: gl-compile %s --target=sm_90a --emit=tile --schedule='#gl.schedule<family = wgmma, tile = [128, 128, 64], warps = [8, 1], vector = 8, stages = 4, gather = walk, k_order = zigzag>' -o %t.walk
// RUN: gl-opt %t.walk --pass-pipeline='builtin.module(tile.func(tile-stage-tensors,tile-lower-epilogue))' | FileCheck %s

// Rows of 72 bytes are nothing for the engine: there is no such variant.
// CHECK-NOT: @narrow_0_wg
// CHECK: tile.launch [@narrow_0_small_v4,
func.func @narrow(%x: tensor<4x?x36xbf16>, %w: tensor<128x144xbf16>) -> tensor<?x128xbf16> {
  %g = gl.gather_concat stacked %x : tensor<4x?x36xbf16> -> tensor<?x144xbf16>
  %y = gl.matmul_bias %g, %w : tensor<?x144xbf16>, tensor<128x144xbf16> -> tensor<?x128xbf16>
  return %y : tensor<?x128xbf16>
}

// Nor is a reduction of nothing.
// CHECK-NOT: @empty_0_wg
// CHECK: tile.launch [@empty_0_small_v8,
func.func @empty(%x: tensor<?x0xbf16>, %w: tensor<128x0xbf16>) -> tensor<?x128xbf16> {
  %y = gl.matmul_bias %x, %w : tensor<?x0xbf16>, tensor<128x0xbf16> -> tensor<?x128xbf16>
  return %y : tensor<?x128xbf16>
}

// A slice of the stacked tensor is a step: its number is a coordinate of x, and of the weight, whose columns are two dims to the engine.
// CHECK: tile.func @stacked_0_wg_v8(
// CHECK-DAG: %[[W:.*]] = tile.tensor_map %arg1 extents[%c64, %c128{{.*}}, %c4] strides[%{{.*}}, %c64] : {{.*}} -> <box = [64, 128, 1]
// CHECK-DAG: %[[X:.*]] = tile.tensor_map %arg0 extents[%c64, %{{.*}}, %c4] strides[%[[S:.*]]#1, %[[S]]#0] : {{.*}} -> <box = [64, 128, 1]
// CHECK: scf.for %[[R:[^ ]*]] = %c0{{.*}} to %c4
// CHECK-DAG: tile.copy_tensor %[[W]][%c0{{.*}}, %c0{{.*}}, %[[R]]] into
// CHECK-DAG: tile.copy_tensor %[[X]][%c0{{.*}}, %{{.*}}, %[[R]]] into
// CHECK: tile.ring_dot
// CHECK: tile.store_tensor
func.func @stacked(%x: tensor<4x?x64xbf16>, %w: tensor<128x256xbf16>) -> tensor<?x128xbf16> {
  %g = gl.gather_concat stacked %x : tensor<4x?x64xbf16> -> tensor<?x256xbf16>
  %y = gl.matmul_bias %g, %w : tensor<?x256xbf16>, tensor<128x256xbf16> -> tensor<?x128xbf16>
  return %y : tensor<?x128xbf16>
}

// Three tensors have three maps, and so have their slices of the weight: each ends where its part does, so that what a step takes too much is zero. Branches choose.
// CHECK: tile.func @parts_0_wg_v8(
// CHECK-DAG: %[[W2:.*]] = tile.tensor_map %arg3 extents[%c128{{.*}}, %c128{{.*}}]
// CHECK-DAG: %[[W1:.*]] = tile.tensor_map %arg3 extents[%c104, %c128{{.*}}]
// CHECK-DAG: %[[W0:.*]] = tile.tensor_map %arg3 extents[%c64, %c128{{.*}}]
// CHECK-DAG: %[[P2:.*]] = tile.tensor_map %arg2 extents[%c24,
// CHECK-DAG: %[[P1:.*]] = tile.tensor_map %arg1 extents[%c40,
// CHECK-DAG: %[[P0:.*]] = tile.tensor_map %arg0 extents[%c64,
// CHECK: scf.for %{{.*}} to %c3
// CHECK: scf.if %{{.*}} {
// CHECK-DAG: tile.copy_tensor %[[W0]][{{.*}} into %[[B:[0-9]+]][
// CHECK-DAG: tile.copy_tensor %[[P0]][{{.*}} into %[[A:[0-9]+]][
// CHECK: } else {
// CHECK: scf.if %{{.*}} {
// CHECK-DAG: tile.copy_tensor %[[W1]][{{.*}} into %[[B]][
// CHECK-DAG: tile.copy_tensor %[[P1]][{{.*}} into %[[A]][
// CHECK: } else {
// CHECK-DAG: tile.copy_tensor %[[W2]][{{.*}} into %[[B]][
// CHECK-DAG: tile.copy_tensor %[[P2]][{{.*}} into %[[A]][
// CHECK: tile.ring_dot %[[A]][%{{.*}}], %[[B]][
func.func @parts(%a: tensor<?x64xbf16>, %b: tensor<?x40xbf16>, %c: tensor<?x24xbf16>, %w: tensor<128x128xbf16>) -> tensor<?x128xbf16> {
  %g = gl.gather_concat %a, %b, %c : tensor<?x64xbf16>, tensor<?x40xbf16>, tensor<?x24xbf16> -> tensor<?x128xbf16>
  %y = gl.matmul_bias %g, %w : tensor<?x128xbf16>, tensor<128x128xbf16> -> tensor<?x128xbf16>
  return %y : tensor<?x128xbf16>
}

// Rows of two dims are one to the engine where they are known to lie evenly, and no variant for it is made where they are not.
// CHECK: tile.func @batch_0_wg_v8c(
// CHECK-DAG: tile.tensor_map %arg2 {{.*}} -> <box = [64, 16],
// CHECK-DAG: tile.tensor_map %arg0 extents[%c64, %c256{{.*}}, %c3] strides[%c64, %c16384] : {{.*}} -> <box = [64, 128, 1]
// CHECK: tile.store_tensor
// CHECK-NOT: tile.func @batch_0_wg_v8(
func.func @batch(%x: tensor<3x2x128x64xbf16>, %w: tensor<128x192xbf16>) -> tensor<2x128x128xbf16> {
  %g = gl.gather_concat stacked %x : tensor<3x2x128x64xbf16> -> tensor<2x128x192xbf16>
  %y = gl.matmul_bias %g, %w : tensor<2x128x192xbf16>, tensor<128x192xbf16> -> tensor<2x128x128xbf16>
  return %y : tensor<2x128x128xbf16>
}
