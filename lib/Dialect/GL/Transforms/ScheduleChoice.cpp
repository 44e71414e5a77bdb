//===- ScheduleChoice.cpp - Which schedule suits a problem ----------------===//
//
// See ScheduleChoice.h. The rules come from measurements of hand-written
// kernels on an H200: a tiny problem is bound by latency and wants about four
// results a warp, eight or sixteen lanes along K with two vectors each, and
// four warps a block; a larger one wants as many results a thread as registers
// allow, as long as the blocks still fill the chip.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/GL/Transforms/ScheduleChoice.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir::gl;

/// Longest reduction that is loaded whole, without a loop, in vectors per lane
/// and row.
static constexpr int64_t kMaxUnrolledVectors = 4;

int64_t mlir::gl::getVectorWidth(const Problem &problem) {
  if (!problem.isAlongK)
    return 1;
  return std::min<int64_t>(16 / problem.elementBytes, problem.rowDivisor);
}

static int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// A tile shape with its spread, from the number of results a thread holds
/// along each axis.
static ScheduleChoice makeSimt(llvm::ArrayRef<int64_t> warps,
                               llvm::ArrayRef<int64_t> lanes, int64_t rowsM,
                               int64_t rowsN, int64_t vectorsK, int64_t vector,
                               llvm::StringRef reason) {
  ScheduleChoice choice;
  choice.warps.assign(warps.begin(), warps.end());
  choice.lanes.assign(lanes.begin(), lanes.end());
  choice.tile = {warps[0] * lanes[0] * rowsM, warps[1] * lanes[1] * rowsN,
                 lanes[2] * vector * vectorsK};
  choice.vector = vector;
  choice.reason = reason.str();
  return choice;
}

ScheduleChoice mlir::gl::chooseSimt(const Problem &problem, int64_t vector) {
  bool isSized = problem.m && problem.n;
  int64_t results = isSized ? *problem.m * *problem.n : 0;
  bool isTiny =
      isSized ? results <= kTinyResults
              : problem.maxResults.value_or(kTinyResults + 1) <= kTinyResults;

  // Lanes along N read neighbours in memory when those along K would not.
  if (!problem.isAlongK) {
    if (isTiny)
      return makeSimt({2, 2}, {1, 32, 1}, 1, 1, 16, 1,
                      "few results; neighbours along N are neighbours in "
                      "memory");
    return makeSimt({4, 2}, {1, 32, 1}, 8, 2, 8, 1,
                    "neighbours along N are neighbours in memory");
  }

  if (isTiny) {
    // Two vectors a lane and row, so that K is covered by as few lanes as it
    // takes.
    int64_t k = problem.k.value_or(32 * vector);
    int64_t lanesK = 1;
    while (lanesK < 32 && lanesK * vector * 2 < k)
      lanesK *= 2;
    int64_t vectorsK = std::clamp<int64_t>(ceilDiv(k, lanesK * vector), 1,
                                           kMaxUnrolledVectors);
    int64_t groups = 32 / lanesK;
    // About four results a warp.
    int64_t rowsM = problem.m.value_or(2) > 1 && groups <= 2 ? 2 : 1;
    int64_t rowsN = groups == 1 && results > 1024 ? 2 : 1;
    return makeSimt({1, 4}, {1, groups, lanesK}, rowsM, rowsN, vectorsK, vector,
                    "few results: bound by latency, about four a warp");
  }

  // The largest of these whose blocks give every multiprocessor two.
  struct Shape {
    int64_t warpsM, warpsN, rowsM, rowsN;
  };
  const Shape shapes[] = {{2, 4, 8, 4}, {2, 2, 4, 4}, {1, 4, 2, 2}};
  int64_t lanesK = vector > 1 ? 8 : 16, lanesN = 2, lanesM = 16 / lanesK;
  for (const Shape &shape : shapes) {
    ScheduleChoice choice = makeSimt(
        {shape.warpsM, shape.warpsN}, {lanesM, lanesN, lanesK}, shape.rowsM,
        shape.rowsN, 1, vector, "the largest tile whose blocks fill the chip");
    bool isLast = &shape == std::end(shapes) - 1;
    // Without sizes, the middle one: it loses least at either end.
    if (!isSized) {
      if (&shape != &shapes[1])
        continue;
      choice.reason = "sizes are known at run time only";
      return choice;
    }
    int64_t blocks = ceilDiv(*problem.m, choice.tile[0]) *
                     ceilDiv(*problem.n, choice.tile[1]);
    if (isLast || blocks >= 2 * problem.sms)
      return choice;
  }
  return {};
}

ScheduleChoice mlir::gl::chooseCPU(const Problem &problem) {
  ScheduleChoice choice;
  choice.family = Family::cpu;
  choice.micro = {4, 4};
  // Packed operands of a tile stay in the second-level cache.
  choice.tile = {128, 64, 1024};
  choice.reason = "operands of one tile fit the second-level cache";
  auto shrink = [&](unsigned axis, std::optional<int64_t> extent,
                    int64_t unit) {
    if (extent)
      choice.tile[axis] =
          std::min(choice.tile[axis],
                   std::max<int64_t>(1, ceilDiv(*extent, unit)) * unit);
  };
  shrink(0, problem.m, choice.micro[0]);
  shrink(1, problem.n, choice.micro[1]);
  shrink(2, problem.k, 16);
  // Few programs would leave threads idle.
  if (problem.m && problem.n &&
      ceilDiv(*problem.m, choice.tile[0]) *
              ceilDiv(*problem.n, choice.tile[1]) <
          problem.sms)
    choice.tile[0] = std::min<int64_t>(choice.tile[0], 32);
  return choice;
}
