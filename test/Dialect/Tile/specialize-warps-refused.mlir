// What tile-specialize-warps refuses of programs that no pass before it makes.
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-specialize-warps))' --verify-diagnostics --split-input-file

tile.func @only(%x: memref<64x256xbf16>, %i: memref<4xf32>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %m = tile.tensor_map %x extents [%c256, %c64] strides [%c256] : memref<64x256xbf16> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %b = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  // expected-error @below {{'scf.for' op is a program's only loop; its warps are specialized once it stays for several tiles: run tile-persist first}}
  %s = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
      tile.copy_tensor %m[%k, %c0] into %a[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      tile.copy_tensor %m[%k, %c0] into %b[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      %d = tile.ring_dot %a[%c0], %b[%c0], %acc : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    tile.store %s, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @programs(%x: memref<64x256xbf16>, %i: memref<4xf32>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %m = tile.tensor_map %x extents [%c256, %c64] strides [%c256] : memref<64x256xbf16> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %b = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  scf.for %t = %c0 to %c4 step %c1 {
    %s = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
      tile.copy_tensor %m[%k, %c0] into %a[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      tile.copy_tensor %m[%k, %c0] into %b[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      %d = tile.ring_dot %a[%c0], %b[%c0], %acc : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    tile.store %s, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  }
  // expected-error @below {{'scf.for' op is a second loop with products in one program; warps are specialized for one}}
  scf.for %t = %c0 to %c4 step %c1 {
    %s = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
      tile.copy_tensor %m[%k, %c0] into %a[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      tile.copy_tensor %m[%k, %c0] into %b[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      %d = tile.ring_dot %a[%c0], %b[%c0], %acc : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    tile.store %s, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  }
  tile.return
}

// -----

tile.func @early(%x: memref<64x256xbf16>, %i: memref<4xf32>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %m = tile.tensor_map %x extents [%c256, %c64] strides [%c256] : memref<64x256xbf16> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %b = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  scf.for %t = %c0 to %c4 step %c1 {
    // expected-error @below {{'tile.copy_tensor' op is not in the loop of the products that read it}}
    tile.copy_tensor %m[%c0, %c0] into %a[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
    %s = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
      tile.copy_tensor %m[%k, %c0] into %a[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      tile.copy_tensor %m[%k, %c0] into %b[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      %d = tile.ring_dot %a[%c0], %b[%c0], %acc : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    tile.store %s, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  }
  tile.return
}

// -----

tile.func @outside(%x: memref<64x256xbf16>, %i: memref<4xf32>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %m = tile.tensor_map %x extents [%c256, %c64] strides [%c256] : memref<64x256xbf16> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %b = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  // expected-error @below {{'tile.copy_tensor' op is not in the loop of the products that read it}}
  tile.copy_tensor %m[%c0, %c0] into %a[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  scf.for %t = %c0 to %c4 step %c1 {
    %s = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
      tile.copy_tensor %m[%k, %c0] into %a[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      tile.copy_tensor %m[%k, %c0] into %b[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      %d = tile.ring_dot %a[%c0], %b[%c0], %acc : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    tile.store %s, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  }
  tile.return
}

// -----

tile.func @other_ring(%x: memref<64x256xbf16>, %i: memref<4xf32>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %m = tile.tensor_map %x extents [%c256, %c64] strides [%c256] : memref<64x256xbf16> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %b = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %c = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  scf.for %t = %c0 to %c4 step %c1 {
    %s = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
      tile.copy_tensor %m[%k, %c0] into %a[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      tile.copy_tensor %m[%k, %c0] into %b[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      // expected-error @below {{'tile.copy_tensor' op is not in the loop of the products that read it}}
      tile.copy_tensor %m[%k, %c0] into %c[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      %d = tile.ring_dot %a[%c0], %b[%c0], %acc : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    tile.store %s, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  }
  tile.return
}

// -----

tile.func @stages(%x: memref<64x256xbf16>, %i: memref<4xf32>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %m = tile.tensor_map %x extents [%c256, %c64] strides [%c256] : memref<64x256xbf16> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %b = tile.alloc_ring : !tile.ring<stages = 3, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  scf.for %t = %c0 to %c4 step %c1 {
    // expected-error @below {{'scf.for' op has products from rings of 2 and of 3 stages, which must be as many}}
    %s = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
      tile.copy_tensor %m[%k, %c0] into %a[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      tile.copy_tensor %m[%k, %c0] into %b[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 3, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      %d = tile.ring_dot %a[%c0], %b[%c0], %acc : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 3, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    tile.store %s, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  }
  tile.return
}

// -----

tile.func @used(%x: memref<64x256xbf16>, %i: memref<4xf32>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %m = tile.tensor_map %x extents [%c256, %c64] strides [%c256] : memref<64x256xbf16> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %b = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  // expected-error @below {{'scf.for' op has results that are used behind it, where warps have no roles: run tile-persist first}}
  %e = scf.for %t = %c0 to %c4 step %c1 iter_args(%old = %zero) -> (tensor<64x64xf32>) {
    %s = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
      tile.copy_tensor %m[%k, %c0] into %a[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      tile.copy_tensor %m[%k, %c0] into %b[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      %d = tile.ring_dot %a[%c0], %b[%c0], %acc : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    scf.yield %s : tensor<64x64xf32>
  }
  tile.store %e, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

// Where to copy from is in memory.
tile.func @steered(%x: memref<64x256xbf16>, %i: memref<4xf32>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %m = tile.tensor_map %x extents [%c256, %c64] strides [%c256] : memref<64x256xbf16> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %b = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  scf.for %t = %c0 to %c4 step %c1 {
    %place = memref.load %i[%t] : memref<4xf32>
    %n = arith.fptoui %place : f32 to i64
    %o = arith.index_cast %n : i64 to index
    %s = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
      // expected-error @below {{'tile.copy_tensor' op depends on a product or on memory, which the thread that copies does not have}}
      tile.copy_tensor %m[%o, %c0] into %a[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      tile.copy_tensor %m[%k, %c0] into %b[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      %d = tile.ring_dot %a[%c0], %b[%c0], %acc : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    tile.store %s, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  }
  tile.return
}

// -----

// So is how far to go.
tile.func @bounded(%x: memref<64x256xbf16>, %i: memref<4xf32>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %m = tile.tensor_map %x extents [%c256, %c64] strides [%c256] : memref<64x256xbf16> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %b = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  scf.for %t = %c0 to %c4 step %c1 {
    %length = memref.load %i[%t] : memref<4xf32>
    %n = arith.fptoui %length : f32 to i64
    %o = arith.index_cast %n : i64 to index
    // expected-error @below {{'scf.for' op depends on a product or on memory, which the thread that copies does not have}}
    %s = scf.for %k = %c0 to %o step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
      tile.copy_tensor %m[%k, %c0] into %a[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      tile.copy_tensor %m[%k, %c0] into %b[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      %d = tile.ring_dot %a[%c0], %b[%c0], %acc : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    tile.store %s, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  }
  tile.return
}

// -----

// And whether.
tile.func @chosen(%x: memref<64x256xbf16>, %i: memref<4xf32>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %m = tile.tensor_map %x extents [%c256, %c64] strides [%c256] : memref<64x256xbf16> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %b = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  scf.for %t = %c0 to %c4 step %c1 {
    %flag = memref.load %i[%t] : memref<4xf32>
    %n = arith.fptoui %flag : f32 to i1
    %s = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
      // expected-error @below {{'scf.if' op depends on a product or on memory, which the thread that copies does not have}}
      scf.if %n {
        tile.copy_tensor %m[%k, %c0] into %a[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      } else {
        tile.copy_tensor %m[%c0, %c0] into %a[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      }
      tile.copy_tensor %m[%k, %c0] into %b[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      %d = tile.ring_dot %a[%c0], %b[%c0], %acc : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    tile.store %s, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  }
  tile.return
}

// -----

tile.func @alone(%x: memref<64x256xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2, fill_warps = 4>} grid {
  %c2 = arith.constant 2 : index
  tile.yield %c2
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %m = tile.tensor_map %x extents [%c256, %c64] strides [%c256] : memref<64x256xbf16> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %b = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  scf.for %t = %c0 to %c4 step %c1 {
    %s = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
      // expected-error @below {{'tile.copy_async' op fills one of 2 parts, of which #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2, fill_warps = 4> has no programs to fill the others}}
      tile.copy_async %x[%c0, %k] into %a[%c0] width = 8 parts = 2 : memref<64x256xbf16> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      tile.copy_tensor %m[%k, %c0] into %b[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      %d = tile.ring_dot %a[%c0], %b[%c0], %acc : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    tile.store %s, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  }
  tile.return
}

// -----

tile.func @both_wait(%x: memref<64x256xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2, cluster = [1, 2], fill_warps = 4>} grid {
  %c2 = arith.constant 2 : index
  tile.yield %c2
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %m = tile.tensor_map %x extents [%c256, %c64] strides [%c256] : memref<64x256xbf16> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %b = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  scf.for %t = %c0 to %c4 step %c1 {
    // expected-error @below {{'scf.for' op has slots that programs fill for each other and parts computed from slots: each program would wait for the other}}
    %s = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
      tile.copy_async %x[%c0, %k] into %a[%c0] width = 8 parts = 2 : memref<64x256xbf16> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      tile.copy_tensor %m[%k, %c0] into %b[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      %l = tile.ring_load %b[%c0] at = [0, 0] : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128> -> tensor<64x64xbf16>
      tile.ring_store %l, %b[%c0] width = 8 : tensor<64x64xbf16>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
      %d = tile.ring_dot %a[%c0], %b[%c0], %acc : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    tile.store %s, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  }
  tile.return
}
