// What the verifiers and parsers of tile refuse, and the numbers in their messages.
// RUN: gl-opt %s --verify-diagnostics --split-input-file

// expected-error @+1 {{'tile.func' op argument 0 must be a strided memref with elements f32, f16, bf16, f8E4M3FN or f8E5M2, got 'memref<4xi32>'}}
tile.func @integer_argument(%x: memref<4xi32>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// -----

// expected-error @+1 {{argument 1 must be a strided memref with elements f32, f16, bf16, f8E4M3FN or f8E5M2, got 'index'}}
tile.func @index_argument(%x: memref<4xf32>, %i: index) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// -----

// expected-error @+1 {{argument 0 must be a strided memref with elements f32, f16, bf16, f8E4M3FN or f8E5M2, got 'memref<*xf32>'}}
tile.func @unranked_argument(%x: memref<*xf32>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// -----

// expected-error @+1 {{argument 0 must be a strided memref with elements f32, f16, bf16, f8E4M3FN or f8E5M2, got 'memref<8x8xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1)>>'}}
tile.func @mapped_argument(%x: memref<8x8xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1)>>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// -----

// expected-error @+1 {{argument 0 must have offset 0 (its address is that of the first element), got 'memref<4xf32, strided<[1], offset: 8>>'}}
tile.func @offset_argument(%x: memref<4xf32, strided<[1], offset: 8>>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// -----

// expected-error @+1 {{argument 0 must have offset 0 (its address is that of the first element), got 'memref<4xf32, strided<[1], offset: ?>>'}}
tile.func @dynamic_offset(%x: memref<4xf32, strided<[1], offset: ?>>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// -----

// expected-error @+1 {{argument 0: 'tile.facts' must be #tile.facts, got 16 : i64}}
tile.func @facts_kind(%x: memref<4xf32> {tile.facts = 16 : i64}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// -----

// expected-error @+1 {{argument 0 has rank 1, its facts have 2 strides and 1 dims}}
tile.func @facts_rank(%x: memref<4xf32> {tile.facts = #tile.facts<align = 16, strides = [1, 1], dims = [4]>}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// -----

// expected-error @+1 {{argument 0: facts must be 1 or more, got #tile.facts<align = 16, strides = [0], dims = [4]>}}
tile.func @facts_zero(%x: memref<4xf32> {tile.facts = #tile.facts<align = 16, strides = [0], dims = [4]>}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// -----

// expected-error @+1 {{argument 0: facts must be 1 or more, got #tile.facts<align = -16, strides = [1], dims = [4]>}}
tile.func @facts_align(%x: memref<4xf32> {tile.facts = #tile.facts<align = -16, strides = [1], dims = [4]>}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// -----

// expected-error @+1 {{'tile.func' op is a kernel and has no results, got 2}}
tile.func @results(%x: memref<4xf32>) -> (f32, f32) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// -----

// expected-error @+1 {{'tile.func' op has attributes for 2 arguments, it has 1}}
"tile.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "arg_attrs", arg_attrs = [{}, {}]}> ({
^bb0(%x: memref<4xf32>):
  tile.return
}, {
^bb0(%x: memref<4xf32>):
  %c1 = arith.constant 1 : index
  tile.yield %c1
}) : () -> ()

// -----

// expected-error @+1 {{'tile.func' op body must have the kernel's arguments, ('memref<4xf32>'), got ()}}
"tile.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "body_arguments"}> ({
  tile.return
}, {
^bb0(%x: memref<4xf32>):
  %c1 = arith.constant 1 : index
  tile.yield %c1
}) : () -> ()

// -----

// expected-error @+1 {{'tile.func' op grid region must have the kernel's arguments, ('memref<4xf32>'), got ('memref<5xf32>')}}
"tile.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "grid_arguments"}> ({
^bb0(%x: memref<4xf32>):
  tile.return
}, {
^bb0(%x: memref<5xf32>):
  %c1 = arith.constant 1 : index
  tile.yield %c1
}) : () -> ()

// -----

// expected-error @+1 {{'tile.func' op body must end with tile.return}}
"tile.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "body_end"}> ({
^bb0(%x: memref<4xf32>):
  %c1 = arith.constant 1 : index
  tile.yield %c1
}, {
^bb0(%x: memref<4xf32>):
  %c1 = arith.constant 1 : index
  tile.yield %c1
}) : () -> ()

// -----

// expected-error @+1 {{'tile.func' op grid region must end with tile.yield}}
"tile.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "grid_end"}> ({
^bb0(%x: memref<4xf32>):
  tile.return
}, {
^bb0(%x: memref<4xf32>):
  tile.return
}) : () -> ()

// -----

// expected-error @+1 {{'tile.func' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
"tile.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "empty_body"}> ({
}, {
^bb0(%x: memref<4xf32>):
  %c1 = arith.constant 1 : index
  tile.yield %c1
}) : () -> ()

// -----

// expected-error @+1 {{'tile.func' op region #1 ('grid') failed to verify constraint: region with 1 blocks}}
"tile.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "empty_grid"}> ({
^bb0(%x: memref<4xf32>):
  tile.return
}, {
}) : () -> ()

// -----

// expected-error @+1 {{'tile.func' op requires attribute 'function_type'}}
"tile.func"() <{sym_name = "no_type"}> ({
  tile.return
}, {
  %c1 = arith.constant 1 : index
  tile.yield %c1
}) : () -> ()

// -----

// Arguments need names, as both regions use them.
// expected-error @+1 {{'tile.func' op body must have the kernel's arguments, ('memref<4xf32>'), got ()}}
tile.func @unnamed(memref<4xf32>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// -----

tile.func @no_extents(%x: memref<4xf32> {tile.output}) grid {
  // expected-error @+1 {{'tile.yield' op a grid has 1 to 3 extents, got 0}}
  tile.yield
} {
  tile.return
}

// -----

tile.func @four_extents(%x: memref<4xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'tile.yield' op a grid has 1 to 3 extents, got 4}}
  tile.yield %c1, %c1, %c1, %c1
} {
  tile.return
}

// -----

tile.func @grid_store(%x: memref<4xf32> {tile.output}) grid {
  %c0 = arith.constant 0 : index
  %t = arith.constant dense<1.0> : tensor<4xf32>
  // expected-error @+1 {{'tile.store' op cannot be in a grid region, which computes extents from dims}}
  tile.store %t, %x[%c0] : tensor<4xf32>, memref<4xf32>
  tile.yield %c0
} {
  tile.return
}

// -----

tile.func @grid_program_id(%x: memref<4xf32> {tile.output}) grid {
  // expected-error @+1 {{'tile.program_id' op cannot be in a grid region, which computes extents from dims}}
  %p = tile.program_id 0
  tile.yield %p
} {
  tile.return
}

// -----

tile.func @grid_loop(%x: memref<4xf32> {tile.output}) grid {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'scf.for' op cannot be in a grid region, which computes extents from dims}}
  scf.for %i = %c0 to %c0 step %c0 {
  }
  tile.yield %c0
} {
  tile.return
}

// -----

tile.func @program_id_extent() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  // expected-error @+1 {{'tile.program_id' op dim 1 of a grid with 1 extents}}
  %p = tile.program_id 1
  tile.return
}

// -----

tile.func @program_id_3() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  // expected-error @+1 {{attribute 'dim' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 2}}
  %p = tile.program_id 3
  tile.return
}

// -----

tile.func @program_id_negative() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  // expected-error @+1 {{attribute 'dim' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 2}}
  %p = tile.program_id -1
  tile.return
}

// -----

func.func @program_id_outside() {
  // expected-error @+1 {{'tile.program_id' op must be inside a tile.func}}
  %p = tile.program_id 0
  return
}

// -----

tile.func @load_element(%x: memref<4x?xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'tile.load' op tile has element type 'f16', memref has 'f32'}}
  %t = tile.load %x[%c0, %c0] : memref<4x?xf32> -> tensor<4x8xf16>
  tile.return
}

// -----

tile.func @load_origins(%x: memref<4x?xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'tile.load' op has 1 origins for a tile of rank 2}}
  %t = tile.load %x[%c0] : memref<4x?xf32> -> tensor<4x8xf32>
  tile.return
}

// -----

tile.func @load_rank(%x: memref<4x?xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'tile.load' op map must have 1 dims and 2 results for 'tensor<8xf32>' and 'memref<4x?xf32>', got affine_map<(d0) -> (d0)>}}
  %t = tile.load %x[%c0] : memref<4x?xf32> -> tensor<8xf32>
  tile.return
}

// -----

tile.func @load_map(%x: memref<4x?xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'tile.load' op map must have 2 dims and 2 results for 'tensor<4x8xf32>' and 'memref<4x?xf32>', got affine_map<(d0, d1) -> (d0)>}}
  %t = tile.load %x[%c0, %c0] map affine_map<(m, k) -> (m)> : memref<4x?xf32> -> tensor<4x8xf32>
  tile.return
}

// -----

tile.func @load_symbols(%x: memref<4x?xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'tile.load' op map has 1 symbols, got 0 operands}}
  %t = tile.load %x[%c0, %c0] map affine_map<(m, k)[H] -> (m, k mod H)> : memref<4x?xf32> -> tensor<4x8xf32>
  tile.return
}

// -----

tile.func @load_symbols_no_map(%x: memref<4x?xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'tile.load' op map has 0 symbols, got 1 operands}}
  %t = tile.load %x[%c0, %c0] symbols(%c0) : memref<4x?xf32> -> tensor<4x8xf32>
  tile.return
}

// -----

tile.func @load_negative(%x: memref<4x?xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'tile.load' op map holds a negative constant or a divisor that is not positive: affine_map<(d0, d1) -> (d0 - 1, d1)>}}
  %t = tile.load %x[%c0, %c0] map affine_map<(m, k) -> (m - 1, k)> : memref<4x?xf32> -> tensor<4x8xf32>
  tile.return
}

// -----

tile.func @load_difference(%x: memref<4x?xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'tile.load' op map holds a negative constant or a divisor that is not positive: affine_map<(d0, d1) -> (d0 - d1, d1)>}}
  %t = tile.load %x[%c0, %c0] map affine_map<(m, k) -> (m - k, k)> : memref<4x?xf32> -> tensor<4x8xf32>
  tile.return
}

// -----

tile.func @load_divisor(%x: memref<4x?xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'tile.load' op map holds a negative constant or a divisor that is not positive: affine_map<(d0, d1) -> (d0 floordiv 0, d1)>}}
  %t = tile.load %x[%c0, %c0] map affine_map<(m, k) -> (m floordiv 0, k)> : memref<4x?xf32> -> tensor<4x8xf32>
  tile.return
}

// -----

tile.func @load_dynamic_tile(%x: memref<4x?xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{result #0 must be statically shaped tensor of 32-bit float or 16-bit float or bfloat16 type or f8E4M3FN type or f8E5M2 type values, but got 'tensor<4x?xf32>'}}
  %t = tile.load %x[%c0, %c0] : memref<4x?xf32> -> tensor<4x?xf32>
  tile.return
}

// -----

tile.func @store_element(%x: memref<4x?xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %t = arith.constant dense<1.0> : tensor<4x8xf16>
  // expected-error @+1 {{'tile.store' op tile has element type 'f16', memref has 'f32'}}
  tile.store %t, %x[%c0, %c0] : tensor<4x8xf16>, memref<4x?xf32>
  tile.return
}

// -----

tile.func @store_origins(%x: memref<4x?xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %t = arith.constant dense<1.0> : tensor<4x8xf32>
  // expected-error @+1 {{'tile.store' op has 3 origins for a tile of rank 2}}
  tile.store %t, %x[%c0, %c0, %c0] : tensor<4x8xf32>, memref<4x?xf32>
  tile.return
}

// -----

tile.func @store_input(%x: memref<4x?xf32>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %t = arith.constant dense<1.0> : tensor<4x8xf32>
  // expected-error @+1 {{'tile.store' op writes argument 0 of @store_input, which is not marked {tile.output}}}
  tile.store %t, %x[%c0, %c0] : tensor<4x8xf32>, memref<4x?xf32>
  tile.return
}

// -----

tile.func @dot_rank() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %a = arith.constant dense<1.0> : tensor<32xf32>
  %b = arith.constant dense<1.0> : tensor<8x32xf32>
  %c = arith.constant dense<1.0> : tensor<16x8xf32>
  // expected-error @+1 {{'tile.dot' op needs tiles of rank 2, got 1, 2 and 2}}
  %d = tile.dot %a, %b, %c : tensor<32xf32>, tensor<8x32xf32>, tensor<16x8xf32>
  tile.return
}

// -----

tile.func @dot_element() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %a = arith.constant dense<1.0> : tensor<16x32xf16>
  %b = arith.constant dense<1.0> : tensor<8x32xbf16>
  %c = arith.constant dense<1.0> : tensor<16x8xf32>
  // expected-error @+1 {{'tile.dot' op lhs has element type 'f16', rhs has 'bf16'}}
  %d = tile.dot %a, %b, %c : tensor<16x32xf16>, tensor<8x32xbf16>, tensor<16x8xf32>
  tile.return
}

// -----

tile.func @dot_accumulator() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %a = arith.constant dense<1.0> : tensor<16x32xf16>
  %b = arith.constant dense<1.0> : tensor<8x32xf16>
  %c = arith.constant dense<1.0> : tensor<16x8xf16>
  // expected-error @+1 {{'tile.dot' op accumulates in f32, got an accumulator of 'f16'}}
  %d = tile.dot %a, %b, %c : tensor<16x32xf16>, tensor<8x32xf16>, tensor<16x8xf16>
  tile.return
}

// -----

tile.func @dot_k() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %a = arith.constant dense<1.0> : tensor<16x32xf32>
  %b = arith.constant dense<1.0> : tensor<8x31xf32>
  %c = arith.constant dense<1.0> : tensor<16x8xf32>
  // expected-error @+1 {{'tile.dot' op shapes do not fit: lhs is M x K = 16 x 32, rhs N x K = 8 x 31, acc M x N = 16 x 8}}
  %d = tile.dot %a, %b, %c : tensor<16x32xf32>, tensor<8x31xf32>, tensor<16x8xf32>
  tile.return
}

// -----

tile.func @dot_n() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %a = arith.constant dense<1.0> : tensor<16x32xf32>
  %b = arith.constant dense<1.0> : tensor<8x32xf32>
  %c = arith.constant dense<1.0> : tensor<16x9xf32>
  // expected-error @+1 {{'tile.dot' op shapes do not fit: lhs is M x K = 16 x 32, rhs N x K = 8 x 32, acc M x N = 16 x 9}}
  %d = tile.dot %a, %b, %c : tensor<16x32xf32>, tensor<8x32xf32>, tensor<16x9xf32>
  tile.return
}

// -----

tile.func @reduce_axis() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %a = arith.constant dense<1.0> : tensor<16x8xf32>
  // expected-error @+1 {{'tile.reduce' op axis 2 is out of range for rank 2}}
  %r = tile.reduce %a axis = 2 kind = <add> : tensor<16x8xf32> -> tensor<16xf32>
  tile.return
}

// -----

tile.func @reduce_negative() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %a = arith.constant dense<1.0> : tensor<16x8xf32>
  // expected-error @+1 {{'tile.reduce' op axis -1 is out of range for rank 2}}
  %r = tile.reduce %a axis = -1 kind = <add> : tensor<16x8xf32> -> tensor<16xf32>
  tile.return
}

// -----

tile.func @reduce_rank_0() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %a = arith.constant dense<1.0> : tensor<f32>
  // expected-error @+1 {{'tile.reduce' op axis 0 is out of range for rank 0}}
  %r = tile.reduce %a axis = 0 kind = <max> : tensor<f32> -> tensor<f32>
  tile.return
}

// -----

tile.func @reduce_result() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %a = arith.constant dense<1.0> : tensor<16x8xf32>
  // expected-error @+1 {{'tile.reduce' op must return 'tensor<8xf32>', got 'tensor<16xf32>'}}
  %r = tile.reduce %a axis = 0 kind = <add> : tensor<16x8xf32> -> tensor<16xf32>
  tile.return
}

// -----

tile.func @reduce_element() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %a = arith.constant dense<1.0> : tensor<16x8xf16>
  // expected-error @+1 {{'tile.reduce' op must return 'tensor<16xf16>', got 'tensor<16xf32>'}}
  %r = tile.reduce %a axis = 1 kind = <add> : tensor<16x8xf16> -> tensor<16xf32>
  tile.return
}

// -----

tile.func @reduce_kind() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %a = arith.constant dense<1.0> : tensor<16x8xf16>
  // expected-error @+2 {{failed to parse Tile_ReduceKindAttr parameter 'value'}}
  // expected-error @+1 {{expected ::mlir::tile::ReduceKind to be one of: add, max}}
  %r = tile.reduce %a axis = 1 kind = <mean> : tensor<16x8xf16> -> tensor<16xf32>
  tile.return
}

// -----

tile.func @broadcast_element() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %a = arith.constant dense<1.0> : tensor<8xf16>
  // expected-error @+1 {{'tile.broadcast' op source has element type 'f16', result has 'f32'}}
  %r = tile.broadcast %a dims = [1] : tensor<8xf16> -> tensor<16x8xf32>
  tile.return
}

// -----

tile.func @broadcast_count() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %a = arith.constant dense<1.0> : tensor<8xf32>
  // expected-error @+1 {{'tile.broadcast' op has 2 dims for a source of rank 1}}
  %r = tile.broadcast %a dims = [0, 1] : tensor<8xf32> -> tensor<16x8xf32>
  tile.return
}

// -----

tile.func @broadcast_range() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %a = arith.constant dense<1.0> : tensor<8xf32>
  // expected-error @+1 {{'tile.broadcast' op dims must be increasing and below the result's rank 2, got 2}}
  %r = tile.broadcast %a dims = [2] : tensor<8xf32> -> tensor<16x8xf32>
  tile.return
}

// -----

tile.func @broadcast_negative() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %a = arith.constant dense<1.0> : tensor<8xf32>
  // expected-error @+1 {{'tile.broadcast' op dims must be increasing and below the result's rank 2, got -1}}
  %r = tile.broadcast %a dims = [-1] : tensor<8xf32> -> tensor<16x8xf32>
  tile.return
}

// -----

tile.func @broadcast_order() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %a = arith.constant dense<1.0> : tensor<8x16xf32>
  // expected-error @+1 {{'tile.broadcast' op dims must be increasing and below the result's rank 2, got 0}}
  %r = tile.broadcast %a dims = [1, 0] : tensor<8x16xf32> -> tensor<16x8xf32>
  tile.return
}

// -----

tile.func @broadcast_twice() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %a = arith.constant dense<1.0> : tensor<8x8xf32>
  // expected-error @+1 {{'tile.broadcast' op dims must be increasing and below the result's rank 3, got 1}}
  %r = tile.broadcast %a dims = [1, 1] : tensor<8x8xf32> -> tensor<16x8x8xf32>
  tile.return
}

// -----

tile.func @broadcast_size() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %a = arith.constant dense<1.0> : tensor<8xf32>
  // expected-error @+1 {{'tile.broadcast' op dim 0 of the source is 8, dim 1 of the result is 9}}
  %r = tile.broadcast %a dims = [1] : tensor<8xf32> -> tensor<16x9xf32>
  tile.return
}

// -----

tile.func @convert_shape() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %a = arith.constant dense<1.0> : tensor<32xf32, #tile.layout<registers = [], lanes = [32 x d0 * 1], warps = []>>
  // expected-error @+1 {{'tile.convert_layout' op changes the tile from 'tensor<32xf32, #tile.layout<registers = [], lanes = [32 x d0 * 1], warps = []>>' to 'tensor<64xf32>'}}
  %r = tile.convert_layout %a : tensor<32xf32, #tile.layout<registers = [], lanes = [32 x d0 * 1], warps = []>> -> tensor<64xf32>
  tile.return
}

// -----

tile.func @convert_none() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %a = arith.constant dense<1.0> : tensor<32xf32, #tile.layout<registers = [], lanes = [32 x d0 * 1], warps = []>>
  // expected-error @+1 {{'tile.convert_layout' op needs tiles with a #tile.layout, got 'tensor<32xf32>'}}
  %r = tile.convert_layout %a : tensor<32xf32, #tile.layout<registers = [], lanes = [32 x d0 * 1], warps = []>> -> tensor<32xf32>
  tile.return
}

// -----

tile.func @convert_other() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %a = arith.constant dense<1.0> : tensor<32xf32, "enc">
  // expected-error @+1 {{'tile.convert_layout' op needs tiles with a #tile.layout, got 'tensor<32xf32, "enc">'}}
  %r = tile.convert_layout %a : tensor<32xf32, "enc"> -> tensor<32xf32, #tile.layout<registers = [], lanes = [32 x d0 * 1], warps = []>>
  tile.return
}

// -----

// expected-error @+1 {{layout does not fit the tile: along d0 the digits cover 1 elements of 2}}
func.func private @layout_covers(tensor<2x128xf32, #tile.layout<registers = [4 x d1 * 1], lanes = [32 x d1 * 4], warps = []>>)

// -----

// expected-error @+1 {{layout does not fit the tile: along d1 the digits cover 256 elements of 128}}
func.func private @layout_too_many(tensor<2x128xf32, #tile.layout<registers = [8 x d1 * 1, 2 x d0 * 1], lanes = [32 x d1 * 8], warps = []>>)

// -----

// expected-error @+1 {{layout does not fit the tile: along d1 a digit has stride 8 where 4 elements are covered below it}}
func.func private @layout_stride(tensor<2x128xf32, #tile.layout<registers = [4 x d1 * 1, 2 x d0 * 1], lanes = [32 x d1 * 8], warps = []>>)

// -----

// expected-error @+1 {{layout does not fit the tile: a digit moves along d2, the tile has rank 2}}
func.func private @layout_rank(tensor<2x128xf32, #tile.layout<registers = [2 x d2 * 1], lanes = [], warps = []>>)

// -----

// expected-error @+1 {{layout does not fit the tile: along d0 the digits cover 32 elements of ?}}
func.func private @layout_dynamic(tensor<?xf32, #tile.layout<registers = [], lanes = [32 x d0 * 1], warps = []>>)

// -----

// expected-error @+1 {{a digit must count to 1 or more, got 0}}
func.func private @layout_digit_zero(tensor<2x128xf32, #tile.layout<registers = [0 x d0 * 1], lanes = [], warps = []>>)

// -----

// expected-error @+1 {{a digit must count to 1 or more, got -2}}
func.func private @layout_digit_negative(tensor<2x128xf32, #tile.layout<registers = [-2 x rep], lanes = [], warps = []>>)

// -----

// expected-error @+1 {{expected 'rep', 'sum' or a dim such as 'd0' in a digit}}
func.func private @layout_digit_place(tensor<2x128xf32, #tile.layout<registers = [2 x all], lanes = [], warps = []>>)

// -----

// expected-error @+1 {{expected 'rep', 'sum' or a dim such as 'd0' in a digit}}
func.func private @layout_digit_dim(tensor<2x128xf32, #tile.layout<registers = [2 x d99999999999 * 1], lanes = [], warps = []>>)

// -----

// expected-error @+1 {{expected '*'}}
func.func private @layout_digit_stride(tensor<2x128xf32, #tile.layout<registers = [2 x d0], lanes = [], warps = []>>)

// -----

// expected-error @+1 {{the counter 'lanes' has more than 65536 values}}
func.func private @layout_counter(tensor<2x128xf32, #tile.layout<registers = [], lanes = [65536 x rep, 65536 x rep, 65536 x rep, 65536 x rep], warps = []>>)

// -----

// expected-error @+1 {{expected 'registers'}}
func.func private @layout_order(tensor<2x128xf32, #tile.layout<lanes = [32 x d0 * 1], registers = [], warps = []>>)

// -----

tile.func @k(%x: memref<?x8xf32>, %y: memref<?x4xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}
func.func @launch_none(%x: tensor<?x8xf32>, %m: index) {
  // expected-error @+1 {{'tile.launch' op needs at least one kernel}}
  %y = tile.launch [] (%x) [%m] : (tensor<?x8xf32>) -> tensor<?x4xf32>
  return
}

// -----

tile.func @k(%x: memref<?x8xf32>, %y: memref<?x4xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}
func.func @launch_dims(%x: tensor<?x8xf32>, %m: index) {
  // expected-error @+1 {{'tile.launch' op has 0 dims for 1 dynamic dims of 'tensor<?x4xf32>'}}
  %y = tile.launch [@k] (%x) [] : (tensor<?x8xf32>) -> tensor<?x4xf32>
  return
}

// -----

tile.func @k(%x: memref<?x8xf32>, %y: memref<?x4xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}
func.func @launch_dims_static(%x: tensor<?x8xf32>, %m: index) {
  // expected-error @+1 {{'tile.launch' op has 1 dims for 0 dynamic dims of 'tensor<3x4xf32>'}}
  %y = tile.launch [@k] (%x) [%m] : (tensor<?x8xf32>) -> tensor<3x4xf32>
  return
}

// -----

tile.func @k(%x: memref<?x8xf32>, %y: memref<?x4xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}
func.func @launch_unknown(%x: tensor<?x8xf32>, %m: index) {
  // expected-error @+1 {{'tile.launch' op kernel @nowhere is not a tile.func}}
  %y = tile.launch [@k, @nowhere] (%x) [%m] : (tensor<?x8xf32>) -> tensor<?x4xf32>
  return
}

// -----

tile.func @k(%x: memref<?x8xf32>, %y: memref<?x4xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}
func.func @launch_self(%x: tensor<?x8xf32>, %m: index) {
  // expected-error @+1 {{'tile.launch' op kernel @launch_self is not a tile.func}}
  %y = tile.launch [@launch_self] (%x) [%m] : (tensor<?x8xf32>) -> tensor<?x4xf32>
  return
}

// -----

tile.func @k(%x: memref<?x8xf32>, %y: memref<?x4xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}
func.func @launch_count(%x: tensor<?x8xf32>, %m: index) {
  // expected-error @+1 {{'tile.launch' op kernel @k has 2 arguments, the launch gives 3}}
  %y = tile.launch [@k] (%x, %x) [%m] : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x4xf32>
  return
}

// -----

tile.func @k(%x: memref<?x8xf32>, %y: memref<?x4xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}
func.func @launch_shape(%x: tensor<?x9xf32>, %m: index) {
  // expected-error @+1 {{'tile.launch' op argument 0 of kernel @k is 'memref<?x8xf32>', the launch gives 'tensor<?x9xf32>'}}
  %y = tile.launch [@k] (%x) [%m] : (tensor<?x9xf32>) -> tensor<?x4xf32>
  return
}

// -----

tile.func @k(%x: memref<?x8xf32>, %y: memref<?x4xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}
func.func @launch_rank(%x: tensor<8xf32>, %m: index) {
  // expected-error @+1 {{'tile.launch' op argument 0 of kernel @k is 'memref<?x8xf32>', the launch gives 'tensor<8xf32>'}}
  %y = tile.launch [@k] (%x) [%m] : (tensor<8xf32>) -> tensor<?x4xf32>
  return
}

// -----

tile.func @k(%x: memref<?x8xf32>, %y: memref<?x4xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}
func.func @launch_result(%x: tensor<?x8xf32>, %m: index) {
  // expected-error @+1 {{'tile.launch' op argument 1 of kernel @k is 'memref<?x4xf32>', the launch gives 'tensor<?x4xf16>'}}
  %y = tile.launch [@k] (%x) [%m] : (tensor<?x8xf32>) -> tensor<?x4xf16>
  return
}

// -----

tile.func @k(%x: memref<?x8xf32>, %y: memref<?x4xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}
func.func @launch_unranked(%x: tensor<*xf32>, %m: index) {
  // expected-error @+1 {{'tile.launch' op operand #0 must be variadic of ranked tensor of any type values, but got 'tensor<*xf32>'}}
  %y = tile.launch [@k] (%x) [%m] : (tensor<*xf32>) -> tensor<?x4xf32>
  return
}

// -----

// expected-error @+1 {{argument 0 has rank 1, its facts limit dim 1}}
tile.func @facts_limited(%x: memref<?xf32> {tile.facts = #tile.facts<align = 4, strides = [1], dims = [1] limited[1] to 8>}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// -----

// expected-error @+1 {{argument 0: the limit of facts must be 1 or more, got 0}}
tile.func @facts_limit(%x: memref<?xf32> {tile.facts = #tile.facts<align = 4, strides = [1], dims = [1] limited[0] to 0>}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// -----

// expected-error @+1 {{argument 0: the reach of facts must be 0 (none) or more, got -4}}
tile.func @facts_reach(%x: memref<?xf32> {tile.facts = #tile.facts<align = 4, strides = [1], dims = [1] within -4>}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// -----

// expected-error @+1 {{argument 0: 'tile.reciprocals' must be an array of i64, got 2 : i64}}
tile.func @reciprocals_kind(%x: memref<?x4xf32> {tile.reciprocals = 2 : i64}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// -----

// expected-error @+1 {{argument 0: 'tile.reciprocals' must list dynamic dims of 'memref<?x4xf32>', each once, got 1}}
tile.func @reciprocals_static(%x: memref<?x4xf32> {tile.reciprocals = array<i64: 0, 1>}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// -----

// expected-error @+1 {{argument 0: 'tile.reciprocals' must list dynamic dims of 'memref<?x4xf32>', each once, got 0}}
tile.func @reciprocals_twice(%x: memref<?x4xf32> {tile.reciprocals = array<i64: 0, 0>}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// -----

// expected-error @+1 {{argument 0: 'tile.constant' takes no value, got true}}
tile.func @constant_value(%x: memref<4xf32> {tile.constant = true}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// -----

// expected-error @+1 {{argument 0 is 'tile.constant' and 'tile.output'; what a kernel writes is not constant}}
tile.func @constant_output(%x: memref<4xf32> {tile.constant, tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// -----

tile.func @f8_arithmetic(%x: memref<16xf8E4M3FN>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %t = tile.load %x[%c0] : memref<16xf8E4M3FN> -> tensor<16xf8E4M3FN>
  // expected-error @+1 {{'arith.addf' op computes in 'f8E4M3FN', which is for operands only: widen it with arith.extf}}
  %d = arith.addf %t, %t : tensor<16xf8E4M3FN>
  tile.return
}

// -----

tile.func @f8_rounding(%x: memref<16xf32>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %t = tile.load %x[%c0] : memref<16xf32> -> tensor<16xf32>
  // expected-error @+1 {{'arith.truncf' op computes in 'f8E5M2', which is for operands only: widen it with arith.extf}}
  %d = arith.truncf %t : tensor<16xf32> to tensor<16xf8E5M2>
  tile.return
}

// -----

tile.func @k(%x: memref<?x8xf32>, %y: memref<?x4xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}
func.func @launch_takes_count(%x: tensor<?x8xf32>, %m: index) {
  // expected-error @+1 {{'tile.launch' op says of 2 kernels what they take, and has 1}}
  %y = tile.launch [@k] (%x) [%m] {takes = [array<i64: 0>, array<i64: 0>]} : (tensor<?x8xf32>) -> tensor<?x4xf32>
  return
}

// -----

tile.func @k(%x: memref<?x8xf32>, %y: memref<?x4xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}
func.func @launch_takes_range(%x: tensor<?x8xf32>, %m: index) {
  // expected-error @+1 {{'tile.launch' op has a kernel that takes input 1, of 1 inputs}}
  %y = tile.launch [@k] (%x) [%m] {takes = [array<i64: 1>]} : (tensor<?x8xf32>) -> tensor<?x4xf32>
  return
}

// -----

tile.func @k(%x: memref<?x8xf32>, %y: memref<?x4xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}
func.func @launch_takes_type(%x: tensor<?x8xf32>, %t: tensor<?x9xf32>, %m: index) {
  // expected-error @+1 {{'tile.launch' op argument 0 of kernel @k is 'memref<?x8xf32>', the launch gives 'tensor<?x9xf32>'}}
  %y = tile.launch [@k, @k] (%x, %t) [%m] {takes = [array<i64: 0>, array<i64: 1>]} : (tensor<?x8xf32>, tensor<?x9xf32>) -> tensor<?x4xf32>
  return
}
