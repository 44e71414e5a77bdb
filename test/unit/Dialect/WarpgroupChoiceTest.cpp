//===- WarpgroupChoiceTest.cpp - What family wgmma is chosen for ----------===//
//
// For problems of all sizes, types, alignments and gathers: a schedule of
// family wgmma is one that the verifier accepts and that fits shared memory and
// registers, and where there is none, there is a reason.
//
//===----------------------------------------------------------------------===//

#include "ChoiceProblem.h"

#include "gl/Dialect/GL/IR/GLDialect.h"
#include "gl/Dialect/GL/IR/Warpgroups.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <map>
#include <numeric>
#include <set>

using namespace mlir;
using namespace mlir::gl;

namespace {

using Dims = llvm::SmallVector<int64_t, 3>;

/// A reduction over `slices` slices of `length` elements.
Problem makeGather(int64_t slices, int64_t length) {
  Problem problem = makeProblem(4096, 4096, slices * length);
  problem.pieces = {{slices, length}};
  problem.lhsAlignment = std::gcd(int64_t(128), length * problem.elementBytes);
  problem.rhsAlignment =
      std::gcd(int64_t(128), slices * length * problem.elementBytes);
  return problem;
}

/// Calls `check` for each problem of the sweep and returns their number.
int forEachProblem(llvm::function_ref<void(const Problem &)> check) {
  struct Results {
    Size m, n;
  };
  const Results results[] = {{1, 50000},      {16, 4096},     {64, 256},
                             {65, 128},       {300, 1000},    {4096, 4096},
                             {100000, 16},    {Size(), 4096}, {64, Size()},
                             {Size(), Size()}};
  struct Epilogue {
    bool hasFunctions;
    int64_t fullInputs;
  };
  int count = 0;
  for (auto [m, n] : results)
    for (int64_t bytes : {1, 2, 4})
      for (auto [lhs, rhs] : {std::pair(128, 128), {16, 32}, {128, 8}})
        for (bool isAlongK : {true, false})
          for (auto [slices, length] : {std::pair(1, 0),
                                        {1, 100},
                                        {1, 8192},
                                        {8, 80},
                                        {4, 36},
                                        {3, 512}})
            for (Epilogue epilogue : {Epilogue{false, 0},
                                      {true, 0},
                                      {false, 1},
                                      {true, 2},
                                      {true, 9}})
              for (bool isRhsGathered : {false, true}) {
                Problem problem = makeProblem(m, n, std::nullopt);
                problem.elementBytes = bytes;
                problem.lhsAlignment = lhs;
                problem.rhsAlignment = rhs;
                problem.isAlongK = isAlongK;
                problem.isRhsGathered = isRhsGathered;
                problem.hasFunctions = epilogue.hasFunctions;
                problem.fullInputs = epilogue.fullInputs;
                if (length != 0) {
                  problem.k = slices * length;
                  problem.pieces = {{slices, length}};
                }
                check(problem);
                ++count;
              }
  return count;
}

std::string describe(const Problem &problem, const ScheduleChoice &choice) {
  std::string text;
  llvm::raw_string_ostream out(text);
  auto size = [&](Size extent) {
    return extent ? std::to_string(*extent) : "?";
  };
  out << size(problem.m) << " x " << size(problem.n) << " x " << size(problem.k)
      << ", " << problem.elementBytes << "-byte elements, along K "
      << problem.isAlongK << ", functions " << problem.hasFunctions
      << ", inputs " << problem.fullInputs << ": tile";
  for (int64_t extent : choice.tile)
    out << " " << extent;
  out << ", stages " << choice.stages << ", cluster " << choice.cluster[0]
      << " " << choice.cluster[1];
  return text;
}

int64_t getSums(const ScheduleChoice &choice) {
  return choice.tile[0] * choice.tile[1] /
         (choice.warps[0] * choice.warps[1] * 32);
}

TEST(WarpgroupChoice, EveryChoiceIsLegal) {
  MLIRContext context;
  context.loadDialect<GLDialect>();
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
    return success();
  });
  auto emit = [&] { return emitError(UnknownLoc::get(&context)); };
  int chosen = 0;
  int problems = forEachProblem([&](const Problem &problem) {
    std::optional<ScheduleChoice> choice = chooseWarpgroup(problem);
    if (!choice)
      return;
    ++chosen;
    EXPECT_TRUE(whyNotWarpgroups(problem).empty());
    EXPECT_EQ(choice->family, Family::wgmma);
    EXPECT_TRUE(succeeded(ScheduleAttr::verify(
        emit, choice->family, choice->tile, choice->warps, choice->lanes,
        choice->micro, choice->vector, choice->stages, choice->splitK,
        choice->groupM, choice->gather, choice->kOrder, choice->swap,
        choice->cluster, choice->fillWarps, choice->pingpong,
        choice->maxResults, choice->maxK, choice->cost)))
        << describe(problem, *choice) << ": " << message;
    EXPECT_GT(choice->cycles, 0) << describe(problem, *choice);
    EXPECT_FALSE(choice->reason.empty());
    int64_t slot = (choice->tile[0] + choice->tile[1]) * choice->tile[2] *
                   problem.elementBytes;
    EXPECT_LT(choice->stages * slot, problem.sharedBytes)
        << describe(problem, *choice);
    // Columns of 16-bit weights that run across K lie in panels of 64, which
    // neither warpgroups nor programs of a cluster cut.
    if (!problem.isAlongK)
      EXPECT_EQ(choice->tile[1] / choice->warps[1] % 64 +
                    choice->tile[1] / choice->cluster[0] % 64,
                0)
          << describe(problem, *choice);
  });
  EXPECT_EQ(problems, 10 * 3 * 3 * 2 * 6 * 5 * 2);
  EXPECT_GT(chosen, problems / 8);
}

TEST(WarpgroupChoice, AnotherFamilyServesWhatTheEngineCannot) {
  int served = 0;
  forEachProblem([&](const Problem &problem) {
    llvm::SmallVector<ScheduleChoice, 8> choices = chooseForGPU(problem);
    ASSERT_FALSE(choices.empty());
    EXPECT_NE(choices.back().family, Family::wgmma);
    EXPECT_EQ(choices.back().vector, 1);
    EXPECT_EQ(choices.back().maxResults, 0);
    for (const ScheduleChoice &choice : choices) {
      served += choice.family == Family::wgmma;
      if (choice.family == Family::wgmma)
        EXPECT_TRUE(chooseWarpgroup(problem)) << describe(problem, choice);
    }
  });
  EXPECT_GT(served, 0);
}

TEST(WarpgroupChoice, LargeProblemHasTheLargestTile) {
  // Elements of one byte move half as much, and may fill the last wave better
  // with less.
  for (int64_t bytes : {2, 4})
    for (int64_t size : {4096, 8192}) {
      Problem problem = makeProblem(size, size, size);
      problem.elementBytes = bytes;
      std::optional<ScheduleChoice> choice = chooseWarpgroup(problem);
      ASSERT_TRUE(choice);
      EXPECT_EQ(choice->tile[0] * choice->tile[1], 128 * 256)
          << describe(problem, *choice);
      EXPECT_EQ(choice->vector, 16 / bytes);
      EXPECT_EQ(choice->swap, 0);
    }
}

TEST(WarpgroupChoice, MoreWorkIsNotLessTime) {
  double before = 0;
  for (int64_t size : {64, 256, 1024, 4096, 16384}) {
    double cycles = chooseWarpgroup(makeProblem(size, size, size))->cycles;
    EXPECT_GT(cycles, before) << size;
    before = cycles;
  }
  // Nor are rows that begin anywhere faster than those at a line's start.
  Problem problem = makeProblem(4096, 4096, 4096);
  double aligned = chooseWarpgroup(problem)->cycles;
  problem.lhsAlignment = problem.rhsAlignment = 16;
  EXPECT_GE(chooseWarpgroup(problem)->cycles, aligned);
}

TEST(WarpgroupChoice, FewRowsSwapOperands) {
  for (int64_t m : {1, 8, 16}) {
    std::optional<ScheduleChoice> choice =
        chooseWarpgroup(makeProblem(m, 4096, 4096));
    ASSERT_TRUE(choice);
    EXPECT_EQ(choice->swap, 1) << m;
    EXPECT_LE(choice->tile[0], 16) << m;
    EXPECT_EQ(choice->cluster[0], 1) << m;
  }
  EXPECT_EQ(chooseWarpgroup(makeProblem(4096, 4096, 4096))->swap, 0);
}

TEST(WarpgroupChoice, StepsFollowTheSlices) {
  // Slices of whole steps are walked. Those of 80 elements would leave the last
  // step of each three quarters empty; 16 elements are a piece.
  EXPECT_EQ(chooseWarpgroup(makeGather(8, 128))->gather, GatherMode::walk);
  EXPECT_EQ(chooseWarpgroup(makeGather(8, 80))->gather, GatherMode::split);
  // 8 elements are less than the narrowest panel, but threads can copy them.
  EXPECT_EQ(chooseWarpgroup(makeGather(8, 72))->gather, GatherMode::split);
  EXPECT_EQ(chooseWarpgroup(makeGather(8, 72))->fillWarps, kWarpgroupWarps);
  // What is gathered on both sides cannot be walked, nor a gather of a gather
  // split.
  Problem problem = makeGather(8, 128);
  problem.isRhsGathered = true;
  EXPECT_EQ(chooseWarpgroup(problem)->gather, GatherMode::split);
  problem = makeGather(8, 80);
  problem.isGatheredTwice = true;
  EXPECT_EQ(chooseWarpgroup(problem)->gather, GatherMode::walk);
}

TEST(WarpgroupChoice, ThreadsBringWhatTheEngineCannot) {
  for (int64_t length : {129, 130, 132, 136}) {
    Problem problem = makeGather(8, length);
    problem.m = problem.n = 1024;
    std::optional<ScheduleChoice> choice = chooseWarpgroup(problem);
    ASSERT_TRUE(choice) << length;
    EXPECT_EQ(choice->vector, problem.lhsAlignment / 2) << length;
    // More warps where elements pass through registers.
    EXPECT_EQ(choice->fillWarps, (length % 2 ? 2 : 1) * kWarpgroupWarps);
  }
  EXPECT_EQ(chooseWarpgroup(makeGather(8, 128))->fillWarps, 0);
  // The low parts of tf32x3 are made by threads, and stored beside the
  // operands.
  Problem problem = makeProblem(4096, 4096, 8192);
  problem.elementBytes = 4;
  problem.products = 3;
  std::optional<ScheduleChoice> choice = chooseWarpgroup(problem);
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->fillWarps, kWarpgroupWarps);
  EXPECT_LT(choice->stages * 2 * 4 * choice->tile[2] *
                (choice->tile[0] + choice->tile[1]),
            problem.sharedBytes);
}

TEST(WarpgroupChoice, ShortReductionsTakeTurns) {
  EXPECT_EQ(chooseWarpgroup(makeProblem(8192, 4096, 512))->pingpong, 1);
  EXPECT_EQ(chooseWarpgroup(makeProblem(8192, 8192, 8192))->pingpong, 0);
  // One tile for each program leaves nobody to take turns with.
  EXPECT_EQ(chooseWarpgroup(makeProblem(1024, 1024, 512))->pingpong, 0);
  // Where the reduction's length is open, each call decides.
  auto count = [](int64_t pingpong) {
    return llvm::count_if(chooseForGPU(makeProblem(8192, 4096, Size())),
                          [&](const ScheduleChoice &choice) {
                            return !choice.cost.empty() &&
                                   choice.pingpong == pingpong;
                          });
  };
  EXPECT_GE(count(0), 1);
  EXPECT_GE(count(1), 1);
}

TEST(WarpgroupChoice, EpilogueHasRegisters) {
  for (Size size : {Size(512), Size(4096), Size()})
    for (int64_t bytes : {2, 4}) {
      Problem problem = makeProblem(size, size, size);
      problem.elementBytes = bytes;
      problem.hasFunctions = true;
      EXPECT_LE(getSums(*chooseWarpgroup(problem)), 64);
      problem.fullInputs = 2;
      EXPECT_LE(getSums(*chooseWarpgroup(problem)), 48);
      problem.hasFunctions = false;
      EXPECT_LE(getSums(*chooseWarpgroup(problem)), 72);
      problem.fullInputs = 1;
      EXPECT_LE(getSums(*chooseWarpgroup(problem)), 96);
    }
}

TEST(WarpgroupChoice, RowsOfOpenSizesAreFilled) {
  Problem problem = makeProblem(Size(), Size(), Size());
  problem.hasUnknownRows = problem.isSliced = true;
  // Several tiles each, for rows of whole units, of words and for odd ones.
  std::map<int64_t, std::set<std::pair<int64_t, int64_t>>> tiles;
  for (const ScheduleChoice &choice : chooseForGPU(problem)) {
    if (choice.fillWarps == 0)
      continue;
    EXPECT_EQ(choice.family, Family::wgmma);
    EXPECT_FALSE(choice.cost.empty());
    tiles[choice.vector].insert({choice.tile[0], choice.tile[1]});
    // Elements in registers are few enough not to be spilled.
    if (choice.vector == 1) {
      EXPECT_LE(choice.tile[0] / choice.cluster[1] * choice.tile[2],
                32 * 32 * choice.fillWarps);
    }
  }
  EXPECT_EQ(tiles.size(), 3u);
  for (int64_t vector : {8, 2, 1}) {
    EXPECT_GE(tiles[vector].size(), 4u) << vector;
    EXPECT_EQ(tiles[vector].count({128, 256}), 1u) << vector;
  }
  // Where parts of a shared weight begin is not known.
  auto isFilled = [](const ScheduleChoice &choice) {
    return choice.fillWarps != 0;
  };
  Problem parts = problem;
  parts.segments = 2;
  EXPECT_TRUE(llvm::none_of(chooseForGPU(parts), isFilled));
  // Elements of 32 bits have units and words, but nothing narrower.
  problem.elementBytes = 4;
  std::set<int64_t> vectors;
  for (const ScheduleChoice &choice : chooseForGPU(problem))
    if (isFilled(choice))
      vectors.insert(choice.vector);
  EXPECT_EQ(vectors, (std::set<int64_t>{1, 4}));
}

TEST(WarpgroupChoice, LongFillsAreShared) {
  // Of a large tile's step half is filled, and half comes from the other
  // program along N.
  auto choose = [](int64_t size, int64_t slices, int64_t length) {
    Problem problem = makeProblem(size, size, slices * length);
    problem.lhsAlignment = std::gcd<int64_t>(16, 2 * length);
    problem.rhsAlignment = std::gcd<int64_t>(128, 2 * slices * length);
    problem.pieces = {{slices, length}};
    return chooseWarpgroup(problem);
  };
  using Programs = llvm::SmallVector<int64_t, 2>;
  for (auto [slices, length] :
       {std::pair(8, 513), {8, 514}, {8, 516}, {128, 40}}) {
    std::optional<ScheduleChoice> choice = choose(4096, slices, length);
    ASSERT_TRUE(choice);
    EXPECT_EQ(choice->cluster, Programs({1, 2})) << length;
    EXPECT_EQ(choice->tile[0] * choice->tile[1], 128 * 256) << length;
    EXPECT_NE(choice->fillWarps, 0) << length;
  }
  // Whole vectors are filled in a step's time, and small tiles' exchange takes
  // longer than to fill them.
  EXPECT_EQ(choose(4096, 8, 520)->cluster, Programs({1, 1}));
  EXPECT_EQ(choose(1024, 8, 130)->cluster, Programs({1, 1}));
}

TEST(WarpgroupChoice, NarrowStaticRowsOfAnyBatchAreFilled) {
  Problem problem = makeProblem(Size(), 1024, 1032);
  problem.lhsAlignment = 2;
  problem.rhsAlignment = 16;
  problem.pieces = {{8, 129}};
  llvm::SmallVector<ScheduleChoice, 8> choices = chooseForGPU(problem);
  EXPECT_GE(llvm::count_if(choices,
                           [](const ScheduleChoice &choice) {
                             return choice.fillWarps != 0 &&
                                    choice.vector == 1 && !choice.cost.empty();
                           }),
            3);
  // A weight of narrow rows is nothing for the engine.
  std::swap(problem.lhsAlignment, problem.rhsAlignment);
  for (const ScheduleChoice &choice : chooseForGPU(problem))
    EXPECT_NE(choice.family, Family::wgmma);
}

TEST(WarpgroupChoice, ManySegmentsAreTheEngines) {
  Problem problem = makeProblem(4096, 4096, 4096);
  problem.segments = kMaxStagedSegments;
  problem.pieces.assign(kMaxStagedSegments, {1, 4096 / kMaxStagedSegments});
  EXPECT_EQ(getSums(*chooseWarpgroup(problem)), 128);
  // Sums that are promoted are there twice, of what the copying thread leaves.
  problem.elementBytes = 1;
  std::optional<ScheduleChoice> choice = chooseWarpgroup(problem);
  ASSERT_TRUE(choice);
  int64_t sums = getSums(*choice),
          groups = choice->warps[0] * choice->warps[1] / kWarpgroupWarps;
  int64_t columns = choice->tile[1] / choice->warps[1];
  EXPECT_LE(
      sums + columns / 2 + 24,
      getWarpRegisters(groups, sums, 0, false, kMaxStagedSegments).products);
}

TEST(WarpgroupRegisters, AreThoseOfTheMultiprocessor) {
  for (int64_t products : {1, 2, 3})
    for (int64_t fills : {0, 1, 2})
      for (int64_t sums : {4, 32, 64, 96, 128})
        for (bool fillsElements : {false, true})
          for (int64_t segments : {int64_t(1), kFewSegments + 1}) {
            int64_t groups = 1 + products + fills;
            WarpRegisters counts = getWarpRegisters(products, sums, fills,
                                                    fillsElements, segments);
            // What roles have was given up by others, and is what setmaxnreg
            // takes.
            EXPECT_LE(counts.copies + fills * counts.fills +
                          products * counts.products,
                      groups * getLaunchRegisters(groups));
            for (int64_t count : {counts.copies, counts.products, counts.fills})
              if (count != 0) {
                EXPECT_EQ(count % 8, 0);
                EXPECT_GE(count, 24);
                EXPECT_LE(count, 240);
              }
          }
  // The numbers of the kernels that were measured.
  EXPECT_EQ(getWarpRegisters(2, 128, 0, false, 1).products, 232);
  EXPECT_EQ(getWarpRegisters(2, 128, 1, false, 1).fills, 104);
  EXPECT_EQ(getWarpRegisters(2, 128, 1, true, 1).fills, 136);
  EXPECT_EQ(getWarpRegisters(2, 128, 0, false, 16).copies, 96);
  EXPECT_EQ(getMostColumns(3), 256);
  EXPECT_EQ(getMostColumns(4), 200);
  EXPECT_EQ(getMostColumns(5), 136);
}

// 64 rows of 64 elements by 4 warps: 64 for each of the 64 threads of a set.
TEST(WarpgroupFills, TakeTurnsIfAThreadHasRoom) {
  EXPECT_EQ(getFillSets(64 * 64, 4, /*hasKnownStrides=*/true), 2);
  EXPECT_EQ(getFillSets(64 * 64 + 1, 4, true), 1);
  EXPECT_EQ(getFillSets(64 * 64, 4, false), 1);
  EXPECT_EQ(getFillSets(64 * 64, 8, false), 2);
  EXPECT_EQ(getFillSets(64, 3, true), 1);
}

// Rows of 128 bytes touch two lines of 128 where they begin within one.
TEST(WarpgroupFills, LeaveSectorsIfTheCacheHasRoom) {
  EXPECT_TRUE(leavesSectors(64, 128, 16));
  EXPECT_TRUE(leavesSectors(64, 256, 32));
  EXPECT_FALSE(leavesSectors(64, 128, 64));
  EXPECT_FALSE(leavesSectors(128, 128, 16));
  EXPECT_FALSE(leavesSectors(64, 384, 16));
  // Nothing is known of where rows begin.
  EXPECT_FALSE(leavesSectors(64, 128, 0));
}

TEST(WarpgroupChoice, WideElementsAreShared) {
  Problem problem = makeProblem(4096, 4096, 4096);
  EXPECT_EQ(chooseWarpgroup(problem)->cluster[0], 1);
  problem.elementBytes = 4;
  EXPECT_EQ(chooseWarpgroup(problem)->cluster[0], 2);
}

TEST(WarpgroupChoice, RefusalHasAReason) {
  struct Case {
    const char *part;
    void (*change)(Problem &);
  };
  const Case cases[] = {
      {"no copy engine", [](Problem &p) { p.hasCopyEngine = false; }},
      {"precision", [](Problem &p) { p.onTensorCores = false; }},
      {"run across K",
       [](Problem &p) { p.elementBytes = 4, p.isAlongK = false; }},
      {"16 bytes", [](Problem &p) { p.lhsAlignment = 8, p.isAlongK = false; }},
      {"16 bytes", [](Problem &p) { p.rhsAlignment = 2; }},
      {"rows run over dims",
       [](Problem &p) { p.rows = Problem::Rows::Uneven; }},
      {"gathered weight",
       [](Problem &p) { p.isRhsGathered = p.isGatheredTwice = true; }},
      {"nothing to multiply", [](Problem &p) { p.k = 0; }},
      {"more segments than",
       [](Problem &p) { p.segments = kMaxStagedSegments + 1; }}};
  for (const Case &c : cases) {
    Problem problem = makeProblem(4096, 4096, 4096);
    ASSERT_EQ(whyNotWarpgroups(problem), "");
    c.change(problem);
    std::string why = whyNotWarpgroups(problem);
    EXPECT_NE(why.find(c.part), std::string::npos) << why;
    EXPECT_FALSE(chooseWarpgroup(problem)) << c.part;
    for (const ScheduleChoice &choice : chooseForGPU(problem))
      EXPECT_NE(choice.family, Family::wgmma) << c.part;
  }
}

/// Slices of `h` elements of an input, eight of them.
Problem makeSlices(int64_t m, int64_t n, int64_t h, int64_t lhsAlignment,
                   int64_t rhsAlignment) {
  Problem problem = makeProblem(m, n, 8 * h);
  problem.pieces = {{8, h}};
  problem.isSliced = true;
  problem.lhsAlignment = lhsAlignment;
  problem.rhsAlignment = rhsAlignment;
  return problem;
}

bool isCopied(const ScheduleChoice &choice) {
  return choice.gather == GatherMode::copy;
}

TEST(CopiedChoice, ALargeInputOfOddRowsIsCopied) {
  auto choices = chooseForGPU(makeSlices(4096, 4096, 513, 2, 16));
  EXPECT_TRUE(isCopied(choices.front())) << choices.front().reason;
  EXPECT_NE(choices.front().reason.find("without it, "), std::string::npos);
  // What calls without a workspace take is family wgmma, too.
  EXPECT_EQ(choices[1].family, Family::wgmma);
  EXPECT_FALSE(isCopied(choices[1]));
}

TEST(CopiedChoice, WhatTheEngineBringsIsNot) {
  for (int64_t h : {64, 136, 512, 520})
    EXPECT_FALSE(llvm::any_of(
        chooseForGPU(makeSlices(4096, 4096, h, h % 64 ? 16 : 128, 128)),
        isCopied))
        << h;
}

TEST(CopiedChoice, NorWhereThereIsNothingToGatherOrTheWeightIsNotForTheEngine) {
  Problem plain = makeProblem(4096, 4096, 4104);
  EXPECT_TRUE(getCopiedChoices(plain).empty());
  EXPECT_TRUE(getCopiedChoices(makeSlices(4096, 4096, 513, 2, 2)).empty());
  Problem parts = makeSlices(4096, 4096, 513, 2, 16);
  parts.segments = 2;
  EXPECT_TRUE(getCopiedChoices(parts).empty());
}

} // namespace
