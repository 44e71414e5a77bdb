//===- StagedChoiceTest.cpp - What is chosen can run ----------------------===//
//
// For problems of all sizes, types, alignments and segments: every schedule of
// chooseForGPU is one that the verifier accepts, whose rings fit shared memory
// and are read without bank conflicts, on tensor cores where the problem is
// for them, and a call always finds one that suits it.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/GL/Transforms/ScheduleChoice.h"

#include "gl/Dialect/GL/IR/GLDialect.h"
#include "gl/Dialect/Tile/IR/SharedLayout.h"
#include "gl/Dialect/Tile/Transforms/DotLayouts.h"
#include "gl/Dialect/Tile/Transforms/SharedAccess.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <map>

using namespace mlir;
using namespace mlir::gl;
using mlir::tile::DotLayouts;
using mlir::tile::SharedLayout;

namespace {

/// Element type and precision, in as far as the choice asks.
struct Arithmetic {
  int64_t elementBytes;
  bool onTensorCores;
  int64_t products;
};

/// Calls `check` for each problem of the sweep and returns their number.
int forEachProblem(llvm::function_ref<void(const Problem &)> check) {
  using Size = std::optional<int64_t>;
  struct Results {
    Size m, n;
  };
  const Results results[] = {{1, 1},       {64, 128},      {65, 128},
                             {1, 50000},   {300, 1000},    {4096, 4096},
                             {100000, 16}, {Size(), 4096}, {Size(), Size()}};
  const Arithmetic arithmetics[] = {
      {2, true, 1}, {4, false, 1}, {4, true, 1}, {4, true, 3}};
  int count = 0;
  for (auto [m, n] : results)
    for (Size k : {Size(8), Size(100), Size(1024), Size(65536), Size()})
      for (Arithmetic arithmetic : arithmetics)
        for (auto [lhs, rhs] :
             {std::pair(128, 128), {16, 128}, {128, 4}, {2, 16}, {2, 2}})
          for (int64_t segments : {1, 3, 17})
            for (bool isPlain : {true, false}) {
              Problem problem;
              problem.m = m;
              problem.n = n;
              problem.k = k;
              problem.elementBytes = arithmetic.elementBytes;
              problem.onTensorCores = arithmetic.onTensorCores;
              problem.products = arithmetic.products;
              problem.lhsAlignment =
                  std::max<int64_t>(lhs, arithmetic.elementBytes);
              problem.rhsAlignment =
                  std::max<int64_t>(rhs, arithmetic.elementBytes);
              problem.rowDivisor =
                  std::min({problem.lhsAlignment, problem.rhsAlignment,
                            int64_t(16)}) /
                  arithmetic.elementBytes;
              problem.segments = segments;
              problem.isAlongK = isPlain;
              problem.hasUnknownRows = !isPlain;
              problem.hasOneRhs = isPlain;
              problem.hasFunctions = !isPlain;
              check(problem);
              ++count;
            }
  return count;
}

std::string describe(const Problem &problem, const ScheduleChoice &choice) {
  std::string text;
  llvm::raw_string_ostream out(text);
  auto size = [&](std::optional<int64_t> extent) {
    return extent ? std::to_string(*extent) : "?";
  };
  out << size(problem.m) << " x " << size(problem.n) << " x " << size(problem.k)
      << ", " << problem.elementBytes << "-byte elements, aligned to "
      << problem.lhsAlignment << " and " << problem.rhsAlignment << ", "
      << problem.segments << " segments: tile";
  for (int64_t extent : choice.tile)
    out << " " << extent;
  out << ", stages " << choice.stages << ", split_k " << choice.splitK;
  return text;
}

bool isTiny(const Problem &problem, const ScheduleChoice &choice) {
  if (problem.m && problem.n)
    return *problem.m * *problem.n <= kTinyResults;
  return choice.maxResults != 0 && choice.maxResults <= kTinyResults;
}

SharedLayout getRing(const ScheduleFields &fields, int64_t elementBytes,
                     unsigned operand, unsigned along) {
  return SharedLayout({fields.tile[operand], fields.tile[2]}, elementBytes,
                      along);
}

TEST(StagedChoice, EveryChoiceIsLegal) {
  MLIRContext context;
  context.loadDialect<GLDialect>();
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
    return success();
  });
  auto emit = [&] { return emitError(UnknownLoc::get(&context)); };
  int staged = 0;
  int problems = forEachProblem([&](const Problem &problem) {
    for (const ScheduleChoice &choice : chooseForGPU(problem)) {
      EXPECT_TRUE(succeeded(ScheduleAttr::verify(
          emit, choice.family, choice.tile, choice.warps, choice.lanes,
          choice.micro, choice.vector, choice.stages, choice.splitK,
          choice.groupM, choice.gather, choice.kOrder, choice.swap,
          choice.cluster, choice.fillWarps, choice.pingpong, choice.maxResults,
          choice.maxK, choice.cost)))
          << describe(problem, choice) << ": " << message;
      EXPECT_FALSE(choice.reason.empty());
      staged += choice.stages > 0;
    }
  });
  EXPECT_EQ(problems, 9 * 5 * 4 * 5 * 3 * 2);
  EXPECT_GT(staged, problems / 2);
}

TEST(StagedChoice, TensorCoresWhereTheyServe) {
  forEachProblem([](const Problem &problem) {
    for (const ScheduleChoice &choice : chooseForGPU(problem)) {
      bool isStaged =
          !isTiny(problem, choice) && problem.segments <= kMaxStagedSegments;
      EXPECT_EQ(choice.stages > 0, isStaged) << describe(problem, choice);
      EXPECT_EQ(choice.family == Family::mma, isStaged && problem.onTensorCores)
          << describe(problem, choice);
    }
  });
}

TEST(StagedChoice, SomethingAlwaysFits) {
  forEachProblem([](const Problem &problem) {
    llvm::SmallVector<ScheduleChoice, 8> choices = chooseForGPU(problem);
    ASSERT_FALSE(choices.empty());
    const ScheduleChoice &last = choices.back();
    EXPECT_EQ(last.vector, 1) << describe(problem, last);
    EXPECT_EQ(last.maxResults, 0) << describe(problem, last);
    EXPECT_EQ(last.maxK, 0) << describe(problem, last);
  });
}

TEST(StagedChoice, NoChoiceIsHiddenByAnEarlierOne) {
  // What suits a later one would have taken an earlier one that asks for less.
  auto covers = [](int64_t limit, int64_t other) {
    return limit == 0 || (other != 0 && other <= limit);
  };
  forEachProblem([&](const Problem &problem) {
    if (problem.segments > kMaxStagedSegments)
      return;
    llvm::SmallVector<ScheduleChoice, 8> choices = chooseForGPU(problem);
    for (size_t later = 1; later < choices.size(); ++later)
      for (size_t i = 0; i < later; ++i) {
        const ScheduleChoice &early = choices[i], &late = choices[later];
        // One that loads single elements and is not the last is for contiguous
        // operands whose rows differ in what they allow.
        if (early.vector == 1 && early.maxResults == 0 && early.maxK == 0)
          continue;
        // Those with an estimate leave each other the calls that they are
        // slower in.
        if (!early.cost.empty())
          continue;
        EXPECT_FALSE(late.vector % early.vector == 0 &&
                     covers(early.maxResults, late.maxResults) &&
                     covers(early.maxK, late.maxK))
            << describe(problem, late) << " behind "
            << describe(problem, early);
      }
  });
}

TEST(StagedChoice, RingsAndExchangeFitSharedMemory) {
  static constexpr int64_t kBlockBytes = 232448, kRingAlignment = 1024;
  forEachProblem([](const Problem &problem) {
    for (const ScheduleChoice &choice : chooseForGPU(problem)) {
      if (choice.stages == 0)
        continue;
      for (unsigned lhsAlong : {0u, 1u})
        for (unsigned rhsAlong : {0u, 1u}) {
          auto bytes = [&](unsigned operand, unsigned along) {
            return choice.stages *
                   getRing(choice, problem.elementBytes, operand, along)
                       .getBytes();
          };
          int64_t rings = llvm::alignTo(bytes(0, lhsAlong), kRingAlignment) +
                          bytes(1, rhsAlong);
          EXPECT_LE(rings, kBlockBytes) << describe(problem, choice);
        }
      // A row of the sum in f32 and 16 bytes.
      if (choice.splitK > 1)
        EXPECT_LE(choice.tile[0] * (choice.tile[1] * 4 + 16), kBlockBytes)
            << describe(problem, choice);
    }
  });
}

TEST(StagedChoice, RingsAreReadWithoutConflicts) {
  // Many problems have the same schedule; each is looked at once.
  using Key = std::tuple<int64_t, int64_t, int64_t, int64_t, int64_t, int64_t>;
  std::map<Key, bool> seen;
  forEachProblem([&](const Problem &problem) {
    for (const ScheduleChoice &choice : chooseForGPU(problem)) {
      Key key = {problem.elementBytes, choice.tile[0],  choice.tile[1],
                 choice.tile[2],       choice.warps[0], choice.warps[1]};
      if (choice.stages == 0 || !seen.try_emplace(key, true).second)
        continue;
      int64_t depth = tile::getDotDepth(choice, problem.elementBytes);
      ASSERT_EQ(choice.tile[2] % depth, 0) << describe(problem, choice);
      tile::DotShape shape = {choice.tile[0], choice.tile[1], depth,
                              problem.elementBytes};
      DotLayouts layouts = tile::getDotLayouts(shape, choice);
      EXPECT_EQ(layouts.lhs.check({shape.m, depth}), "");
      EXPECT_EQ(layouts.rhs.check({shape.n, depth}), "");
      EXPECT_EQ(layouts.acc.check({shape.m, shape.n}), "");
      for (unsigned operand : {0u, 1u})
        for (unsigned along : {0u, 1u}) {
          SharedLayout ring =
              getRing(choice, problem.elementBytes, operand, along);
          for (int64_t at = 0; at < choice.tile[2]; at += depth)
            EXPECT_EQ(tile::countLoadConflicts(operand == 0 ? layouts.lhs
                                                            : layouts.rhs,
                                               ring, {0, at}),
                      0)
                << describe(problem, choice) << ", operand " << operand
                << " along " << along << " at " << at;
        }
    }
  });
  EXPECT_GE(seen.size(), 10u);
}

} // namespace
