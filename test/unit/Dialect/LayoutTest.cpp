//===- LayoutTest.cpp - Who holds which element of a tile -----------------===//
//
// The arithmetic of layouts: every message of check(), coordinates, vector
// widths, slices, and that accepted layouts hold each element exactly once.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/Layout.h"

#include "gtest/gtest.h"
#include <map>
#include <vector>

using mlir::tile::Layout;
using mlir::tile::LayoutDigit;

namespace {

LayoutDigit d(int64_t size, int32_t dim, int64_t stride) {
  return LayoutDigit::along(size, dim, stride);
}
LayoutDigit rep(int64_t size) { return LayoutDigit::replicated(size); }
LayoutDigit sum(int64_t size) { return LayoutDigit::partialSum(size); }

/// Two rows of 128 in one warp, 16 lanes along a row with two vectors of 4.
Layout rows() {
  return Layout({d(4, 1, 1), d(2, 1, 64), d(2, 0, 1)}, {d(16, 1, 4), rep(2)},
                {});
}

/// An accumulator of 4 x 8 over 2 warps whose lanes hold 16 partial sums.
Layout accumulator() {
  return Layout({d(2, 0, 1), d(2, 1, 2)}, {d(2, 1, 1), sum(16)},
                {d(2, 0, 2), d(2, 1, 4)});
}

/// How many (register, lane, warp) triples hold each element of `shape`, which
/// has rank 2; none may lie outside.
std::vector<int64_t> countHolders(const Layout &layout, int64_t m, int64_t n) {
  std::vector<int64_t> holders(m * n, 0);
  for (int64_t w = 0; w < layout.getNumWarps(); ++w)
    for (int64_t l = 0; l < layout.getNumLanes(); ++l)
      for (int64_t r = 0; r < layout.getNumRegisters(); ++r) {
        Layout::Coordinates a = layout.getRegisterCoordinates(r, 2),
                            b = layout.getLaneCoordinates(l, 2),
                            c = layout.getWarpCoordinates(w, 2);
        int64_t i = a[0] + b[0] + c[0], j = a[1] + b[1] + c[1];
        if (i < 0 || i >= m || j < 0 || j >= n) {
          ADD_FAILURE() << "register " << r << " of lane " << l << ", warp "
                        << w << " holds (" << i << ", " << j << ")";
          return holders;
        }
        ++holders[i * n + j];
      }
  return holders;
}

TEST(LayoutTest, SizesAndUnitDigits) {
  Layout layout({d(1, 0, 7), d(4, 1, 1)}, {rep(1), d(32, 0, 1)}, {sum(1)});
  EXPECT_EQ(layout.getRegisters().size(), 1u);
  EXPECT_EQ(layout.getLanes().size(), 1u);
  EXPECT_EQ(layout.getWarps().size(), 0u);
  EXPECT_EQ(layout.getNumRegisters(), 4);
  EXPECT_EQ(layout.getNumLanes(), 32);
  EXPECT_EQ(layout.getNumWarps(), 1);
  EXPECT_TRUE(layout == Layout({d(4, 1, 1)}, {d(32, 0, 1)}, {}));
  EXPECT_FALSE(layout == Layout({d(4, 1, 2)}, {d(32, 0, 1)}, {}));
  EXPECT_EQ(Layout().getNumRegisters(), 1);
}

TEST(LayoutTest, Coordinates) {
  Layout layout = rows();
  using C = Layout::Coordinates;
  // Register 7 = 3 + 4 * 1 + 8 * 0, register 13 = 1 + 4 * 1 + 8 * 1.
  EXPECT_EQ(layout.getRegisterCoordinates(0, 2), (C{0, 0}));
  EXPECT_EQ(layout.getRegisterCoordinates(7, 2), (C{0, 67}));
  EXPECT_EQ(layout.getRegisterCoordinates(13, 2), (C{1, 65}));
  EXPECT_EQ(layout.getRegisterCoordinates(15, 2), (C{1, 67}));
  // Lanes 3 and 19 are copies of each other.
  EXPECT_EQ(layout.getLaneCoordinates(3, 2), (C{0, 12}));
  EXPECT_EQ(layout.getLaneCoordinates(19, 2), (C{0, 12}));
  EXPECT_EQ(layout.getWarpCoordinates(0, 2), (C{0, 0}));
  EXPECT_EQ(accumulator().getWarpCoordinates(3, 2), (C{2, 4}));
  // Coordinates have the rank that is asked for.
  EXPECT_EQ(layout.getLaneCoordinates(1, 3), (C{0, 4, 0}));
}

TEST(LayoutTest, Contiguity) {
  EXPECT_EQ(rows().getContiguity(1), 4);
  EXPECT_EQ(rows().getContiguity(0), 1);
  // Runs go on through digits whose strides continue them.
  EXPECT_EQ(Layout({d(4, 0, 1), d(2, 0, 4)}, {}, {}).getContiguity(0), 8);
  EXPECT_EQ(Layout({d(4, 0, 1), d(2, 0, 8)}, {d(2, 0, 4)}, {}).getContiguity(0),
            4);
  EXPECT_EQ(Layout({d(2, 1, 1), d(4, 0, 1)}, {}, {}).getContiguity(0), 1);
  EXPECT_EQ(Layout({d(4, 0, 2)}, {d(2, 0, 1)}, {}).getContiguity(0), 1);
  EXPECT_EQ(Layout().getContiguity(0), 1);
}

TEST(LayoutTest, CheckAccepts) {
  EXPECT_EQ(rows().check({2, 128}), "");
  EXPECT_EQ(accumulator().check({4, 8}), "");
  EXPECT_EQ(Layout().check({}), "");
  EXPECT_EQ(Layout().check({1, 1}), "");
  EXPECT_EQ(Layout({}, {rep(32)}, {sum(4)}).check({1}), "");
}

TEST(LayoutTest, CheckSaysWhatIsWrong) {
  EXPECT_EQ(rows().check({2}), "a digit moves along d1, the tile has rank 1");
  EXPECT_EQ(rows().check({2, 64}), "along d1 the digits cover 128 elements of "
                                   "64");
  EXPECT_EQ(rows().check({3, 128}), "along d0 the digits cover 2 elements of "
                                    "3");
  EXPECT_EQ(rows().check({2, 128, 5}),
            "along d2 the digits cover 1 elements of 5");
  EXPECT_EQ(rows().check({0, 128}), "along d0 the digits cover 2 elements of "
                                    "0");
  EXPECT_EQ(rows().check({-1, 128}), "along d0 the digits cover 2 elements of "
                                     "?");
  // A gap, an overlap, and a stride of zero or less.
  EXPECT_EQ(Layout({d(4, 0, 1)}, {d(4, 0, 8)}, {}).check({32}),
            "along d0 a digit has stride 8 where 4 elements are covered below "
            "it");
  EXPECT_EQ(Layout({d(4, 0, 1)}, {d(4, 0, 2)}, {}).check({8}),
            "along d0 a digit has stride 2 where 4 elements are covered below "
            "it");
  EXPECT_EQ(Layout({d(4, 0, 0)}, {}, {}).check({4}),
            "along d0 a digit has stride 0 where 1 elements are covered below "
            "it");
  EXPECT_EQ(Layout({d(4, 0, -1)}, {}, {}).check({4}),
            "along d0 a digit has stride -1 where 1 elements are covered below "
            "it");
  EXPECT_EQ(Layout({d(0, 0, 1)}, {}, {}).check({4}), "a digit has size 0");
  EXPECT_EQ(Layout({}, {rep(-2)}, {}).check({4}), "a digit has size -2");
}

TEST(LayoutTest, AcceptedLayoutsHoldEachElementEquallyOften) {
  for (int64_t count : countHolders(rows(), 2, 128))
    EXPECT_EQ(count, 2); // the two copies
  for (int64_t count : countHolders(accumulator(), 4, 8))
    EXPECT_EQ(count, 16); // the partial sums
}

TEST(LayoutTest, EveryAcceptedLayoutOfASmallTileIsABijection) {
  // All layouts of a 4 x 4 tile out of four digits of size 2 along any dim with
  // any stride: check() accepts exactly those that hold each element once.
  int accepted = 0;
  const int64_t choices[][2] = {{0, 1}, {0, 2}, {1, 1}, {1, 2}};
  for (int code = 0; code < 256; ++code) {
    LayoutDigit digits[4];
    for (int i = 0; i < 4; ++i) {
      const int64_t *choice = choices[(code >> (2 * i)) & 3];
      digits[i] = d(2, static_cast<int32_t>(choice[0]), choice[1]);
    }
    Layout layout({digits[0], digits[1]}, {digits[2]}, {digits[3]});
    std::map<std::vector<int64_t>, int> seen;
    bool inside = true;
    for (int64_t w = 0; w < 2; ++w)
      for (int64_t l = 0; l < 2; ++l)
        for (int64_t r = 0; r < 4; ++r) {
          std::vector<int64_t> at(2);
          for (int dim = 0; dim < 2; ++dim) {
            at[dim] = layout.getRegisterCoordinates(r, 2)[dim] +
                      layout.getLaneCoordinates(l, 2)[dim] +
                      layout.getWarpCoordinates(w, 2)[dim];
            inside &= at[dim] < 4;
          }
          ++seen[at];
        }
    bool bijective = inside && seen.size() == 16;
    EXPECT_EQ(layout.check({4, 4}).empty(), bijective)
        << "code " << code << ": " << layout.check({4, 4});
    accepted += bijective;
  }
  EXPECT_EQ(accepted, 24); // the orders of the four digits
}

TEST(LayoutTest, SumsCompleted) {
  EXPECT_TRUE(accumulator().hasPartialSums());
  EXPECT_FALSE(rows().hasPartialSums());
  Layout done = accumulator().withSumsCompleted();
  EXPECT_FALSE(done.hasPartialSums());
  EXPECT_TRUE(done == Layout({d(2, 0, 1), d(2, 1, 2)}, {d(2, 1, 1), rep(16)},
                             {d(2, 0, 2), d(2, 1, 4)}));
  EXPECT_EQ(done.check({4, 8}), "");
  // Sums in registers are dropped, those over warps become copies.
  EXPECT_TRUE(Layout({sum(4), d(2, 0, 1)}, {}, {sum(2)}).withSumsCompleted() ==
              Layout({d(2, 0, 1)}, {}, {rep(2)}));
  EXPECT_TRUE(rows().withSumsCompleted() == rows());
}

TEST(LayoutTest, Slice) {
  // Without its rows the tile is a row of 128; the row digit of the registers
  // is dropped.
  Layout row = rows().slice({1});
  EXPECT_TRUE(row ==
              Layout({d(4, 0, 1), d(2, 0, 64)}, {d(16, 0, 4), rep(2)}, {}));
  EXPECT_EQ(row.check({128}), "");
  // Without its columns the lanes along them become copies.
  Layout column = rows().slice({0});
  EXPECT_TRUE(column == Layout({d(2, 0, 1)}, {rep(16), rep(2)}, {}));
  EXPECT_EQ(column.check({2}), "");
  // Partial sums stay, and dims can change places.
  Layout turned = accumulator().slice({1, 0});
  EXPECT_TRUE(turned.hasPartialSums());
  EXPECT_EQ(turned.check({8, 4}), "");
  EXPECT_EQ(Layout({d(2, 0, 1)}, {d(4, 1, 1)}, {}).slice({}).check({}), "");
}

TEST(LayoutTest, EqualLayoutsHashAlike) {
  EXPECT_EQ(hash_value(rows()), hash_value(rows()));
  EXPECT_NE(hash_value(rows()), hash_value(accumulator()));
  // The same digits in another counter are another layout.
  Layout lanes({}, {d(4, 0, 1)}, {}), warps({}, {}, {d(4, 0, 1)});
  EXPECT_FALSE(lanes == warps);
  EXPECT_NE(hash_value(lanes), hash_value(warps));
}

} // namespace
