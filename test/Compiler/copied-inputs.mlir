// A product whose input is copied first: the record says which temporary the copying step writes and which kernels read it, and whoever takes the first variant alone
// gets the copy with it or not at all.
// RUN: gl-compile %s --emit=bundle --target=sm_90a --no-cubin -o %t.glb
// RUN: %python -c "import json,struct; b=open(r'%t.glb','rb').read(); n=struct.unpack('<Q',b[8:16])[0]; f=json.loads(b[24:24+n])['functions'][0]; print([(t['role'],t['shape']) for t in f['tensors']]); [print(s.get('writes'),v['name'],[p['ptr'] for p in v['params'] if 'ptr' in p]) for s in f['steps'] for v in s['variants']]" | FileCheck %s --check-prefix=RECORD
// RUN: gl-compile %s --emit=ptx --target=sm_90a --variants=first | FileCheck %s --check-prefix=FIRST
// RUN: sed 's/copy>, /walk>, /' %s | gl-compile - --emit=ptx --target=sm_90a --variants=first | FileCheck %s --check-prefix=WITHOUT
// RUN: gl-run %s --device=cuda --dry-run --expect-steps=1 --expect-family=wgmma | FileCheck %s --check-prefix=LAUNCH
// RUN: gl-run %s --device=cuda --dry-run --expect-steps=1 --expect-family=mma --input=w=rand@strides=265,1 | FileCheck %s --check-prefix=GAPS

// RECORD: [('arg', [8, 300, 33]), ('arg', [72, 264]), ('result', [300, 72]), ('temp', [300, 320])]
// RECORD-NEXT: 3 copy_c [0, 3]
// RECORD-NEXT: 3 copy_any [0, 3]
// RECORD-NEXT: None copied_wg_v8c [3, 1, 2]
// RECORD-NEXT: None copied_wg_v8 [3, 1, 2]
// RECORD-NEXT: None v1c [0, 1, 2]
// RECORD-NEXT: None v1 [0, 1, 2]
// RECORD-NEXT: None any [0, 1, 2]

// FIRST: .entry main_0_copy_c(
// FIRST: st.global.v4.b32
// FIRST: .entry main_1_copied_wg_v8c(
// FIRST-NOT: .entry

// WITHOUT-NOT: copy
// WITHOUT: .entry main_0_v1(

// LAUNCH: step 0: variant copy_c
// LAUNCH: step 1: variant copied_wg_v8c
// GAPS: step 0: nothing, no kernel of the call reads a copy
// GAPS: step 1: variant v1,

func.func @main(%x: tensor<8x300x33xbf16> {gl.name = "x"}, %w: tensor<72x264xbf16> {gl.name = "w"}) -> tensor<300x72xbf16> {
  %y = gl.fused_matmul lhs(%x : tensor<8x300x33xbf16>) maps [affine_map<(m, k)[R, M, H] -> (k floordiv H, m, k mod H)>] rhs(%w : tensor<72x264xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<300x72xbf16> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], vector = 8, stages = 4, gather = copy>, #gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], stages = 2>]} epilogue {
    ^bb0(%acc: f32):
      %t = arith.truncf %acc : f32 to bf16
      gl.yield %t : bf16
  }
  return %y : tensor<300x72xbf16>
}
