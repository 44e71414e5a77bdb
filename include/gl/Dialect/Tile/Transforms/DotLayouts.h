//===- DotLayouts.h - How a schedule spreads tiles over threads --*- C++
//-*-===//
//
// The layouts that families give to the operands and the accumulator of a
// matrix product, to tiles on their way to shared memory, and to everything
// else. Plain functions of shapes and schedule fields, so that tests can ask
// them what the compiler will emit.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_TILE_TRANSFORMS_DOTLAYOUTS_H
#define GL_DIALECT_TILE_TRANSFORMS_DOTLAYOUTS_H

#include "gl/Dialect/GL/IR/ScheduleFields.h"
#include "gl/Dialect/Tile/IR/Layout.h"

namespace mlir::tile {

/// Layouts of lhs (M x K), rhs (N x K) and accumulator (M x N).
struct DotLayouts {
  Layout lhs, rhs, acc;
};

/// Extents of a product and bytes of an operand's element.
struct DotShape {
  int64_t m, n, k;
  int64_t elementBytes;
};

/// How `schedule` spreads a product. Shapes that the schedule's threads do not
/// divide give layouts whose `check` says so.
DotLayouts getDotLayouts(const DotShape &shape,
                         const gl::ScheduleFields &schedule);

/// How the warps of a schedule of family wgmma hold an accumulator (M x N).
Layout getWarpgroupLayout(llvm::ArrayRef<int64_t> shape,
                          const gl::ScheduleFields &schedule);

/// Elements along K that threads take from shared memory at a time: the depth
/// of an mma instruction, or one vector of each K lane.
int64_t getDotDepth(const gl::ScheduleFields &schedule, int64_t elementBytes);

/// Elements along M, N and K that the schedule's threads hold at once.
llvm::SmallVector<int64_t, 3> getDotUnits(const gl::ScheduleFields &schedule,
                                          int64_t elementBytes);

/// Spreads a tile of rank 2 over `numWarps` warps for a copy: neighbouring
/// lanes move neighbouring runs of `width` elements along dim `along`, then go
/// on with the next row.
Layout getCopyLayout(llvm::ArrayRef<int64_t> shape, unsigned along,
                     int64_t width, int64_t numWarps);

/// Spreads a tile of any rank evenly with neighbouring lanes on neighbouring
/// runs of `width` elements of the innermost dim.
Layout getDefaultLayout(llvm::ArrayRef<int64_t> shape, int64_t numWarps,
                        int64_t width = 1);

} // namespace mlir::tile

#endif // GL_DIALECT_TILE_TRANSFORMS_DOTLAYOUTS_H
