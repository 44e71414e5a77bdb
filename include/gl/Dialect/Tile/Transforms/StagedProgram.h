//===- StagedProgram.h - A program fed through rings -------------*- C++
//-*-===//
//
// What a kernel of family wgmma does before its warps have roles: a loop over
// tiles, in it a loop of steps, each of which brings operands to slots of rings
// and multiplies them. And what each role needs of it, or does without.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_TILE_TRANSFORMS_STAGEDPROGRAM_H
#define GL_DIALECT_TILE_TRANSFORMS_STAGEDPROGRAM_H

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tile {

/// Whether `op` brings a tile to shared memory in the role of the thread that
/// copies, in that of the threads that fill, or in either; and whether it
/// multiplies.
bool isCopy(Operation *op);
bool isFill(Operation *op);
bool isStaging(Operation *op);
bool isProduct(Operation *op);

/// Whether one of the operations in `op`, or itself, is as `matches` wants it.
bool contains(Operation *op, function_ref<bool(Operation *)> matches);

struct StagedProgram {
  scf::ForOp program; ///< the loop over tiles; null if nothing is multiplied
  scf::ForOp steps;   ///< the loop of products
  int64_t stages = 0;
  int64_t stepBytes = 0; ///< that the copies of one step bring
  /// Of the reduction, each with code of its own that brings its tiles.
  int64_t segments = 1;
  /// What the copying role does not have: products, what is read from memory,
  /// and what is computed from those. And what none has that brings operands:
  /// products, and what is computed from them.
  llvm::DenseSet<Value> products, sums;
  /// Whether slots are filled by threads; whether that is by asynchronous
  /// copies, by stores of registers, from memory, and from slots that were
  /// copied.
  bool hasFills = false, fillsAsync = false, fillsFromRegisters = false,
       fillsFromMemory = false, fillsFromSlots = false;
  /// Rings of which each program of a cluster fills a part for all.
  SmallVector<Value> sharedFills;
};

/// The staged program of `func`. Fails with a diagnostic where warps cannot
/// have roles in it.
FailureOr<StagedProgram> findStagedProgram(FuncOp func,
                                           gl::ScheduleAttr schedule);

} // namespace mlir::tile

#endif // GL_DIALECT_TILE_TRANSFORMS_STAGEDPROGRAM_H
