//===- GatherTrace.h - From a product back to its sources -------*- C++ -*-===//
//
// Walks from the left operand of a product back through concats, transposes and
// reshapes, and carries along how the product's axes M and K are spelled by the
// dims of the value it has reached. Where K is cut by a concat the walk splits
// into segments.
//
//===----------------------------------------------------------------------===//

#ifndef GL_LIB_DIALECT_GL_TRANSFORMS_GATHERTRACE_H
#define GL_LIB_DIALECT_GL_TRANSFORMS_GATHERTRACE_H

#include "gl/Dialect/GL/IR/IndexMap.h"
#include "mlir/IR/Value.h"

namespace mlir::gl {

/// A slice of the reduction axis: the tensor it is read from, and how that
/// tensor's dims spell M (axis 0) and K (axis 1).
struct LhsSegment {
  Value source;
  IndexMap map;
};

/// The map of a tensor (..., M, K) of `rank` >= 2 that is read as it is.
IndexMap getRowMajorMap(unsigned rank);

/// What a trace found.
struct GatherTrace {
  /// In the order of K; the operand itself if it is not a gather.
  llvm::SmallVector<LhsSegment> segments;
  /// The operations that the segments read past, outermost first.
  llvm::SmallVector<Operation *> ops;
  /// Why the trace went no further where one could have expected it to; empty
  /// if there is nothing to say.
  std::string reason;

  /// Whether the operand is a gather of other tensors.
  bool isGather() const { return !ops.empty(); }
};

/// Traces `lhs`, a tensor (..., M, K) of rank 2 or more. Every map it returns
/// satisfies `IndexMap::isGatherOver(1)` and owns dims on both axes; dynamic
/// dims need no special case, because a map speaks of dims and not of sizes.
///
/// With `keepRows` the dims of M must be, one for one and in order, those of
/// `lhs`: the sizes of a result with several row dims can then be told from
/// the first segment. Without it only their product must be the same.
GatherTrace traceGather(Value lhs, bool keepRows);

} // namespace mlir::gl

#endif // GL_LIB_DIALECT_GL_TRANSFORMS_GATHERTRACE_H
