//===- WarpgroupLayoutTest.cpp - Who holds what of wgmma's accumulator ----===//
//
// The layout of family wgmma against the figure of the PTX ISA ("Register
// Fragments", accumulator of wgmma.mma_async.m64nN), for all ways to share a
// tile out between warpgroups.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/Transforms/DotLayouts.h"

#include "gtest/gtest.h"
#include <vector>

using mlir::gl::Family;
using mlir::gl::ScheduleFields;
using mlir::tile::getWarpgroupLayout;
using mlir::tile::Layout;

namespace {

struct Case {
  /// Warpgroups along the instruction's rows and columns, blocks of 64 rows and
  /// columns of each.
  int64_t groupRows, groupColumns, blocks, columns, swap;
};

template <typename Test>
void forCases(Test test) {
  for (int64_t swap : {0, 1})
    for (auto [rows, columns] :
         {std::pair(1, 1), {2, 1}, {1, 2}, {3, 1}, {1, 3}})
      for (int64_t blocks : {1, 2, 3})
        for (int64_t width : {8, 24, 104, 256}) {
          Case c = {rows, columns, blocks, width, swap};
          SCOPED_TRACE(testing::Message()
                       << rows << " x " << columns << " warpgroups, "
                       << blocks * 64 << " x " << width << " each, swap "
                       << swap);
          int64_t shape[2] = {rows * blocks * 64, columns * width};
          ScheduleFields fields;
          fields.family = Family::wgmma;
          fields.swap = swap;
          fields.warps = {rows * 4, columns};
          if (swap) {
            std::swap(shape[0], shape[1]);
            std::swap(fields.warps[0], fields.warps[1]);
          }
          fields.tile = {shape[0], shape[1], 64};
          test(c, getWarpgroupLayout(shape, fields), shape);
        }
}

TEST(WarpgroupLayout, EveryElementHasOneHolder) {
  forCases([](const Case &, const Layout &layout, const int64_t *shape) {
    EXPECT_EQ(layout.check({shape[0], shape[1]}), "");
    EXPECT_EQ(layout.getNumLanes(), 32);
    std::vector<bool> held(shape[0] * shape[1]);
    for (int64_t warp = 0; warp < layout.getNumWarps(); ++warp)
      for (int64_t lane = 0; lane < 32; ++lane)
        for (int64_t reg = 0; reg < layout.getNumRegisters(); ++reg) {
          int64_t place[2];
          for (unsigned dim : {0u, 1u})
            place[dim] = layout.getRegisterCoordinates(reg, 2)[dim] +
                         layout.getLaneCoordinates(lane, 2)[dim] +
                         layout.getWarpCoordinates(warp, 2)[dim];
          ASSERT_TRUE(place[0] >= 0 && place[0] < shape[0] && place[1] >= 0 &&
                      place[1] < shape[1]);
          ASSERT_FALSE(held[place[0] * shape[1] + place[1]]);
          held[place[0] * shape[1] + place[1]] = true;
        }
  });
}

TEST(WarpgroupLayout, IsTheInstructionsFragment) {
  forCases([](const Case &c, const Layout &layout, const int64_t *) {
    ASSERT_EQ(layout.getNumWarps(), 4 * c.groupRows * c.groupColumns);
    ASSERT_EQ(layout.getNumRegisters(), c.blocks * c.columns / 2);
    int64_t perBlock = c.columns / 2;
    for (int64_t thread = 0; thread < 32 * layout.getNumWarps(); ++thread)
      for (int64_t reg = 0; reg < layout.getNumRegisters(); ++reg) {
        // Row groups count fastest, and each has its blocks of 64 rows one
        // below the other.
        int64_t group = thread / 128, inGroup = thread % 128;
        int64_t firstRow =
                    group % c.groupRows * c.blocks * 64 + reg / perBlock * 64,
                firstColumn = group / c.groupRows * c.columns;
        // Thread t holds, as d[i], row 16 (t / 32) + t % 32 / 4 + 8 (i / 2 %
        // 2), column 8 (i / 4) + 2 (t % 4) + i % 2.
        int64_t i = reg % perBlock;
        int64_t row = firstRow + inGroup / 32 * 16 + inGroup % 32 / 4 +
                      i / 2 % 2 * 8,
                column = firstColumn + i / 4 * 8 + inGroup % 4 * 2 + i % 2;
        int64_t expected[2] = {row, column};
        if (c.swap)
          std::swap(expected[0], expected[1]);
        for (unsigned dim : {0u, 1u})
          ASSERT_EQ(layout.getRegisterCoordinates(reg, 2)[dim] +
                        layout.getLaneCoordinates(thread % 32, 2)[dim] +
                        layout.getWarpCoordinates(thread / 32, 2)[dim],
                    expected[dim])
              << "thread " << thread << ", register " << reg << ", dim " << dim;
      }
  });
}

} // namespace
