//===- DeadOps.h - Erasing what fusion left without uses --------*- C++ -*-===//
//
// Fusion reads past an operation; if nothing else uses it, it goes, and so does
// whatever only it used (the `tensor.empty` of a transpose, say).
//
//===----------------------------------------------------------------------===//

#ifndef GL_LIB_DIALECT_GL_TRANSFORMS_DEADOPS_H
#define GL_LIB_DIALECT_GL_TRANSFORMS_DEADOPS_H

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir {
class Operation;

namespace gl {

/// Erases the operations of `candidates` that have neither uses nor effects,
/// and then the producers of their operands likewise. Returns the addresses of
/// the erased ones, for comparison only.
llvm::SmallPtrSet<const Operation *, 16>
eraseDeadOps(llvm::SetVector<Operation *> candidates);

} // namespace gl
} // namespace mlir

#endif // GL_LIB_DIALECT_GL_TRANSFORMS_DEADOPS_H
