// What the verifiers and parsers of gl refuse, and the numbers in their messages.
// RUN: gl-opt %s --verify-diagnostics --split-input-file

// gl.gather_concat

func.func @no_part() {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{needs at least one part}}
  %0 = "gl.gather_concat"() : () -> tensor<4xf32>
  return
}

// -----

func.func @axis_high(%x: tensor<4x12x32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{axis 2 is out of range for a result of rank 2 (-2..1)}}
  %0 = gl.gather_concat stacked %x {axis = 2} : tensor<4x12x32xf32> -> tensor<12x128xf32>
  return
}

// -----

func.func @axis_low(%x: tensor<4x12xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{axis -3 is out of range for a result of rank 2 (-2..1)}}
  %0 = gl.gather_concat %x {axis = -3} : tensor<4x12xf32> -> tensor<4x12xf32>
  return
}

// -----

func.func @axis_extreme(%x: tensor<4x12xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{axis -9223372036854775808 is out of range for a result of rank 2 (-2..1)}}
  %0 = gl.gather_concat %x {axis = -9223372036854775808} : tensor<4x12xf32> -> tensor<4x12xf32>
  return
}

// -----

func.func @rank_0(%x: tensor<f32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{the variadic form needs parts of rank 1 or more, got 'tensor<f32>'}}
  %0 = gl.gather_concat %x : tensor<f32> -> tensor<f32>
  return
}

// -----

func.func @stacked_rank_1(%x: tensor<4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{the stacked form needs parts of rank 2 or more, got 'tensor<4xf32>'}}
  %0 = gl.gather_concat stacked %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @stacked_rank_0(%x: tensor<f32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{the stacked form needs parts of rank 2 or more, got 'tensor<f32>'}}
  %0 = gl.gather_concat stacked %x : tensor<f32> -> tensor<f32>
  return
}

// -----

func.func @stacked_two(%x: tensor<4x12x32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{the stacked form takes one tensor, got 2}}
  %0 = gl.gather_concat stacked %x, %x : tensor<4x12x32xf32>, tensor<4x12x32xf32> -> tensor<12x128xf32>
  return
}

// -----

func.func @unequal_rows(%p: tensor<12x11xf32>, %q: tensor<12x3xf32>, %r: tensor<9x23xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{dim 0 of part 2 is 9, of the parts before it 12}}
  %0 = gl.gather_concat %p, %q, %r : tensor<12x11xf32>, tensor<12x3xf32>, tensor<9x23xf32> -> tensor<12x37xf32>
  return
}

// -----

// The size of dim 0 is known from part 1 on.
func.func @unequal_rows_dynamic(%p: tensor<?x11xf32>, %q: tensor<12x3xf32>, %r: tensor<9x23xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{dim 0 of part 2 is 9, of the parts before it 12}}
  %0 = gl.gather_concat %p, %q, %r : tensor<?x11xf32>, tensor<12x3xf32>, tensor<9x23xf32> -> tensor<?x37xf32>
  return
}

// -----

func.func @unequal_ranks(%p: tensor<12x11xf32>, %q: tensor<1x12x23xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{part 1 has rank 3, part 0 has rank 2}}
  %0 = gl.gather_concat %p, %q : tensor<12x11xf32>, tensor<1x12x23xf32> -> tensor<12x34xf32>
  return
}

// -----

func.func @unequal_elements(%p: tensor<12x11xf32>, %q: tensor<12x23xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{part 1 has element type 'f16', part 0 has 'f32'}}
  %0 = gl.gather_concat %p, %q : tensor<12x11xf32>, tensor<12x23xf16> -> tensor<12x34xf32>
  return
}

// -----

func.func @result_off_by_one(%x: tensor<4x12x32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<12x128xf32>' are incompatible with return type(s) of operation 'tensor<12x127xf32>'}}
  %0 = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x127xf32>
  return
}

// -----

func.func @result_element(%x: tensor<4x12x32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<12x128xf32>' are incompatible with return type(s) of operation 'tensor<12x128xf16>'}}
  %0 = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf16>
  return
}

// -----

func.func @joined_overflow(%x: tensor<4294967296x2x4294967296xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{the joined dim, 4294967296 times 4294967296, does not fit 64 bits}}
  %0 = gl.gather_concat stacked %x : tensor<4294967296x2x4294967296xf32> -> tensor<2x?xf32>
  return
}

// -----

func.func @summed_overflow(%x: tensor<2x9223372036854775807xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{the joined dim does not fit 64 bits}}
  %0 = gl.gather_concat %x, %x : tensor<2x9223372036854775807xf32>, tensor<2x9223372036854775807xf32> -> tensor<2x?xf32>
  return
}

// -----

func.func @part_encoding(%p: tensor<12x11xf32, "enc">, %q: tensor<12x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{part 0 has the encoding "enc"; gl operations take tensors without one}}
  %0 = gl.gather_concat %p, %q : tensor<12x11xf32, "enc">, tensor<12x3xf32> -> tensor<12x14xf32>
  return
}

// -----

func.func @result_encoding(%p: tensor<12x11xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{incompatible with return type(s) of operation 'tensor<12x11xf32, "enc">'}}
  %0 = gl.gather_concat %p : tensor<12x11xf32> -> tensor<12x11xf32, "enc">
  return
}

// -----

func.func @unranked(%x: tensor<*xf16>) {
  // expected-error @+1 {{operand #0 must be variadic of ranked tensor of 32-bit float or 16-bit float or bfloat16 type or f8E4M3FN type or f8E5M2 type values, but got 'tensor<*xf16>'}}
  %0 = gl.gather_concat stacked %x : tensor<*xf16> -> tensor<?x?xf16>
  return
}

// -----

func.func @integers(%x: tensor<2x3xi7>) {
  // expected-error @+1 {{operand #0 must be variadic of ranked tensor of 32-bit float or 16-bit float or bfloat16 type or f8E4M3FN type or f8E5M2 type values, but got 'tensor<2x3xi7>'}}
  %0 = gl.gather_concat %x : tensor<2x3xi7> -> tensor<2x3xi7>
  return
}

// -----

func.func @axis_type(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{attribute 'axis' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = "gl.gather_concat"(%x) {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// gl.matmul_bias

func.func @lhs_rank(%x: tensor<128xf32>, %w: tensor<56x128xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{lhs must have rank 2 or more, got 'tensor<128xf32>'}}
  %0 = gl.matmul_bias %x, %w : tensor<128xf32>, tensor<56x128xf32> -> tensor<56xf32>
  return
}

// -----

func.func @lhs_rank_0(%x: tensor<f32>, %w: tensor<56x128xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{lhs must have rank 2 or more, got 'tensor<f32>'}}
  %0 = gl.matmul_bias %x, %w : tensor<f32>, tensor<56x128xf32> -> tensor<56xf32>
  return
}

// -----

func.func @rhs_rank(%x: tensor<12x128xf32>, %w: tensor<1x56x128xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{rhs must have rank 2, got 'tensor<1x56x128xf32>'}}
  %0 = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<1x56x128xf32> -> tensor<12x56xf32>
  return
}

// -----

func.func @k_differs(%x: tensor<12x128xf32>, %w: tensor<56x127xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{lhs 'tensor<12x128xf32>' has K = 128, rhs 'tensor<56x127xf32>' has K = 127 (dim 1)}}
  %0 = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<56x127xf32> -> tensor<12x56xf32>
  return
}

// -----

// A weight with one row is not repeated.
func.func @k_one(%x: tensor<12x40xf32>, %w: tensor<1x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{lhs 'tensor<12x40xf32>' has K = 40, rhs 'tensor<1x8xf32>' has K = 1 (dim 0)}}
  %0 = gl.matmul_bias %x, %w {rhs_layout = #gl.rhs_layout<kn>} : tensor<12x40xf32>, tensor<1x8xf32> -> tensor<12x8xf32>
  return
}

// -----

func.func @elements_differ(%x: tensor<12x128xf32>, %w: tensor<56x128xbf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{lhs has element type 'f32', rhs has 'bf16'; they must be equal}}
  %0 = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<56x128xbf16> -> tensor<12x56xf32>
  return
}

// -----

func.func @bias_size(%x: tensor<12x128xf32>, %w: tensor<56x128xf32>, %b: tensor<57xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{bias must be a tensor of N = 56 elements, as rhs 'tensor<56x128xf32>' has, got 'tensor<57xf32>'}}
  %0 = gl.matmul_bias %x, %w, %b : tensor<12x128xf32>, tensor<56x128xf32>, tensor<57xf32> -> tensor<12x56xf32>
  return
}

// -----

func.func @bias_rank(%x: tensor<12x128xf32>, %w: tensor<?x128xf32>, %b: tensor<1x56xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{bias must be a tensor of N = ? elements, as rhs 'tensor<?x128xf32>' has, got 'tensor<1x56xf32>'}}
  %0 = gl.matmul_bias %x, %w, %b : tensor<12x128xf32>, tensor<?x128xf32>, tensor<1x56xf32> -> tensor<12x56xf32>
  return
}

// -----

func.func @bias_element(%x: tensor<12x128xf16>, %w: tensor<56x128xf16>, %b: tensor<56xbf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{bias has element type 'bf16', must be f32 or 'f16' like lhs}}
  %0 = gl.matmul_bias %x, %w, %b : tensor<12x128xf16>, tensor<56x128xf16>, tensor<56xbf16> -> tensor<12x56xf16>
  return
}

// -----

func.func @f8_result(%x: tensor<12x128xf8E4M3FN>, %w: tensor<56x128xf8E4M3FN>) {
  // expected-error @+1 {{result #0 must be ranked tensor of 32-bit float or 16-bit float or bfloat16 type values, but got 'tensor<12x56xf8E4M3FN>'}}
  %0 = gl.matmul_bias %x, %w : tensor<12x128xf8E4M3FN>, tensor<56x128xf8E4M3FN> -> tensor<12x56xf8E4M3FN>
  return
}

// -----

func.func @f8_mixed(%x: tensor<12x128xf8E4M3FN>, %w: tensor<56x128xf8E5M2>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{lhs has element type 'f8E4M3FN', rhs has 'f8E5M2'; they must be equal}}
  %0 = gl.matmul_bias %x, %w : tensor<12x128xf8E4M3FN>, tensor<56x128xf8E5M2> -> tensor<12x56xf32>
  return
}

// -----

func.func @other_f8(%x: tensor<12x128xf8E4M3FNUZ>, %w: tensor<56x128xf8E4M3FNUZ>) {
  // expected-error @+1 {{operand #0 must be ranked tensor of 32-bit float or 16-bit float or bfloat16 type or f8E4M3FN type or f8E5M2 type values, but got 'tensor<12x128xf8E4M3FNUZ>'}}
  %0 = gl.matmul_bias %x, %w : tensor<12x128xf8E4M3FNUZ>, tensor<56x128xf8E4M3FNUZ> -> tensor<12x56xf32>
  return
}

// -----

func.func @scale_of_rank_1(%x: tensor<12x128xf8E4M3FN>, %w: tensor<56x128xf8E4M3FN>, %s: tensor<1xf32>) {
  // expected-error @+1 {{operand #2 must be variadic of 0D tensor of 32-bit float values, but got 'tensor<1xf32>'}}
  %0 = gl.matmul_bias %x, %w scales(%s : tensor<1xf32>) : tensor<12x128xf8E4M3FN>, tensor<56x128xf8E4M3FN> -> tensor<12x56xf32>
  return
}

// -----

func.func @matmul_encoding(%x: tensor<12x128xf32>, %w: tensor<56x128xf32, 3 : i8>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{operand 1 has the encoding 3 : i8; gl operations take tensors without one}}
  %0 = gl.matmul_bias %x, %w : tensor<12x128xf32>, tensor<56x128xf32, 3 : i8> -> tensor<12x56xf32>
  return
}

// -----

func.func @matmul_result(%x: tensor<2x12x128xf32>, %w: tensor<56x128xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<2x12x56xf32>' are incompatible with return type(s) of operation 'tensor<2x12x55xf32>'}}
  %0 = gl.matmul_bias %x, %w : tensor<2x12x128xf32>, tensor<56x128xf32> -> tensor<2x12x55xf32>
  return
}

// -----

func.func @matmul_result_rank(%x: tensor<2x12x128xf32>, %w: tensor<56x128xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<2x12x56xf32>' are incompatible with return type(s) of operation 'tensor<24x56xf32>'}}
  %0 = gl.matmul_bias %x, %w : tensor<2x12x128xf32>, tensor<56x128xf32> -> tensor<24x56xf32>
  return
}

// -----

func.func @acc_type(%x: tensor<12x128xf16>, %w: tensor<56x128xf16>) {
  // expected-error @+1 {{'gl.matmul_bias' op acc_type is 'f16'; sums are accumulated in f32 only}}
  %0 = gl.matmul_bias %x, %w {acc_type = f16} : tensor<12x128xf16>, tensor<56x128xf16> -> tensor<12x56xf16>
  return
}

// -----

func.func @precision(%x: tensor<12x128xf16>, %w: tensor<56x128xf16>) {
  // expected-error @+1 {{'gl.matmul_bias' op precision tf32x3 is for f32 operands, lhs has element type 'f16'}}
  %0 = gl.matmul_bias %x, %w {precision = #gl.precision<tf32x3>} : tensor<12x128xf16>, tensor<56x128xf16> -> tensor<12x56xf16>
  return
}

// -----

func.func @matmul_unranked(%x: tensor<*xf32>, %w: tensor<56x128xf32>) {
  // expected-error @+1 {{invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'}}
  %0 = gl.matmul_bias %x, %w : tensor<*xf32>, tensor<56x128xf32> -> tensor<12x56xf32>
  return
}

// -----

func.func @activation_attr(%x: tensor<12x128xf16>, %w: tensor<56x128xf16>) {
  // expected-error @+1 {{attribute 'activation' failed to satisfy constraint: activation function}}
  %0 = "gl.matmul_bias"(%x, %w) {activation = "relu"} : (tensor<12x128xf16>, tensor<56x128xf16>) -> tensor<12x56xf16>
  return
}

// -----

func.func @one_operand(%x: tensor<12x128xf16>) {
  // expected-error @+1 {{'gl.matmul_bias' op expected 2 or more operands, but found 1}}
  %0 = "gl.matmul_bias"(%x) : (tensor<12x128xf16>) -> tensor<12x56xf16>
  return
}

// -----

// Attributes

func.func @schedule_twice() {
  // expected-error @+1 {{field 'vector' is given twice}}
  return {s = #gl.schedule<family = cpu, vector = 1, vector = 2>}
}

// -----

func.func @schedule_family() {
  // expected-error @+1 {{unknown family 'tensor'; known are cpu, simt, mma and wgmma}}
  return {s = #gl.schedule<family = tensor>}
}

// -----

func.func @schedule_field() {
  // expected-error @+1 {{unknown field 'depth' of a schedule; known are family, tile, warps, lanes, micro, vector, stages, split_k, group_m, gather, k_order, swap, cluster, fill_warps, pingpong, max_results, max_k and cost}}
  return {s = #gl.schedule<family = simt, depth = 3>}
}

// -----

func.func @schedule_no_family() {
  // expected-error @+1 {{a schedule needs the field 'family'}}
  return {s = #gl.schedule<tile = [1, 2, 3]>}
}

// -----

func.func @schedule_empty() {
  // expected-error @+1 {{a schedule needs the field 'family'}}
  return {s = #gl.schedule<>}
}

// -----

func.func @schedule_tile_count() {
  // expected-error @+1 {{'tile' needs 3 numbers for family cpu, got 2}}
  return {s = #gl.schedule<family = cpu, tile = [4, 4]>}
}

// -----

func.func @schedule_tile_zero() {
  // expected-error @+1 {{'tile' holds 0, must be in 1..65536}}
  return {s = #gl.schedule<family = cpu, tile = [4, 0, 4]>}
}

// -----

func.func @schedule_tile_huge() {
  // expected-error @+1 {{'tile' holds 65537, must be in 1..65536}}
  return {s = #gl.schedule<family = cpu, tile = [4, 4, 65537], micro = [4, 4]>}
}

// -----

func.func @schedule_tile_negative() {
  // expected-error @+1 {{'tile' holds -9223372036854775808, must be in 1..65536}}
  return {s = #gl.schedule<family = cpu, tile = [4, 4, -9223372036854775808], micro = [4, 4]>}
}

// -----

func.func @schedule_vector() {
  // expected-error @+1 {{'vector' is 3, must be 1, 2, 4, 8 or 16 elements}}
  return {s = #gl.schedule<family = cpu, tile = [4, 4, 6], micro = [4, 4], vector = 3>}
}

// -----

func.func @schedule_vector_32() {
  // expected-error @+1 {{'vector' is 32, must be 1, 2, 4, 8 or 16 elements}}
  return {s = #gl.schedule<family = cpu, tile = [4, 4, 32], micro = [4, 4], vector = 32>}
}

// -----

func.func @schedule_vector_k() {
  // expected-error @+1 {{tile K 6 is not a multiple of 'vector' 4}}
  return {s = #gl.schedule<family = cpu, tile = [4, 4, 6], micro = [4, 4], vector = 4>}
}

// -----

func.func @schedule_cpu_warps() {
  // expected-error @+1 {{family cpu has no warps and lanes}}
  return {s = #gl.schedule<family = cpu, tile = [4, 4, 4], warps = [1, 1], micro = [4, 4]>}
}

// -----

func.func @schedule_cpu_no_micro() {
  // expected-error @+1 {{'micro' needs 2 numbers for family cpu, got 0}}
  return {s = #gl.schedule<family = cpu, tile = [4, 4, 4]>}
}

// -----

func.func @schedule_cpu_micro_multiple() {
  // expected-error @+1 {{tile N 96 is not a multiple of the micro-kernel's 5}}
  return {s = #gl.schedule<family = cpu, tile = [128, 96, 512], micro = [4, 5]>}
}

// -----

func.func @schedule_cpu_micro_registers() {
  // expected-error @+1 {{micro-kernel of 8 x 8 needs 64 accumulators, more than the 32 vector registers}}
  return {s = #gl.schedule<family = cpu, tile = [128, 96, 512], micro = [8, 8]>}
}

// -----

func.func @schedule_simt_micro() {
  // expected-error @+1 {{'micro' belongs to family cpu}}
  return {s = #gl.schedule<family = simt, tile = [2, 8, 128], warps = [1, 4], lanes = [1, 2, 16], micro = [1, 1]>}
}

// -----

func.func @schedule_simt_no_warps() {
  // expected-error @+1 {{'warps' needs 2 numbers for family simt, got 0}}
  return {s = #gl.schedule<family = simt, tile = [2, 8, 128], lanes = [1, 2, 16]>}
}

// -----

func.func @schedule_simt_lanes_count() {
  // expected-error @+1 {{'lanes' needs 3 numbers for family simt, got 2}}
  return {s = #gl.schedule<family = simt, tile = [2, 8, 128], warps = [1, 4], lanes = [2, 16]>}
}

// -----

func.func @schedule_simt_lanes() {
  // expected-error @+1 {{lanes 1 x 2 x 8 make 16, a warp has 32}}
  return {s = #gl.schedule<family = simt, tile = [2, 8, 128], warps = [1, 4], lanes = [1, 2, 8]>}
}

// -----

func.func @schedule_simt_threads() {
  // expected-error @+1 {{warps 8 x 8 make 2048 threads, a block has at most 1024}}
  return {s = #gl.schedule<family = simt, tile = [8, 16, 128], warps = [8, 8], lanes = [1, 2, 16]>}
}

// -----

func.func @schedule_simt_multiple() {
  // expected-error @+1 {{tile N 12 is not a multiple of the 8 elements that the block's threads hold at once along it}}
  return {s = #gl.schedule<family = simt, tile = [2, 12, 128], warps = [1, 4], lanes = [1, 2, 16], vector = 4>}
}

// -----

func.func @schedule_simt_registers() {
  // expected-error @+1 {{needs about 360 registers a thread (16 x 16 results and 32 rows of 2 elements), the limit is 255: make the tile smaller or use more warps}}
  return {s = #gl.schedule<family = simt, tile = [16, 16, 64], warps = [1, 1], lanes = [1, 1, 32]>}
}

// -----

func.func @target_arch() {
  // expected-error @+1 {{unknown arch "sm_1"; known are cpu, sm_90 and sm_90a}}
  return {t = #gl.target<arch = "sm_1", sms = 1, shared_bytes = 0, registers = 0>}
}

// -----

func.func @target_arch_empty() {
  // expected-error @+1 {{unknown arch ""; known are cpu, sm_90 and sm_90a}}
  return {t = #gl.target<arch = "", sms = 1, shared_bytes = 0, registers = 0>}
}

// -----

func.func @target_sms() {
  // expected-error @+1 {{needs at least 1 multiprocessor and no negative limits, got sms = 0, shared_bytes = 5, registers = 255}}
  return {t = #gl.target<arch = "sm_90", sms = 0, shared_bytes = 5, registers = 255>}
}

// -----

func.func @target_negative() {
  // expected-error @+1 {{needs at least 1 multiprocessor and no negative limits, got sms = 1, shared_bytes = -5, registers = 255}}
  return {t = #gl.target<arch = "sm_90", sms = 1, shared_bytes = -5, registers = 255>}
}

// -----

// expected-error @+1 {{'gl.target' must be a #gl.target, got "cpu"}}
module attributes {gl.target = "cpu"} {
}

// -----

// expected-error @+1 {{unknown attribute 'gl.junk' of the gl dialect}}
module attributes {gl.junk} {
}

// -----

// expected-error @+2 {{failed to parse GL_PrecisionAttr parameter 'value'}}
// expected-error @+1 {{expected ::mlir::gl::Precision to be one of: ieee, tf32, tf32x3}}
module attributes {test.p = #gl.precision<fp19>} {
}

// -----

func.func @schedule_stages_zero() {
  // expected-error @+1 {{'stages' is 0, must be in 2..8 for family mma}}
  return {s = #gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2]>}
}

// -----

func.func @schedule_stages_one() {
  // expected-error @+1 {{'stages' is 1, a ring has 2..8 buffers}}
  return {s = #gl.schedule<family = simt, tile = [64, 64, 32], warps = [2, 2], lanes = [4, 8, 1], stages = 1>}
}

// -----

func.func @schedule_stages_negative() {
  // expected-error @+1 {{'stages' is -1, must be in 2..8 for family mma}}
  return {s = #gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], stages = -1>}
}

// -----

func.func @schedule_stages_99() {
  // expected-error @+1 {{'stages' is 99, must be in 2..8 for family mma}}
  return {s = #gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], stages = 99>}
}

// -----

func.func @schedule_stages_cpu() {
  // expected-error @+1 {{'stages' is 3, must be in 0..0 for family cpu}}
  return {s = #gl.schedule<family = cpu, tile = [4, 4, 16], micro = [4, 4], stages = 3>}
}

// -----

func.func @schedule_split() {
  // expected-error @+1 {{'split_k' is 16, must be in 1..8 for family mma}}
  return {s = #gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], stages = 2, split_k = 16>}
}

// -----

func.func @schedule_split_rows() {
  // expected-error @+1 {{tile M 64 is not a multiple of 'split_k' 3, the programs that share out its rows}}
  return {s = #gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], stages = 2, split_k = 3>}
}

// -----

func.func @schedule_group() {
  // expected-error @+1 {{'group_m' is 0, must be in 1..65536 for family mma}}
  return {s = #gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], stages = 2, group_m = 0>}
}

// -----

func.func @schedule_gather() {
  // expected-error @+1 {{unknown gather mode 'jump'; known are split, walk and copy}}
  return {s = #gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], stages = 2, gather = jump>}
}

// -----

func.func @schedule_copy() {
  // expected-error @+1 {{'gather = copy' belongs to family wgmma}}
  return {s = #gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], stages = 2, gather = copy>}
}

// -----

func.func @schedule_max_k() {
  // expected-error @+1 {{'max_k' is -5, must be 0 (no limit) or more}}
  return {s = #gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], stages = 2, max_k = -5>}
}

// -----

func.func @schedule_cost_numbers() {
  // expected-error @+1 {{'cost' needs 5 numbers: places, start, wave, step and broken, got 4}}
  return {s = #gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], stages = 2, cost = [132, 3000, 500, 100]>}
}

// -----

func.func @schedule_cost_places() {
  // expected-error @+1 {{'cost' holds 0, must be in 1..16777216}}
  return {s = #gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], stages = 2, cost = [0, 3000, 500, 100, 0]>}
}

// -----

func.func @schedule_cost_negative() {
  // expected-error @+1 {{'cost' holds -1, must be in 0..16777216}}
  return {s = #gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], stages = 2, cost = [132, 3000, 500, 100, -1]>}
}

// -----

func.func @schedule_mma_lanes() {
  // expected-error @+1 {{'lanes' belongs to family simt: the instruction fixes who holds what}}
  return {s = #gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], lanes = [4, 8, 1], stages = 2>}
}

// -----

func.func @schedule_mma_m() {
  // expected-error @+1 {{tile M 40 is not a multiple of the 32 elements that the warps' mma instructions hold at once along it}}
  return {s = #gl.schedule<family = mma, tile = [40, 64, 32], warps = [2, 2], stages = 2>}
}

// -----

func.func @schedule_mma_n() {
  // expected-error @+1 {{tile N 24 is not a multiple of the 16 elements that the warps' mma instructions hold at once along it}}
  return {s = #gl.schedule<family = mma, tile = [64, 24, 32], warps = [2, 2], stages = 2>}
}

// -----

func.func @schedule_mma_k() {
  // expected-error @+1 {{tile K 20 is not a multiple of the 8 elements that the warps' mma instructions hold at once along it}}
  return {s = #gl.schedule<family = mma, tile = [64, 64, 20], warps = [2, 2], stages = 2>}
}

// -----

func.func @schedule_mma_registers() {
  // expected-error @+1 {{needs about 344 registers a thread (8 x 8 products of 16 x 8 a warp), the limit is 255: make the tile smaller or use more warps}}
  return {s = #gl.schedule<family = mma, tile = [256, 256, 32], warps = [2, 4], stages = 2>}
}

// -----

// expected-error @+1 {{argument 1: 'gl.constant' takes no value, got "yes"}}
func.func @constant_value(%x: tensor<4x8xf32>, %w: tensor<4x8xf32> {gl.constant = "yes"}) -> tensor<4x4xf32> {
  %y = gl.matmul_bias %x, %w : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// -----

// expected-error @+1 {{result 0 cannot be 'gl.constant': the function writes it}}
func.func @constant_result(%x: tensor<4x8xf32>, %w: tensor<4x8xf32>) -> (tensor<4x4xf32> {gl.constant}) {
  %y = gl.matmul_bias %x, %w : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}
