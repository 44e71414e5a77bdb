//===- ScheduleChoiceTest.cpp - Which schedule suits a problem ------------===//
//
// The rules of ScheduleChoice.h, and that every choice is one that the
// schedule's verifier accepts.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/GL/Transforms/ScheduleChoice.h"

#include "gl/Dialect/GL/IR/GLDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::gl;

namespace {

using Dims = llvm::SmallVector<int64_t, 3>;

TEST(ScheduleChoice, VectorWidthFollowsRowsAndType) {
  Problem problem;
  problem.rowDivisor = 8;
  EXPECT_EQ(getVectorWidth(problem), 4);
  problem.elementBytes = 2;
  EXPECT_EQ(getVectorWidth(problem), 8);
  problem.rowDivisor = 2;
  EXPECT_EQ(getVectorWidth(problem), 2);
  problem.rowDivisor = 1;
  EXPECT_EQ(getVectorWidth(problem), 1);
  problem.rowDivisor = 8;
  problem.isAlongK = false;
  EXPECT_EQ(getVectorWidth(problem), 1);
}

TEST(ScheduleChoice, TinyProblemHasFourResultsAWarp) {
  Problem problem;
  problem.m = 12;
  problem.n = 56;
  problem.k = 128;
  ScheduleChoice choice = chooseSimt(problem, 4);
  EXPECT_EQ(choice.tile, (Dims{2, 8, 128}));
  EXPECT_EQ(choice.warps, (Dims{2, 2}));
  EXPECT_EQ(choice.lanes, (Dims{1, 4, 8}));
}

TEST(ScheduleChoice, TinyTileFitsTheReduction) {
  struct Case {
    int64_t m, n, k, bytes, vector;
    Dims tile, lanes;
  };
  const Case cases[] = {
      // Short: fewer lanes, two vectors each.
      {1, 8, 16, 4, 4, {2, 8, 16}, {2, 8, 2}},
      {1, 8, 16, 2, 8, {4, 8, 16}, {4, 8, 1}},
      // K 120 is 30 vectors, for which 8 lanes take 4 each.
      {13, 56, 120, 4, 4, {2, 8, 128}, {1, 4, 8}},
      // K 288 is 72 vectors: 9 for each of 8 lanes and two rows are many.
      {17, 100, 288, 4, 4, {4, 4, 320}, {1, 2, 16}},
      {17, 100, 288, 2, 8, {2, 8, 320}, {1, 4, 8}},
      {32, 128, 512, 4, 4, {4, 4, 512}, {1, 1, 32}},
      // Single elements.
      {12, 56, 128, 4, 1, {4, 4, 128}, {1, 1, 32}},
  };
  for (const Case &c : cases) {
    Problem problem;
    problem.m = c.m;
    problem.n = c.n;
    problem.k = c.k;
    problem.elementBytes = c.bytes;
    ScheduleChoice choice = chooseSimt(problem, c.vector);
    std::string what = std::to_string(c.m) + " x " + std::to_string(c.n) +
                       " x " + std::to_string(c.k) + ", vector " +
                       std::to_string(c.vector);
    EXPECT_EQ(choice.lanes, c.lanes) << what;
    EXPECT_EQ(choice.tile, c.tile) << what;
  }
}

TEST(ScheduleChoice, TinyTileFitsASegment) {
  Problem problem;
  problem.m = 12;
  problem.n = 56;
  problem.k = 128;
  problem.segments = 4;
  problem.longestSegment = 32;
  ScheduleChoice choice = chooseSimt(problem, 4);
  EXPECT_EQ(choice.tile, (Dims{2, 8, 32}));
  EXPECT_EQ(choice.lanes, (Dims{1, 4, 8}));
  // 64 segments are too many loads: a loop for each.
  problem.k = 64 * 32;
  problem.segments = 64;
  EXPECT_EQ(chooseSimt(problem, 4).lanes, (Dims{1, 1, 32}));
}

TEST(ScheduleChoice, TinyTilesDivideTheResultWhereTheyCan) {
  for (int64_t m : {1, 2, 12, 32})
    for (int64_t n : {8, 56, 64, 128}) {
      Problem problem;
      problem.m = m;
      problem.n = n;
      problem.k = 128;
      ScheduleChoice choice = chooseSimt(problem, 4);
      EXPECT_EQ(m % choice.tile[0], 0) << m << " x " << n;
      EXPECT_EQ(n % choice.tile[1], 0) << m << " x " << n;
    }
}

TEST(ScheduleChoice, LargeProblemFillsTheChip) {
  Problem problem;
  problem.m = 1024;
  problem.n = 2048;
  problem.k = 2048;
  EXPECT_EQ(chooseSimt(problem, 4).tile, (Dims{32, 32, 32}));
  // 8 x 16 tiles of 32 x 32 would leave most multiprocessors idle.
  problem.m = 256;
  problem.n = 512;
  EXPECT_EQ(chooseSimt(problem, 4).tile, (Dims{16, 16, 32}));
}

TEST(ScheduleChoice, UnknownSizesHaveTwoClasses) {
  Problem problem;
  ScheduleChoice large = chooseSimt(problem, 4);
  problem.maxResults = kTinyResults;
  ScheduleChoice small = chooseSimt(problem, 4);
  EXPECT_EQ(large.tile, (Dims{16, 16, 32}));
  EXPECT_EQ(small.tile, (Dims{2, 4, 256}));
  for (int64_t maxK : kReductionClasses) {
    problem.maxK = maxK;
    EXPECT_EQ(chooseSimt(problem, 4).tile[2], maxK);
  }
}

TEST(ScheduleChoice, EveryChoiceIsLegal) {
  MLIRContext context;
  context.loadDialect<GLDialect>();
  int checked = 0;
  for (int64_t m : {1, 2, 3, 17, 64, 777, 5000})
    for (int64_t n : {1, 2, 8, 29, 129, 4096})
      for (int64_t k : {1, 8, 33, 128, 300, 2048, 65536})
        for (int64_t bytes : {1, 2, 4})
          for (bool alongK : {true, false})
            for (int64_t rowDivisor : {1, 2, 8}) {
              Problem problem;
              problem.m = m;
              problem.n = n;
              problem.k = k;
              problem.elementBytes = bytes;
              problem.isAlongK = alongK;
              problem.rowDivisor = rowDivisor;
              for (Family family : {Family::simt, Family::cpu}) {
                ScheduleChoice choice =
                    family == Family::simt
                        ? chooseSimt(problem, getVectorWidth(problem))
                        : chooseCPU(problem);
                std::string message;
                ScopedDiagnosticHandler handler(&context,
                                                [&](Diagnostic &diagnostic) {
                                                  message = diagnostic.str();
                                                  return success();
                                                });
                auto emit = [&] {
                  return emitError(UnknownLoc::get(&context));
                };
                EXPECT_TRUE(succeeded(ScheduleAttr::verify(
                    emit, choice.family, choice.tile, choice.warps,
                    choice.lanes, choice.micro, choice.vector, choice.stages,
                    choice.splitK, choice.groupM, choice.gather, choice.kOrder,
                    choice.swap, choice.cluster, choice.fillWarps,
                    choice.pingpong, choice.maxResults, choice.maxK,
                    choice.cost)))
                    << m << " x " << n << " x " << k << ": " << message;
                ++checked;
              }
            }
  EXPECT_EQ(checked, 7 * 6 * 7 * 3 * 2 * 3 * 2);
}

} // namespace
