//===- VariantChoice.cpp - Schedules for sizes known at run time only -----===//
//
// Which schedule is the fastest depends on sizes that a program may leave open.
// Such a program gets a few kernels that differ in their schedules, and each
// call takes the one with the least estimate for its own sizes. Which few:
// all that are worth a thought are estimated for a grid of sizes, and the ones
// are taken that together come closest to the best one everywhere, the one that
// helps most first, until another helps little.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/GL/Transforms/ScheduleChoice.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

using namespace mlir::gl;

double Estimate::getCycles(int64_t groups, int64_t steps, bool isBroken) const {
  double waves = std::ceil(double(groups) / places);
  return start + waves * (wave + double(steps) * (step + isBroken * broken));
}

void Estimate::scale(double factor) {
  for (double *cycles : {&start, &wave, &step, &broken})
    *cycles *= factor;
}

llvm::SmallVector<int64_t, 5> Estimate::getNumbers() const {
  llvm::SmallVector<int64_t, 5> numbers;
  for (double number : {places, start, wave, step, broken})
    numbers.push_back(std::lround(number));
  return numbers;
}

/// Sizes of calls: usual ones, not all of which are powers of two.
static constexpr int64_t kExtents[] = {32,   64,   128,  256,  512,
                                       1000, 1536, 2048, 4096, 8192};
static constexpr int64_t kReductions[] = {256, 1024, 4096};
/// Lengths of slices: some that are no lines of 16-bit elements, and more that
/// are.
static constexpr int64_t kSlices[] = {40, 64, 136, 192, 512, 1024};

/// Lengths of slices of a reduction of `k`, which one is at least.
static llvm::SmallVector<int64_t> getLikelySlices(const Problem &problem,
                                                  int64_t k) {
  if (!problem.pieces.empty() || !problem.isSliced || k <= kSlices[0])
    return {std::max<int64_t>(1, k / problem.segments)};
  // Rows that are no whole units are for a narrower copy.
  constexpr int64_t kUnitBytes = 16;
  int64_t rest = problem.lhsAlignment < kUnitBytes
                     ? problem.lhsAlignment / problem.elementBytes
                     : 0;
  llvm::SmallVector<int64_t> slices;
  for (int64_t slice : kSlices)
    if (slice <= k)
      slices.push_back(slice + rest);
  return slices;
}

llvm::SmallVector<CallSizes, 0>
mlir::gl::getLikelySizes(const Problem &problem) {
  auto either = [](std::optional<int64_t> known,
                   llvm::ArrayRef<int64_t> likely) {
    return known ? llvm::SmallVector<int64_t>{*known}
                 : llvm::SmallVector<int64_t>(likely);
  };
  llvm::SmallVector<CallSizes, 0> all, tiny;
  for (int64_t m : either(problem.m, kExtents))
    for (int64_t n : either(problem.n, kExtents))
      for (int64_t k : either(problem.k, kReductions))
        for (int64_t slice : getLikelySlices(problem, k)) {
          // Of slices whose number is open there usually is a power of two.
          int64_t length = k;
          if (problem.pieces.empty() && problem.isSliced && k > slice)
            length = int64_t(llvm::bit_floor(uint64_t(k / slice))) * slice;
          // Few results have schedules of their own.
          (m * n <= kTinyResults ? tiny : all).push_back({m, n, length, slice});
        }
  return all.empty() ? tiny : all;
}

double mlir::gl::getCycles(const ScheduleChoice &choice, const Problem &problem,
                           const CallSizes &sizes) {
  // Slices of one length, where they are not known.
  std::pair<int64_t, int64_t> likely = {
      llvm::divideCeilSigned(sizes.k, sizes.slice), sizes.slice};
  llvm::ArrayRef<std::pair<int64_t, int64_t>> pieces = problem.pieces;
  if (pieces.empty())
    pieces = likely;
  int64_t tileK = choice.tile[2], steps = 0;
  bool isBroken = false;
  constexpr int64_t kLineBytes = 128;
  for (auto [count, length] : pieces) {
    bool walks = choice.gather == GatherMode::walk;
    int64_t stretch = walks ? length : count * length;
    steps += (walks ? count : 1) * llvm::divideCeilSigned(stretch, tileK);
    isBroken |= stretch * problem.elementBytes % kLineBytes != 0;
  }
  int64_t groups =
      llvm::divideCeilSigned(sizes.m, choice.tile[0] * choice.cluster[0]) *
      llvm::divideCeilSigned(sizes.n, choice.tile[1] * choice.cluster[1]);
  double cycles = choice.estimate.getCycles(
      groups, llvm::divideCeilSigned(steps, choice.splitK), isBroken);
  if (choice.gather == GatherMode::copy)
    cycles += getCopyCycles(problem, sizes.m, sizes.k);
  return cycles;
}

namespace {
/// What choices lose in each of the calls against the best of all, in natural
/// logarithms, times the call's weight.
class Losses {
public:
  Losses(const Problem &problem, llvm::ArrayRef<ScheduleChoice> choices);

  /// What the best of `taken` loses in each call, without the one at `without`.
  std::vector<double> getBest(llvm::ArrayRef<size_t> taken,
                              std::optional<size_t> without = {}) const;
  /// What `taken` leave of each unit of weight.
  double getLeft(llvm::ArrayRef<size_t> taken) const;
  /// The choice that leaves the least beside what `best` has, and what it
  /// leaves of each unit of weight.
  std::pair<size_t, double> getAddition(llvm::ArrayRef<double> best) const;

private:
  std::vector<std::vector<double>> rows;
  double weights = 0;
};
} // namespace

Losses::Losses(const Problem &problem, llvm::ArrayRef<ScheduleChoice> choices) {
  llvm::SmallVector<CallSizes, 0> calls = getLikelySizes(problem);
  rows.resize(choices.size());
  for (const CallSizes &call : calls) {
    // Nothing is faster than the memory that brings the operands once.
    double memory = double(call.m + call.n) * double(call.k) *
                    double(problem.elementBytes) / kMemoryBytesPerCycle;
    double least = HUGE_VAL;
    for (auto [row, choice] : llvm::zip_equal(rows, choices)) {
      row.push_back(std::max(memory, getCycles(choice, problem, call)));
      least = std::min(least, row.back());
    }
    // Of long calls more is lost.
    constexpr double kShort = 1000;
    double weight = std::max(1.0, std::log2(least / kShort));
    weights += weight;
    for (std::vector<double> &row : rows)
      row.back() = weight * std::log(row.back() / least);
  }
}

std::vector<double> Losses::getBest(llvm::ArrayRef<size_t> taken,
                                    std::optional<size_t> without) const {
  // Who takes nothing loses all.
  constexpr double kAll = 1e6;
  std::vector<double> best(rows.front().size(), kAll);
  for (auto [i, choice] : llvm::enumerate(taken))
    if (i != without)
      for (auto [least, loss] : llvm::zip_equal(best, rows[choice]))
        least = std::min(least, loss);
  return best;
}

double Losses::getLeft(llvm::ArrayRef<size_t> taken) const {
  std::vector<double> best = getBest(taken);
  return std::accumulate(best.begin(), best.end(), 0.0) / weights;
}

std::pair<size_t, double>
Losses::getAddition(llvm::ArrayRef<double> best) const {
  std::pair<size_t, double> addition = {0, HUGE_VAL};
  for (auto [i, row] : llvm::enumerate(rows)) {
    double sum = 0;
    for (auto [least, loss] : llvm::zip_equal(best, row))
      sum += std::min(least, loss);
    if (sum / weights < addition.second)
      addition = {i, sum / weights};
  }
  return addition;
}

std::vector<ScheduleChoice>
mlir::gl::chooseVariants(const Problem &problem,
                         llvm::ArrayRef<ScheduleChoice> choices, size_t most,
                         llvm::ArrayRef<ScheduleChoice> beside) {
  std::vector<ScheduleChoice> variants;
  if (choices.empty())
    return variants;
  std::vector<ScheduleChoice> all(beside);
  all.insert(all.end(), choices.begin(), choices.end());
  Losses losses(problem, all);
  llvm::SmallVector<size_t> taken =
      llvm::to_vector(llvm::seq<size_t>(0, beside.size()));
  double left = taken.empty() ? HUGE_VAL : losses.getLeft(taken);
  while (taken.size() < beside.size() + most) {
    auto [choice, after] = losses.getAddition(losses.getBest(taken));
    // Another kernel takes time to compile and to choose from.
    constexpr double kWorthIt = 0.003;
    if (left - after < kWorthIt)
      break;
    left = after;
    taken.push_back(choice);
    // What was taken early may have a better substitute by now.
    for (size_t i = beside.size(); i < taken.size(); ++i) {
      auto [other, with] = losses.getAddition(losses.getBest(taken, i));
      if (with < left) {
        taken[i] = other;
        left = with;
      }
    }
  }
  for (size_t choice : llvm::drop_begin(taken, beside.size())) {
    ScheduleChoice &variant = variants.emplace_back(all[choice]);
    variant.reason =
        "one of " + std::to_string(taken.size()) +
        ", of which each call takes the one with the least estimate";
    if (taken.size() > 1)
      variant.cost = variant.estimate.getNumbers();
  }
  return variants;
}
