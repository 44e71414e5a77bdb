//===- DependentLaunch.h - Order against earlier kernels ---------*- C++
//-*-===//
//
// Where a kernel waits for the kernels before it, lets the ones after it begin,
// and keeps its loads together.
//
//===----------------------------------------------------------------------===//

#ifndef GL_CONVERSION_TILETONVVM_DEPENDENTLAUNCH_H
#define GL_CONVERSION_TILETONVVM_DEPENDENTLAUNCH_H

#include "gl/Dialect/Tile/IR/TileOps.h"

namespace mlir::gl {

/// Makes `func` correct as a programmatic dependent launch, and its loads
/// precede its arithmetic where it has no loop.
void placeDependentLaunch(tile::FuncOp func);

} // namespace mlir::gl

#endif // GL_CONVERSION_TILETONVVM_DEPENDENTLAUNCH_H
