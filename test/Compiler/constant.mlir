// RUN: gl-compile %s --emit=tile --target=sm_90a | FileCheck %s
// RUN: gl-compile %s --emit=bundle --target=sm_90a --no-cubin -o %t.glb
// RUN: %python -c "import struct; b=open(r'%t.glb','rb').read(); n=struct.unpack('<Q',b[8:16])[0]; print(b[24:24+n].decode())" | FileCheck %s --check-prefix=RECORD

// A promise about an argument reaches the kernels of every step that reads it, also through a cast, and the record. What a step wrote is no constant.

// CHECK: tile.func @main_0_{{[^(]*}}(%arg0: memref<{{[^%]*}}tile.constant}, %arg1: memref<{{[^%]*}}tile.constant}, %arg2: memref<{{[^%]*}}tile.constant}, %arg3: {{[^%]*}}tile.output})
// CHECK: tile.func @main_1_any(%arg0: memref<32x32xf32, strided<{{[^>]*}}>>, %arg1: memref<32x32xf32, strided<{{[^>]*}}>> {tile.constant}, %arg2:
// RECORD-DAG: "dependent_launch":true
// RECORD-DAG: {"constant":true,"dtype":"f32","name":"w"
// RECORD-DAG: {"dtype":"f32","name":"x"
func.func @main(%x: tensor<?x32xf32>, %w: tensor<?x32xf32> {gl.constant}, %b: tensor<32xf32> {gl.constant}) -> tensor<32x32xf32> {
  %v = tensor.cast %w : tensor<?x32xf32> to tensor<32x32xf32>
  %y = gl.matmul_bias %v, %v, %b : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32xf32> -> tensor<32x32xf32>
  %z = gl.matmul_bias %y, %v : tensor<32x32xf32>, tensor<32x32xf32> -> tensor<32x32xf32>
  return %z : tensor<32x32xf32>
}
