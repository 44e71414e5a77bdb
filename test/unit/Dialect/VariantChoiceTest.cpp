//===- VariantChoiceTest.cpp - Schedules for sizes that are open ----------===//
//
// The few schedules that a problem of open sizes gets come close to the best of
// all for each call, each of them is the best of the few for some call, and
// estimates are what the field `cost` says they are.
//
//===----------------------------------------------------------------------===//

#include "ChoiceProblem.h"

#include "gtest/gtest.h"
#include <algorithm>
#include <cmath>
#include <set>

using namespace mlir::gl;

namespace {

/// The same of eight slices.
Problem makeSliced(Size m, Size n, Size k) {
  Problem problem = makeProblem(m, n, k);
  if (k)
    problem.pieces = {{8, *k / 8}};
  problem.isSliced = true;
  return problem;
}

const Problem kProblems[] = {
    makeSliced(Size(), 4096, 4096),   makeSliced(Size(), 520, 1024),
    makeSliced(Size(), Size(), 8192), makeSliced(64, Size(), Size()),
    makeSliced(4096, 4096, Size()),   makeSliced(Size(), Size(), Size())};

/// How much longer the best of `few` takes than the best of `all`, in natural
/// logarithms, per call.
std::vector<double> getLosses(const Problem &problem,
                              llvm::ArrayRef<ScheduleChoice> few,
                              llvm::ArrayRef<ScheduleChoice> all) {
  std::vector<double> losses;
  for (const CallSizes &sizes : getLikelySizes(problem)) {
    auto getLeast = [&](llvm::ArrayRef<ScheduleChoice> choices) {
      double least = HUGE_VAL;
      for (const ScheduleChoice &choice : choices)
        least = std::min(least, getCycles(choice, problem, sizes));
      return least;
    };
    losses.push_back(std::log(getLeast(few) / getLeast(all)));
  }
  return losses;
}

double getMean(const std::vector<double> &numbers) {
  double sum = 0;
  for (double number : numbers)
    sum += number;
  return sum / double(numbers.size());
}

TEST(VariantChoice, EstimatesCountWavesAndSteps) {
  Estimate estimate{132, 3000, 500, 200, 10};
  EXPECT_EQ(estimate.getCycles(0, 5), 3000);
  EXPECT_EQ(estimate.getCycles(1, 0), 3500);
  EXPECT_EQ(estimate.getCycles(132, 5), 3000 + 500 + 5 * 200);
  EXPECT_EQ(estimate.getCycles(133, 5), 3000 + 2 * (500 + 5 * 200));
  EXPECT_EQ(estimate.getCycles(133, 5, /*isBroken=*/true),
            3000 + 2 * (500 + 5 * 210));
  estimate.scale(2);
  EXPECT_EQ(estimate.getNumbers(),
            (llvm::SmallVector<int64_t, 5>{132, 6000, 1000, 400, 20}));
}

TEST(VariantChoice, StepsWalkOrGoOnAcrossSlices) {
  ScheduleChoice choice;
  choice.tile = {128, 256, 64};
  choice.estimate = {1, 0, 0, 1, 0};
  Problem problem = makeSliced(Size(), Size(), Size());
  auto getSteps = [&](int64_t slices, int64_t slice) {
    return getCycles(choice, problem, {128, 256, slices * slice, slice});
  };
  EXPECT_EQ(getSteps(8, 40), 5);
  EXPECT_EQ(getSteps(8, 64), 8);
  choice.gather = GatherMode::walk;
  EXPECT_EQ(getSteps(8, 40), 8);
  EXPECT_EQ(getSteps(8, 65), 16);
  // Rows that are no lines cost more, by slice where steps walk.
  choice.estimate.broken = 1;
  EXPECT_EQ(getSteps(8, 64), 8);
  EXPECT_EQ(getSteps(8, 40), 16);
  choice.gather = GatherMode::split;
  EXPECT_EQ(getSteps(8, 40), 5);
  EXPECT_EQ(getSteps(7, 40), 10);
  // Shares of a reduction take a part of its steps each.
  choice.splitK = 4;
  EXPECT_EQ(getSteps(8, 40), 2);
  // Tiles of a cluster count as one.
  choice.splitK = 1;
  choice.cluster = {1, 2};
  choice.estimate = {1, 0, 1, 0, 0};
  EXPECT_EQ(getCycles(choice, problem, {129, 512, 64, 64}), 2);
  EXPECT_EQ(getCycles(choice, problem, {129, 513, 64, 64}), 4);
}

TEST(VariantChoice, FewComeCloseToAll) {
  for (const Problem &problem : kProblems) {
    std::vector<ScheduleChoice> all = getWarpgroupChoices(problem);
    double before = HUGE_VAL;
    for (size_t most : {1, 4, 8, 14}) {
      std::vector<double> losses =
          getLosses(problem, chooseVariants(problem, all, most), all);
      double mean = getMean(losses);
      EXPECT_LE(mean, before);
      before = mean;
      if (most < 14)
        continue;
      EXPECT_LT(mean, 0.05);
      EXPECT_LT(*std::max_element(losses.begin(), losses.end()), 0.7);
    }
  }
}

TEST(VariantChoice, EachIsTheBestSomewhere) {
  for (const Problem &problem : kProblems) {
    std::vector<ScheduleChoice> few =
        chooseVariants(problem, getWarpgroupChoices(problem), 8);
    ASSERT_GE(few.size(), 2u);
    EXPECT_LE(few.size(), 8u);
    std::vector<bool> isBest(few.size());
    for (const CallSizes &sizes : getLikelySizes(problem)) {
      auto best = std::min_element(
          few.begin(), few.end(),
          [&](const ScheduleChoice &a, const ScheduleChoice &b) {
            return getCycles(a, problem, sizes) < getCycles(b, problem, sizes);
          });
      isBest[best - few.begin()] = true;
    }
    EXPECT_EQ(std::count(isBest.begin(), isBest.end(), true),
              std::ptrdiff_t(few.size()));
    for (const ScheduleChoice &choice : few)
      EXPECT_EQ(choice.cost, choice.estimate.getNumbers());
  }
}

TEST(VariantChoice, ThereAreAlwaysLikelySizes) {
  // Results that are few for any of the usual extents, and reductions shorter
  // than the usual slices.
  for (Size m : {Size(), Size(0), Size(1), Size(8192)})
    for (Size n : {Size(), Size(0), Size(1)})
      for (Size k : {Size(), Size(0), Size(8), Size(40), Size(41)}) {
        Problem problem = makeSliced(m, n, k);
        for (bool isKnown : {true, false}) {
          if (!isKnown)
            problem.pieces.clear();
          llvm::SmallVector<CallSizes, 0> all = getLikelySizes(problem);
          ASSERT_FALSE(all.empty());
          for (const CallSizes &sizes : all) {
            EXPECT_GE(sizes.slice, 1);
            EXPECT_EQ(sizes.m, m.value_or(sizes.m));
            EXPECT_EQ(sizes.n, n.value_or(sizes.n));
          }
          std::set<std::vector<int64_t>> tiles;
          for (const ScheduleChoice &choice :
               chooseVariants(problem, getWarpgroupChoices(problem), 6)) {
            std::vector<int64_t> key(choice.tile.begin(), choice.tile.end());
            key.insert(key.end(), choice.cluster.begin(), choice.cluster.end());
            key.insert(key.end(),
                       {choice.swap, choice.fillWarps, int64_t(choice.gather),
                        choice.stages, choice.pingpong, choice.warps[0]});
            EXPECT_TRUE(tiles.insert(key).second);
          }
        }
      }
}

TEST(VariantChoice, OneOfItsKindHasNoRivals) {
  Problem problem = makeSliced(Size(), 4096, 4096);
  std::vector<ScheduleChoice> all = getWarpgroupChoices(problem);
  std::vector<ScheduleChoice> one = chooseVariants(problem, all, 1);
  ASSERT_EQ(one.size(), 1u);
  EXPECT_TRUE(one.front().cost.empty());
  EXPECT_TRUE(chooseVariants(problem, {}, 4).empty());
}

TEST(VariantChoice, KnownSizesHaveOneSchedule) {
  for (const ScheduleChoice &choice :
       chooseForGPU(makeSliced(4096, 4096, 4096)))
    EXPECT_TRUE(choice.cost.empty());
}

/// The best of `choices` for a call, in cycles.
double getLeast(const Problem &problem, llvm::ArrayRef<ScheduleChoice> choices,
                const CallSizes &sizes) {
  double least = HUGE_VAL;
  for (const ScheduleChoice &choice : choices)
    least = std::min(least, getCycles(choice, problem, sizes));
  return least;
}

TEST(VariantChoice, WhatIsThereIsNotChosenAgain) {
  Problem problem = makeSliced(Size(), 4096, 4104);
  problem.lhsAlignment = 2;
  problem.rhsAlignment = 16;
  std::vector<ScheduleChoice> direct =
      chooseVariants(problem, getWarpgroupChoices(problem), 4);
  std::vector<ScheduleChoice> pool = getCopiedChoices(problem);
  std::vector<ScheduleChoice> copies = chooseVariants(problem, pool, 3, direct);
  ASSERT_FALSE(copies.empty());
  EXPECT_LE(copies.size(), 3u);
  std::vector<ScheduleChoice> all = direct;
  all.insert(all.end(), copies.begin(), copies.end());
  for (const ScheduleChoice &copy : copies) {
    EXPECT_EQ(copy.gather, GatherMode::copy);
    // Each is the best of all for some call.
    EXPECT_TRUE(llvm::any_of(getLikelySizes(problem), [&](const auto &sizes) {
      return getCycles(copy, problem, sizes) == getLeast(problem, all, sizes);
    }));
  }
  // Beside them no more is gained.
  EXPECT_TRUE(chooseVariants(problem, copies, 3, all).empty());
}

TEST(VariantChoice, ACopyTakesItsBytes) {
  Problem problem = makeSliced(Size(), 1024, 1032);
  std::vector<ScheduleChoice> choices = getCopiedChoices(problem);
  ASSERT_FALSE(choices.empty());
  const ScheduleChoice &choice = choices.front();
  CallSizes sizes{4096, 1024, 1032, 129};
  int64_t groups = (4096 / (choice.tile[0] * choice.cluster[0])) *
                   ((1024 + choice.tile[1] * choice.cluster[1] - 1) /
                    (choice.tile[1] * choice.cluster[1]));
  int64_t steps = (1032 + choice.tile[2] - 1) / choice.tile[2];
  EXPECT_DOUBLE_EQ(getCycles(choice, problem, sizes),
                   choice.estimate.getCycles(groups, steps, true) +
                       4096.0 * 1032 * 2 / 950);
}

} // namespace
