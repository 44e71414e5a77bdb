// RUN: gl-compile %s --emit=tile --target=sm_90a | FileCheck %s
// RUN: gl-compile %s --emit=bundle --target=sm_90a --no-cubin -o %t.glb
// RUN: %python -c "import json,struct; b=open(r'%t.glb','rb').read(); n=struct.unpack('<Q',b[8:16])[0]; [print(v['name'],json.dumps(v['guard'][-1:])) for v in json.loads(b[24:24+n])['functions'][0]['steps'][0]['variants']]" | FileCheck %s --check-prefix=GUARD
// RUN: gl-compile %s --emit=ptx --target=sm_90a | FileCheck %s --check-prefix=FIRST
// RUN: gl-compile %s --emit=ptx --target=sm_90a --variants=all | FileCheck %s --check-prefix=ALL
// RUN: not gl-compile %s --emit=ptx --variants=some 2>&1 | FileCheck %s --check-prefix=WHICH

// Sizes are known at run time only: variants for small problems come first, and their guard counts the results.

// CHECK: tile.launch [@main_0_small_v4, @main_0_v4, @main_0_small_any, @main_0_any]
// GUARD: small_v4 [{"le": {{\[\["mul", \["mul", 1, \["dim", 2, 0\]\], \["dim", 2, 1\]\], 8192\]}}}]
// GUARD-NEXT: v4 [{"eq":
// GUARD-NEXT: small_any [{"le":
// GUARD-NEXT: any []
// FIRST: .entry main_0_small_v4(
// FIRST-NOT: .entry
// ALL-COUNT-4: .entry
// WHICH: error: unknown --variants=some; it is one of first, all
func.func @main(%x: tensor<?x?x?xf32>, %w: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %g = gl.gather_concat stacked %x : tensor<?x?x?xf32> -> tensor<?x?xf32>
  %y = gl.matmul_bias %g, %w : tensor<?x?xf32>, tensor<?x?xf32> -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
