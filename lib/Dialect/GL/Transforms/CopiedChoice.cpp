//===- CopiedChoice.cpp - Products of a copy of their input ---------------===//
//
// Where the copy engine cannot bring an input's rows, every program that wants
// them fills slots with them, as often as tiles stand side by side. A kernel
// that gathers the input first, in rows of whole lines, does so once; then the
// engine brings what the product needs. That is the estimate of a plain product
// and what the copy takes: another launch, and its bytes. The constants were
// fitted to measurements on an H200.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/GL/Transforms/ScheduleChoice.h"

#include "gl/Dialect/GL/IR/Warpgroups.h"

using namespace mlir::gl;

/// A line of the L2 cache, of which a copy's rows are made.
static constexpr int64_t kLineBytes = 128;

double mlir::gl::getCopyCycles(const Problem &problem, int64_t m, int64_t k) {
  return double(m) * double(k) * double(problem.elementBytes) /
         double(kCopiedBytesPerCycle);
}

std::vector<ScheduleChoice> mlir::gl::getCopiedChoices(const Problem &problem) {
  std::vector<ScheduleChoice> choices;
  if (!problem.isSliced || problem.segments > 1 || problem.isRhsGathered)
    return choices;
  Problem copied = problem;
  copied.isCopied = true;
  copied.isSliced = copied.isGatheredTwice = false;
  copied.lhsAlignment = kLineBytes;
  copied.pieces.clear();
  if (problem.k)
    copied.pieces.push_back({1, *problem.k});
  // A launch, and the wait for its end. Rows of open length take some more.
  const double kCopyCycles = problem.hasUnknownRows ? 3200 : 2200;
  for (ScheduleChoice &choice : getWarpgroupChoices(copied)) {
    // Steps of one slice walk it.
    bool isFilled = choice.fillWarps != 0 && problem.products == 1;
    if (choice.gather != GatherMode::walk || isFilled)
      continue;
    choice.gather = GatherMode::copy;
    choice.estimate.start += kCopyCycles;
    if (problem.m && problem.k)
      choice.cycles +=
          kCopyCycles + getCopyCycles(problem, *problem.m, *problem.k);
    choices.push_back(std::move(choice));
  }
  return choices;
}

std::optional<ScheduleChoice> mlir::gl::chooseCopied(const Problem &problem) {
  return takeBest(getCopiedChoices(problem));
}
