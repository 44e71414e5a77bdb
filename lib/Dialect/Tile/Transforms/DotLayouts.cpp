//===- DotLayouts.cpp - How a schedule spreads tiles over threads ---------===//
//
// See DotLayouts.h.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/Transforms/DotLayouts.h"

#include <numeric>

using namespace mlir::tile;
using mlir::gl::Family;
using mlir::gl::ScheduleFields;

namespace {
/// Shape of the instruction `mma.sync.m16n8kK` (PTX ISA, "Matrix multiply-
/// accumulate operation using mma instruction"): K is 32 bytes of elements, a
/// lane holds 4 bytes of a row at a time, and a row of 16 bytes is what one
/// address of ldmatrix stands for.
constexpr int64_t kMmaM = 16, kMmaN = 8, kRegisterBytes = 4, kRowBytes = 16;
} // namespace

/// Neighbours along K that a thread of family simt takes at once: what its
/// schedule loads from memory, or a chunk of shared memory.
static int64_t getRun(const ScheduleFields &schedule, int64_t elementBytes) {
  return schedule.stages > 0 ? kRowBytes / elementBytes : schedule.vector;
}

llvm::SmallVector<int64_t, 3>
mlir::tile::getDotUnits(const ScheduleFields &schedule, int64_t elementBytes) {
  if (schedule.family == Family::mma)
    return {schedule.warps[0] * kMmaM, schedule.warps[1] * kMmaN,
            2 * kRowBytes / elementBytes};
  return {schedule.warps[0] * schedule.lanes[0],
          schedule.warps[1] * schedule.lanes[1],
          schedule.lanes[2] * getRun(schedule, elementBytes)};
}

int64_t mlir::tile::getDotDepth(const ScheduleFields &schedule,
                                int64_t elementBytes) {
  return getDotUnits(schedule, elementBytes)[2];
}

/// K lanes are the fastest, so that neighbouring lanes read neighbouring
/// vectors of a row, then N, so that they store neighbouring columns.
static DotLayouts getSimtLayouts(const DotShape &shape,
                                 const ScheduleFields &schedule) {
  const int64_t sizes[3] = {shape.m, shape.n, shape.k};
  llvm::SmallVector<int64_t, 3> units =
      getDotUnits(schedule, shape.elementBytes);
  llvm::ArrayRef<int64_t> lanes = schedule.lanes, warps = schedule.warps;
  int64_t run = getRun(schedule, shape.elementBytes);
  auto reg = [&](unsigned axis, int32_t dim) {
    return LayoutDigit::along(sizes[axis] / units[axis], dim, units[axis]);
  };
  auto lane = [&](unsigned axis, int32_t dim) {
    return LayoutDigit::along(lanes[axis], dim, axis == 2 ? run : 1);
  };
  auto warp = [&](unsigned axis, int32_t dim) {
    return LayoutDigit::along(warps[axis], dim, lanes[axis]);
  };
  auto rep = LayoutDigit::replicated;
  LayoutDigit vec = LayoutDigit::along(run, 1, 1);
  DotLayouts result;
  result.lhs = Layout({vec, reg(2, 1), reg(0, 0)},
                      {lane(2, 1), rep(lanes[1]), lane(0, 0)},
                      {rep(warps[1]), warp(0, 0)});
  result.rhs = Layout({vec, reg(2, 1), reg(1, 0)},
                      {lane(2, 1), lane(1, 0), rep(lanes[0])},
                      {warp(1, 0), rep(warps[0])});
  result.acc =
      Layout({reg(1, 1), reg(0, 0)},
             {LayoutDigit::partialSum(lanes[2]), lane(1, 1), lane(0, 0)},
             {warp(1, 1), warp(0, 0)});
  return result;
}

static DotLayouts getMmaLayouts(const DotShape &shape,
                                const ScheduleFields &schedule) {
  auto along = LayoutDigit::along;
  auto rep = LayoutDigit::replicated;
  int64_t warpsM = schedule.warps[0], warpsN = schedule.warps[1];
  int64_t warpM = shape.m / warpsM, warpN = shape.n / warpsN;
  int64_t perRegister = kRegisterBytes / shape.elementBytes;
  int64_t perRow = kRowBytes / shape.elementBytes;
  int64_t depths = shape.k / (2 * perRow);
  llvm::SmallVector<LayoutDigit> lanes = {along(4, 1, perRegister),
                                          along(8, 0, 1)};
  DotLayouts result;
  result.lhs =
      Layout({along(perRegister, 1, 1), along(2, 0, 8), along(2, 1, perRow),
              along(depths, 1, 2 * perRow), along(warpM / kMmaM, 0, kMmaM)},
             lanes, {rep(warpsN), along(warpsM, 0, warpM)});
  result.rhs =
      Layout({along(perRegister, 1, 1), along(2, 1, perRow),
              along(depths, 1, 2 * perRow), along(warpN / kMmaN, 0, kMmaN)},
             lanes, {along(warpsN, 0, warpN), rep(warpsM)});
  result.acc =
      Layout({along(2, 1, 1), along(2, 0, 8), along(warpN / kMmaN, 1, kMmaN),
              along(warpM / kMmaM, 0, kMmaM)},
             {along(4, 1, 2), along(8, 0, 1)},
             {along(warpsN, 1, warpN), along(warpsM, 0, warpM)});
  return result;
}

DotLayouts mlir::tile::getDotLayouts(const DotShape &shape,
                                     const ScheduleFields &schedule) {
  return schedule.family == Family::mma ? getMmaLayouts(shape, schedule)
                                        : getSimtLayouts(shape, schedule);
}

Layout mlir::tile::getWarpgroupLayout(llvm::ArrayRef<int64_t> shape,
                                      const ScheduleFields &schedule) {
  // An instruction makes 64 rows, 16 in each of four warps, and within those
  // what mma.sync makes (PTX ISA, "Register Fragments for wgmma.mma_async").
  constexpr int64_t kWarps = 4, kRows = kWarps * kMmaM;
  auto along = LayoutDigit::along;
  int32_t row = schedule.swap, column = 1 - row;
  int64_t groups = schedule.warps[row] / kWarps;
  int64_t groupRows = shape[row] / groups,
          groupColumns = shape[column] / schedule.warps[column];
  return Layout({along(2, column, 1), along(2, row, 8),
                 along(groupColumns / kMmaN, column, kMmaN),
                 along(groupRows / kRows, row, kRows)},
                {along(4, column, 2), along(8, row, 1)},
                {along(kWarps, row, kMmaM), along(groups, row, groupRows),
                 along(schedule.warps[column], column, groupColumns)});
}

Layout mlir::tile::getCopyLayout(llvm::ArrayRef<int64_t> shape, unsigned along,
                                 int64_t width, int64_t numWarps) {
  int32_t row = 1 - along;
  int64_t runs = shape[along] / width, rows = shape[row];
  int64_t laneRuns = std::gcd<int64_t>(runs, 32);
  int64_t warpRuns = std::gcd(runs / laneRuns, numWarps);
  int64_t laneRows = std::gcd(rows, 32 / laneRuns);
  int64_t warpRows = std::gcd(rows / laneRows, numWarps / warpRuns);
  auto digit = LayoutDigit::along;
  int32_t dim = along;
  return Layout(
      {digit(width, dim, 1),
       digit(runs / (laneRuns * warpRuns), dim, width * laneRuns * warpRuns),
       digit(rows / (laneRows * warpRows), row, laneRows * warpRows)},
      {digit(laneRuns, dim, width), digit(laneRows, row, 1),
       LayoutDigit::replicated(32 / (laneRuns * laneRows))},
      {digit(warpRuns, dim, width * laneRuns), digit(warpRows, row, laneRows),
       LayoutDigit::replicated(numWarps / (warpRuns * warpRows))});
}

Layout mlir::tile::getDefaultLayout(llvm::ArrayRef<int64_t> shape,
                                    int64_t numWarps, int64_t width) {
  Layout::Digits registers, lanes, warps;
  int64_t lanesLeft = 32, warpsLeft = numWarps;
  for (int32_t dim = shape.size() - 1; dim >= 0; --dim) {
    bool isInner = dim == static_cast<int32_t>(shape.size()) - 1;
    int64_t run = isInner ? std::gcd(width, shape[dim]) : 1;
    int64_t runs = shape[dim] / run;
    int64_t lane = std::gcd(runs, lanesLeft);
    int64_t warp = std::gcd(runs / lane, warpsLeft);
    registers.push_back(LayoutDigit::along(run, dim, 1));
    lanes.push_back(LayoutDigit::along(lane, dim, run));
    warps.push_back(LayoutDigit::along(warp, dim, lane * run));
    registers.push_back(
        LayoutDigit::along(runs / (lane * warp), dim, lane * warp * run));
    lanesLeft /= lane;
    warpsLeft /= warp;
  }
  lanes.push_back(LayoutDigit::replicated(lanesLeft));
  warps.push_back(LayoutDigit::replicated(warpsLeft));
  return Layout(registers, lanes, warps);
}
