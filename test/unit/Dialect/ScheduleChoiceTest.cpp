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
  EXPECT_EQ(choice.warps, (Dims{1, 4}));
  EXPECT_EQ(choice.lanes, (Dims{1, 2, 16}));
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
  EXPECT_EQ(small.tile, (Dims{2, 8, 128}));
}

TEST(ScheduleChoice, EveryChoiceIsLegal) {
  MLIRContext context;
  context.loadDialect<GLDialect>();
  int checked = 0;
  for (int64_t m : {1, 2, 3, 17, 64, 777, 5000})
    for (int64_t n : {1, 2, 8, 29, 129, 4096})
      for (int64_t k : {1, 8, 33, 128, 300, 65536})
        for (int64_t bytes : {2, 4})
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
                    choice.splitK, choice.groupM, choice.gather,
                    choice.maxResults, choice.maxK)))
                    << m << " x " << n << " x " << k << ": " << message;
                ++checked;
              }
            }
  EXPECT_EQ(checked, 7 * 6 * 6 * 2 * 2 * 3 * 2);
}

} // namespace
