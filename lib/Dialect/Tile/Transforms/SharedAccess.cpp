//===- SharedAccess.cpp - Instructions that read shared memory ------------===//
//
// See SharedAccess.h.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/Transforms/SharedAccess.h"

#include <algorithm>
#include <numeric>

using namespace mlir::tile;
using llvm::ArrayRef;

/// Bytes that one lane gets of one matrix of ldmatrix, and of its rows.
static constexpr int64_t kWordBytes = 4, kMatrixRows = 8;

/// Whether lane l holds 4 bytes of row l/4 at 4 * (l mod 4), where rows are
/// those of `shared` or, transposed (16-bit elements only), its columns.
static bool isFragment(const Layout &layout, const SharedLayout &shared) {
  int64_t perWord = kWordBytes / shared.getElementBytes();
  if (shared.getAlong() == 0 && shared.getElementBytes() != 2)
    return false;
  ArrayRef<LayoutDigit> lanes = layout.getLanes(),
                        registers = layout.getRegisters();
  return lanes.size() == 2 && lanes[0] == LayoutDigit::along(4, 1, perWord) &&
         lanes[1] == LayoutDigit::along(kMatrixRows, 0, 1) &&
         (perWord == 1 || (!registers.empty() &&
                           registers[0] == LayoutDigit::along(perWord, 1, 1)));
}

static SharedLoadPlan planMatrices(const Layout &layout,
                                   const SharedLayout &shared) {
  SharedLoadPlan plan;
  plan.isMatrix = true;
  int64_t perWord = kWordBytes / shared.getElementBytes();
  int64_t matrices = layout.getNumRegisters() / perWord;
  auto place = [&](int64_t matrix) {
    return layout.getRegisterCoordinates(matrix * perWord, 2);
  };
  llvm::SmallVector<LayoutDigit> lanes = {
      LayoutDigit::along(kMatrixRows, 1 - shared.getAlong(), 1)};
  // As many at once as lie to each other as the first ones do.
  for (; plan.count < 4 && matrices % (2 * plan.count) == 0; plan.count *= 2) {
    Layout::Coordinates step = place(plan.count);
    bool isRegular = (step[0] == 0) != (step[1] == 0);
    for (int64_t matrix = 0; matrix < matrices; ++matrix) {
      if (matrix % (2 * plan.count) < plan.count)
        continue;
      Layout::Coordinates here = place(matrix),
                          start = place(matrix - plan.count);
      isRegular &=
          here[0] - start[0] == step[0] && here[1] - start[1] == step[1];
    }
    if (!isRegular)
      break;
    int32_t dim = step[0] != 0 ? 0 : 1;
    lanes.push_back(LayoutDigit::along(2, dim, step[dim]));
  }
  lanes.push_back(LayoutDigit::replicated(4 / plan.count));
  plan.addresses = Layout({}, lanes, layout.getWarps());
  plan.registers = plan.count * perWord;
  return plan;
}

SharedLoadPlan mlir::tile::planSharedLoad(const Layout &layout,
                                          const SharedLayout &shared,
                                          ArrayRef<int64_t> at) {
  if (isFragment(layout, shared))
    return planMatrices(layout, shared);
  SharedLoadPlan plan;
  unsigned along = shared.getAlong();
  // Runs that start at a multiple of their length stay inside a chunk.
  int64_t width =
      std::gcd(layout.getContiguity(along),
               SharedLayout::kChunkBytes / shared.getElementBytes());
  width = std::gcd(width, at[along]);
  for (auto digits :
       {layout.getRegisters(), layout.getLanes(), layout.getWarps()})
    for (const LayoutDigit &digit : digits)
      if (digit.dim == static_cast<int32_t>(along) && digit.stride >= width)
        width = std::gcd(width, digit.stride);
  plan.count = plan.registers = width;
  plan.addresses = Layout({}, layout.getLanes(), layout.getWarps());
  return plan;
}

int64_t mlir::tile::countLoadConflicts(const Layout &layout,
                                       const SharedLayout &shared,
                                       ArrayRef<int64_t> at) {
  SharedLoadPlan plan = planSharedLoad(layout, shared, at);
  int64_t most = 0;
  for (int64_t warp = 0; warp < layout.getNumWarps(); ++warp) {
    int64_t conflicts = 0;
    Layout::Coordinates warpPlace = plan.addresses.getWarpCoordinates(warp, 2);
    for (int64_t reg = 0; reg < layout.getNumRegisters();
         reg += plan.registers) {
      Layout::Coordinates regPlace = layout.getRegisterCoordinates(reg, 2);
      llvm::SmallVector<int64_t> offsets;
      int64_t lanes = plan.isMatrix ? plan.count * kMatrixRows : 32;
      for (int64_t lane = 0; lane < lanes; ++lane) {
        Layout::Coordinates place = plan.addresses.getLaneCoordinates(lane, 2);
        for (unsigned dim = 0; dim < 2; ++dim)
          place[dim] += warpPlace[dim] + regPlace[dim] + at[dim];
        offsets.push_back(shared.getOffset(place));
      }
      conflicts += SharedLayout::countBankConflicts(
          offsets, plan.isMatrix ? SharedLayout::kChunkBytes
                                 : plan.count * shared.getElementBytes());
    }
    most = std::max(most, conflicts);
  }
  return most;
}
