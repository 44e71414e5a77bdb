//===- IndexMapTest.cpp - Spellings of logical axes by tensor dims --------===//
//
// Round trips of every spelling up to rank 4, what reading an affine map
// refuses and why, extents, and which maps are gathers.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/GL/IR/IndexMap.h"

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <limits>
#include <numeric>

using namespace mlir;
using mlir::gl::IndexMap;

namespace {

class IndexMapTest : public ::testing::Test {
protected:
  AffineExpr d(unsigned i) { return getAffineDimExpr(i, &context); }
  AffineExpr s(unsigned i) { return getAffineSymbolExpr(i, &context); }
  AffineExpr c(int64_t i) { return getAffineConstantExpr(i, &context); }
  AffineMap map(unsigned dims, unsigned symbols, ArrayRef<AffineExpr> results) {
    return AffineMap::get(dims, symbols, results, &context);
  }
  std::string print(const IndexMap &indexMap) {
    std::string text;
    llvm::raw_string_ostream(text) << indexMap.toAffineMap(&context);
    return text;
  }
  /// Why reading `affine` fails; "accepted" if it does not.
  std::string refusal(AffineMap affine) {
    std::string reason;
    if (IndexMap::fromAffineMap(affine, reason))
      return "accepted";
    return reason;
  }

  MLIRContext context;
};

/// Calls `visit` with every way to spell `numAxes` axes by `rank` dims: each
/// order of the dims, cut into as many consecutive lists.
template <typename Visit>
void forEachSpelling(unsigned rank, unsigned numAxes, Visit visit) {
  std::vector<unsigned> order(rank);
  std::iota(order.begin(), order.end(), 0u);
  do {
    // cuts[i] is where the list of axis i ends.
    std::vector<unsigned> cuts(numAxes, 0);
    auto recurse = [&](auto &&self, unsigned axis) -> void {
      if (axis + 1 == numAxes) {
        SmallVector<IndexMap::Dims> axes;
        unsigned begin = 0;
        cuts[axis] = rank;
        for (unsigned end : cuts) {
          axes.push_back(
              IndexMap::Dims(order.begin() + begin, order.begin() + end));
          begin = end;
        }
        visit(axes);
        return;
      }
      for (unsigned end = axis ? cuts[axis - 1] : 0; end <= rank; ++end) {
        cuts[axis] = end;
        self(self, axis + 1);
      }
    };
    recurse(recurse, 0);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST_F(IndexMapTest, PrintsTheStackedTensor) {
  EXPECT_EQ(print(IndexMap(3, {{1}, {0, 2}})),
            "(d0, d1)[s0, s1, s2] -> (d1 floordiv s2, d0, d1 mod s2)");
  EXPECT_EQ(print(IndexMap(2, {{0}, {1}})), "(d0, d1)[s0, s1] -> (d0, d1)");
  EXPECT_EQ(print(IndexMap(2, {{1}, {0}})), "(d0, d1)[s0, s1] -> (d1, d0)");
}

TEST_F(IndexMapTest, EverySpellingSurvivesTheAffineMap) {
  unsigned count = 0;
  for (unsigned rank = 1; rank <= 4; ++rank)
    for (unsigned numAxes = 1; numAxes <= 3; ++numAxes)
      forEachSpelling(rank, numAxes, [&](ArrayRef<IndexMap::Dims> axes) {
        IndexMap written(rank, axes);
        std::string reason;
        std::optional<IndexMap> read =
            IndexMap::fromAffineMap(written.toAffineMap(&context), reason);
        ASSERT_TRUE(read) << print(written) << ": " << reason;
        EXPECT_TRUE(*read == written)
            << print(written) << " was read as " << print(*read);
        ++count;
      });
  // Orders times cuts: rank! * C(rank + axes - 1, axes - 1).
  EXPECT_EQ(count, (1u + 2 + 3) + 2 * (1 + 3 + 6) + 6 * (1 + 4 + 10) +
                       24 * (1 + 5 + 15));
}

TEST_F(IndexMapTest, MapsAreBijections) {
  // Every spelling sends the M x N points to distinct elements in bounds.
  SmallVector<int64_t> shape = {2, 3, 4};
  forEachSpelling(3, 2, [&](ArrayRef<IndexMap::Dims> axes) {
    IndexMap indexMap(3, axes);
    int64_t m = indexMap.getExtent(0, shape), n = indexMap.getExtent(1, shape);
    ASSERT_EQ(m * n, 24);
    AffineMap affine = indexMap.toAffineMap(&context);
    std::vector<int> seen(24, 0);
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        SmallVector<Attribute> constants;
        Type index = IndexType::get(&context);
        for (int64_t value : {i, j, shape[0], shape[1], shape[2]})
          constants.push_back(IntegerAttr::get(index, value));
        SmallVector<Attribute> at;
        ASSERT_TRUE(succeeded(affine.constantFold(constants, at)));
        int64_t offset = 0;
        for (auto [dim, coordinate] : llvm::enumerate(at)) {
          int64_t value = cast<IntegerAttr>(coordinate).getInt();
          ASSERT_GE(value, 0);
          ASSERT_LT(value, shape[dim]);
          offset = offset * shape[dim] + value;
        }
        ++seen[offset];
      }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), 24) << print(indexMap);
  });
}

TEST_F(IndexMapTest, ReadsAnAxisOverManyDims) {
  // Far more orders than could be tried one by one.
  IndexMap::Dims dims;
  for (unsigned i = 0; i < 16; ++i)
    dims.push_back((i * 7) % 16);
  IndexMap written(16, {dims});
  std::string reason;
  std::optional<IndexMap> read =
      IndexMap::fromAffineMap(written.toAffineMap(&context), reason);
  ASSERT_TRUE(read) << reason;
  EXPECT_TRUE(*read == written);
}

TEST_F(IndexMapTest, SaysWhyItRefuses) {
  EXPECT_EQ(refusal(map(2, 1, {d(0), d(1)})),
            "has 1 symbols for a tensor of rank 2; symbol i stands for dim i "
            "of the tensor");
  EXPECT_EQ(refusal(map(2, 0, {d(0)})),
            "has 0 symbols for a tensor of rank 1; symbol i stands for dim i "
            "of the tensor");
  EXPECT_EQ(refusal(map(2, 2, {d(0) + d(1), d(1)})),
            "result 0, d0 + d1, depends on 2 of the map's dims; each dim of "
            "the tensor belongs to exactly one");
  EXPECT_EQ(refusal(map(2, 2, {d(0), c(0)})),
            "result 1, 0, depends on 0 of the map's dims; each dim of the "
            "tensor belongs to exactly one");
  EXPECT_EQ(refusal(map(2, 2, {d(0), s(1)})),
            "result 1, s1, depends on 0 of the map's dims; each dim of the "
            "tensor belongs to exactly one");
  const char *split = " over the dims it reaches (outer dims take the "
                      "quotient, inner ones the remainder)";
  // The same dim twice, a scaled dim, a shifted one, and a remainder without
  // its quotient.
  EXPECT_EQ(refusal(map(1, 2, {d(0), d(0)})),
            std::string("does not split d0") + split);
  EXPECT_EQ(refusal(map(2, 2, {d(0), d(1) * 2})),
            std::string("does not split d1") + split);
  EXPECT_EQ(refusal(map(2, 2, {d(0) + 1, d(1)})),
            std::string("does not split d0") + split);
  EXPECT_EQ(refusal(map(2, 2, {d(0), d(1) % s(1)})),
            std::string("does not split d1") + split);
  // Quotient and remainder by the wrong dim, or by a constant.
  EXPECT_EQ(refusal(map(1, 2, {d(0).floorDiv(s(0)), d(0) % s(0)})),
            std::string("does not split d0") + split);
  EXPECT_EQ(refusal(map(1, 2, {d(0).floorDiv(8), d(0) % 8})),
            std::string("does not split d0") + split);
}

TEST_F(IndexMapTest, Extents) {
  const int64_t unknown = ShapedType::kDynamic;
  IndexMap stacked(3, {{1}, {0, 2}});
  EXPECT_EQ(stacked.getExtent(0, {4, 12, 32}), 12);
  EXPECT_EQ(stacked.getExtent(1, {4, 12, 32}), 128);
  EXPECT_EQ(stacked.getExtent(1, {unknown, 12, 32}), unknown);
  EXPECT_EQ(stacked.getExtent(1, {4, unknown, 32}), 128);
  // A zero makes the extent zero, whatever else is unknown.
  EXPECT_EQ(stacked.getExtent(1, {unknown, 12, 0}), 0);
  EXPECT_EQ(stacked.getExtent(1, {0, 12, unknown}), 0);
  EXPECT_EQ(stacked.getExtent(0, {0, 12, unknown}), 12);
  // An axis without dims has extent 1.
  EXPECT_EQ(IndexMap(1, {{}, {0}}).getExtent(0, {56}), 1);
  // Products beyond 64 bits do not wrap around.
  int64_t big = int64_t(1) << 32;
  EXPECT_EQ(stacked.getExtent(1, {big, 1, big}),
            std::numeric_limits<int64_t>::max());
  EXPECT_EQ(IndexMap(3, {{0, 1, 2}}).getExtent(0, {big, big, 0}), 0);
}

TEST_F(IndexMapTest, WhatIsAGather) {
  struct {
    IndexMap indexMap;
    bool overM, overK;
  } cases[] = {
      {IndexMap(2, {{0}, {1}}), false, true},     // rows as they are
      {IndexMap(2, {{1}, {0}}), true, false},     // transposed
      {IndexMap(3, {{1}, {0, 2}}), false, true},  // the stack, joined along K
      {IndexMap(3, {{0, 1}, {2}}), false, true},  // leading dims are rows
      {IndexMap(3, {{0, 2}, {1}}), true, false},  // joined along M
      {IndexMap(3, {{1}, {2, 0}}), false, false}, // (H, R) order: a shuffle
      {IndexMap(3, {{1, 0}, {2}}), false, false}, // rows permuted
      {IndexMap(4, {{1, 2}, {0, 3}}), false, true},
      {IndexMap(1, {{}, {0}}), false, true}, // an axis without dims is none
  };
  for (auto &test : cases) {
    EXPECT_EQ(test.indexMap.isGatherOver(0), test.overM)
        << print(test.indexMap);
    EXPECT_EQ(test.indexMap.isGatherOver(1), test.overK)
        << print(test.indexMap);
  }
}

} // namespace
