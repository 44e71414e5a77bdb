// RUN: gl-compile %s --emit=tile --target=sm_90a | FileCheck %s
// RUN: gl-compile %s --emit=bundle --target=sm_90a --no-cubin -o %t.glb
// RUN: %python -c "import json,struct; b=open(r'%t.glb','rb').read(); n=struct.unpack('<Q',b[8:16])[0]; [print(v['name'],json.dumps(v['guard'][-2:])) for v in json.loads(b[24:24+n])['functions'][0]['steps'][0]['variants']]" | FileCheck %s --check-prefix=GUARD
// RUN: gl-compile %s --emit=tile --target=sm_90a | FileCheck %s --check-prefix=TILE
// RUN: %python -c "import struct; b=open(r'%t.glb','rb').read(); n=struct.unpack('<Q',b[8:16])[0]; print(b[24:24+n].decode())" | FileCheck %s --check-prefix=RECORD
// RUN: gl-compile %s --emit=ptx --target=sm_90a | FileCheck %s --check-prefix=FIRST
// RUN: gl-compile %s --emit=ptx --target=sm_90a --variants=all | FileCheck %s --check-prefix=ALL
// RUN: not gl-compile %s --emit=ptx --variants=some 2>&1 | FileCheck %s --check-prefix=WHICH

// Sizes are known at run time only: variants for small problems come first, and their guard counts the results and limits the reduction, which the
// host knows from the weight's dim along K.

// CHECK: tile.launch [@main_0_small_k128_v4, @main_0_small_k512_v4, @main_0_small_v4, @main_0_small_k128_any, @main_0_small_k256_any, @main_0_small_any, {{.*}}, @main_0_any]
// GUARD: small_k128_v4 [{{.*}}{"le": {{\[\["mul", \["mul", 1, \["dim", 2, 0\]\], \["dim", 2, 1\]\], 8192\]}}}]
// GUARD-NEXT: small_k512_v4 [
// GUARD-NEXT: small_v4 [
// GUARD-NEXT: small_k128_any [
// GUARD-NEXT: small_k256_any [
// GUARD-NEXT: small_any [
// GUARD: {{^}}any []
// No loop, no division: its steps divide by the reciprocal that the host passes, and its grid has two dims.
// TILE: tile.func @main_0_small_k128_v4({{.*}}tile.reciprocals = array<i64: 2>}, %arg1: memref<?x?xf32, strided<{{\[\?, 1\]}}>> {tile.facts = #tile.facts<align = 16, strides = [4, 1], dims = [1, 4] limited[1] to 128 within 536870912>}
// TILE: tile.yield %{{.*}}, %{{.*}}
// TILE-NOT: scf.for
// TILE: tile.func @main_0_small_k512_v4
// RECORD: "kernel":"main_0_small_k128_v4"
// RECORD-SAME{LITERAL}: {"within":[0,536870912]},{"within":[1,536870912]},{"le":[["dim",1,1],128]}
// RECORD-SAME{LITERAL}: {"i64":["add",["floordiv",4611686018427387904,["max",["dim",0,2],1]],1]}
// RECORD-SAME{LITERAL}: {"le":[["dim",1,1],256]}
// RECORD-SAME: "kernel":"main_0_small_k256_any"
// FIRST: .entry main_0_small_k128_v4(
// FIRST-NOT: .entry
// ALL-COUNT-6: .entry main_0_small
// WHICH: error: unknown --variants=some; it is one of first, all
func.func @main(%x: tensor<?x?x?xf32>, %w: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %g = gl.gather_concat stacked %x : tensor<?x?x?xf32> -> tensor<?x?xf32>
  %y = gl.matmul_bias %g, %w : tensor<?x?xf32>, tensor<?x?xf32> -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
