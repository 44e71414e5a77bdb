//===-- ChoiceProblem.h - A problem for tests of choices --------*- C++ -*-===//
//
// What tests of schedules' choices start from.
//
//===----------------------------------------------------------------------===//

#ifndef GL_TEST_UNIT_DIALECT_CHOICEPROBLEM_H
#define GL_TEST_UNIT_DIALECT_CHOICEPROBLEM_H

#include "gl/Dialect/GL/Transforms/ScheduleChoice.h"

#include <optional>

namespace mlir::gl {

using Size = std::optional<int64_t>;

/// A problem in bf16 that nothing keeps from family wgmma.
inline Problem makeProblem(Size m, Size n, Size k) {
  Problem problem;
  problem.m = m;
  problem.n = n;
  problem.k = k;
  problem.elementBytes = 2;
  problem.rowDivisor = 8;
  problem.onTensorCores = true;
  problem.hasCopyEngine = true;
  if (k)
    problem.pieces = {{1, *k}};
  return problem;
}

} // namespace mlir::gl

#endif // GL_TEST_UNIT_DIALECT_CHOICEPROBLEM_H
