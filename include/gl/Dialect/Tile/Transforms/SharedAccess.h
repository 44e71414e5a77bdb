//===- SharedAccess.h - Instructions that read shared memory -----*- C++
//-*-===//
//
// From a layout of a tile over threads and its place in shared memory to the
// instructions that load it and the address that each lane gives. Free of IR:
// the lowering emits what the plan says, and tests count the plan's bank
// conflicts.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_TILE_TRANSFORMS_SHAREDACCESS_H
#define GL_DIALECT_TILE_TRANSFORMS_SHAREDACCESS_H

#include "gl/Dialect/Tile/IR/Layout.h"
#include "gl/Dialect/Tile/IR/SharedLayout.h"

namespace mlir::tile {

/// How the registers of a tile are loaded.
struct SharedLoadPlan {
  /// By `ldmatrix`: matrices of 8 rows of 16 bytes, `count` (1, 2 or 4) at
  /// once; lanes 8j to 8j + 7 give the addresses of the rows of matrix j, which
  /// becomes 4 bytes of every lane. Otherwise by vectors of `count` elements.
  bool isMatrix = false;
  int64_t count = 1;
  /// Registers that one instruction loads.
  int64_t registers = 1;
  /// What lanes and warps add to the coordinates of the address; an instruction
  /// adds the coordinates of its first register.
  Layout addresses;
};

/// The plan for loading a tile that threads hold in `layout`, whose first
/// element is at `at` in a tile stored as `shared`.
SharedLoadPlan planSharedLoad(const Layout &layout, const SharedLayout &shared,
                              llvm::ArrayRef<int64_t> at);

/// Wavefronts beyond the least that loading the whole tile takes in the warp
/// that meets most of them.
int64_t countLoadConflicts(const Layout &layout, const SharedLayout &shared,
                           llvm::ArrayRef<int64_t> at);

} // namespace mlir::tile

#endif // GL_DIALECT_TILE_TRANSFORMS_SHAREDACCESS_H
