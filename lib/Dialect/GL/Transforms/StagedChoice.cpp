//===- StagedChoice.cpp - Schedules of staged kernels ---------------------===//
//
// A kernel whose operands go through shared memory is chosen by an estimate of
// its time: a few candidate tiles, each with and without sharing the reduction,
// are costed, and the cheapest is taken. The estimate counts cycles of one
// multiprocessor and asks three things of a step of the loop: the products, the
// copies, and how long a step takes at least because of its barrier and its
// latencies. The constants were fitted to measurements of some hundred
// schedules on an H200; they tell candidates apart and predict times to about a
// tenth.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/GL/Transforms/ScheduleChoice.h"

#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>

using namespace mlir::gl;

namespace {

/// Shared memory that each block on a multiprocessor costs beyond its own (CUDA
/// programming guide, compute capability 9.0); all of it holds one block of the
/// largest size.
constexpr int64_t kBlockSharedBytes = 1024;
/// Registers of one multiprocessor.
constexpr int64_t kRegisters = 65536;
/// More slots than these were never faster.
constexpr int64_t kMaxStages = 4;

/// Bytes of a row that one step takes: a line of the cache.
constexpr int64_t kStepBytes = 128;

struct Candidate {
  int64_t tileM, tileN, warpsM, warpsN;
};

/// From the largest to the smallest; the first of equals is taken.
constexpr Candidate kMma[] = {
    {128, 256, 2, 4}, {256, 128, 4, 2}, {128, 128, 2, 2}, {128, 128, 2, 4},
    {64, 128, 2, 4},  {64, 128, 1, 2},  {128, 64, 2, 2},  {64, 64, 2, 2},
    {64, 64, 1, 2},   {32, 64, 2, 2},   {64, 32, 2, 2},   {32, 32, 2, 4},
    {32, 32, 2, 2},   {16, 128, 1, 4},  {16, 64, 1, 4},   {16, 32, 1, 4}};
constexpr Candidate kSimt[] = {
    {128, 128, 4, 2}, {64, 128, 2, 2}, {128, 64, 2, 2}, {64, 64, 2, 2},
    {64, 32, 2, 2},   {32, 64, 2, 2},  {32, 32, 2, 2},  {32, 32, 4, 2}};

class Estimator {
public:
  Estimator(const Problem &problem, Family family, int64_t vector)
      : problem(problem), family(family), vector(vector) {}

  ScheduleChoice estimate(const Candidate &candidate, int64_t tileKBytes,
                          int64_t splitK) const;
  bool fitsRegisters(const Candidate &candidate, int64_t tileKBytes) const;

private:
  double getProductCycles(const ScheduleFields &fields, int64_t warps) const;
  double getCopyCycles(int64_t rows, int64_t tileKBytes,
                       int64_t rowAlignment) const;

  struct Sizes {
    int64_t m, n, k;
  };
  Sizes getSizes() const;

  const Problem &problem;
  Family family;
  int64_t vector;
};

} // namespace

/// Cycles that the products of one step of one block take, with `warps` warps
/// of all blocks on the multiprocessor.
double Estimator::getProductCycles(const ScheduleFields &fields,
                                   int64_t warps) const {
  double products = double(fields.tile[0]) * fields.tile[1] * fields.tile[2];
  // Of 128 fused multiply-adds a cycle.
  constexpr double kSimt = 1.37 / 128;
  int64_t part =
      fields.tile[0] / fields.warps[0] * fields.tile[1] / fields.warps[1];
  if (family == Family::simt)
    return products * kSimt * (part < 32 * 32 ? 2 : 1);
  // An instruction multiplies 16 x 8 x 32 bytes; each of four schedulers that
  // has a warp issues one in so many cycles.
  constexpr double kInstruction = 8.8, kSmallPart = 1.12, kThreeProducts = 1.14;
  double instructions =
      products * problem.elementBytes / (16 * 8 * 32) * problem.products;
  double cycles = instructions * kInstruction / std::min<int64_t>(4, warps);
  // Small parts of a tile load more from shared memory for each product, and
  // large ones leave no registers for splitting operands.
  if (part < 64 * 64)
    return cycles * kSmallPart;
  return problem.products > 1 ? cycles * kThreeProducts : cycles;
}

/// Cycles that it takes to bring `rows` rows of a step's tile from the L2
/// cache.
double Estimator::getCopyCycles(int64_t rows, int64_t tileKBytes,
                                int64_t rowAlignment) const {
  constexpr int64_t kLine = 128;
  constexpr double kBytesPerCycle = 43, kInstruction = 4.8;
  // Rows that do not start at a line's start touch one line more.
  int64_t lines =
      llvm::divideCeilSigned(tileKBytes, kLine) + (rowAlignment < kLine);
  if (rowAlignment < kLine && tileKBytes < kLine)
    lines = 1;
  double cache = double(rows) * lines * kLine / kBytesPerCycle;
  // A warp's instruction moves 32 vectors.
  int64_t bytes = std::min<int64_t>(rowAlignment, 16);
  double instructions = double(rows) * tileKBytes / (32 * bytes);
  return std::max(cache, instructions * kInstruction);
}

/// The problem's sizes; for those that are known at run time only, a square of
/// as many results as the schedule is for at most, and a middling reduction.
Estimator::Sizes Estimator::getSizes() const {
  constexpr int64_t kUsual = 1024;
  int64_t results = problem.maxResults.value_or(kUsual * kUsual);
  auto share = [&](std::optional<int64_t> other) {
    if (other)
      return std::max<int64_t>(1, results / std::max<int64_t>(1, *other));
    return static_cast<int64_t>(std::sqrt(double(results)));
  };
  return {std::max<int64_t>(1, problem.m.value_or(share(problem.n))),
          std::max<int64_t>(1, problem.n.value_or(share(problem.m))),
          std::max<int64_t>(1, problem.k.value_or(kUsual))};
}

ScheduleChoice Estimator::estimate(const Candidate &candidate,
                                   int64_t tileKBytes, int64_t splitK) const {
  ScheduleChoice choice;
  choice.family = family;
  choice.tile = {candidate.tileM, candidate.tileN,
                 tileKBytes / problem.elementBytes};
  choice.warps = {candidate.warpsM, candidate.warpsN};
  if (family == Family::simt)
    choice.lanes = {4, 8, 1};
  choice.vector = vector;
  choice.splitK = splitK;
  bool isThroughRegisters =
      std::min(problem.lhsAlignment, problem.rhsAlignment) < 4;
  int64_t warps = candidate.warpsM * candidate.warpsN;
  int64_t slot = (candidate.tileM + candidate.tileN) * tileKBytes;
  int64_t allShared = problem.sharedBytes + kBlockSharedBytes;
  // One step ahead is as far as registers go.
  choice.stages = isThroughRegisters ? 2 : kMaxStages;
  // Two blocks at a time, if three slots each fit.
  while (choice.stages > 3 && choice.stages * slot > allShared / 2)
    --choice.stages;
  while (choice.stages > 2 && choice.stages * slot > problem.sharedBytes)
    --choice.stages;

  auto [m, n, k] = getSizes();
  int64_t steps = llvm::divideCeilSigned(k, choice.tile[2]);
  int64_t blocks = llvm::divideCeilSigned(m, candidate.tileM) *
                   llvm::divideCeilSigned(n, candidate.tileN) * splitK;
  int64_t results = candidate.tileM * candidate.tileN / (warps * 32);
  int64_t registers = results + 90;
  int64_t fit = std::min(
      {allShared / (choice.stages * slot + kBlockSharedBytes),
       kRegisters / (registers * warps * 32), int64_t(2048) / (warps * 32)});
  fit = std::max<int64_t>(1, fit);
  // A cluster lies within a group of multiprocessors; clusters of four and more
  // leave some of each group unused (30 of four where 33 would fit).
  int64_t usable = splitK >= 4 ? problem.sms * 10 / 11 : problem.sms;
  int64_t together = std::min(fit, llvm::divideCeilSigned(blocks, usable));

  double products = together * getProductCycles(choice, together * warps);
  // While the warps of one block wait for each other, another's multiply; which
  // is lost on the addresses of as many more copies a thread, if strides are
  // not constants.
  constexpr double kAlternating = 0.97;
  if (family == Family::simt && together > 1 && !problem.hasUnknownRows)
    products *= kAlternating;
  double copies =
      together *
      (getCopyCycles(candidate.tileM, tileKBytes, problem.lhsAlignment) +
       getCopyCycles(candidate.tileN, tileKBytes, problem.rhsAlignment));
  // Products and copies overlap, but not wholly. A step has a least time, and a
  // block a time before its first step and behind its last.
  constexpr double kOverlap = 0.825, kEnds = 2650, kExchangeBytesPerCycle = 30;
  double least = isThroughRegisters ? 500 : 850;
  double step =
      std::max(least, std::max(products, copies) +
                          (1 - kOverlap) * std::min(products, copies));
  double exchange = splitK == 1 ? 0
                                : 4.0 * candidate.tileM * candidate.tileN /
                                      kExchangeBytesPerCycle;
  choice.estimate.places = double(usable * together / splitK);
  choice.estimate.step = step;
  choice.estimate.wave = kEnds + copies / together + exchange;
  choice.cycles = choice.estimate.getCycles(
      blocks / splitK, llvm::divideCeilSigned(steps, splitK));

  // Neighbouring blocks walk several rows of tiles together where one row's
  // operand would not stay in the L2 cache.
  if (llvm::divideCeilSigned(m, candidate.tileM) >= 8 &&
      llvm::divideCeilSigned(n, candidate.tileN) >= 8)
    choice.groupM = 8;
  return choice;
}

/// Whether a thread has registers for its results and for the addresses of its
/// copies, if dims and strides are known at run time only.
bool Estimator::fitsRegisters(const Candidate &candidate,
                              int64_t tileKBytes) const {
  constexpr int64_t kOther = 60, kFunctions = 40, kSplitting = 80;
  // Where strides are not constants each copy has an address of its own.
  bool isLoose = problem.hasUnknownRows || problem.segments > 1;
  const int64_t perCopy = problem.segments > 1 ? 12 : isLoose ? 6 : 4;
  const int64_t perElement = isLoose ? 10 : 6;
  int64_t threads = candidate.warpsM * candidate.warpsN * 32;
  int64_t part =
      candidate.tileM * candidate.tileN / (candidate.warpsM * candidate.warpsN);
  auto forCopies = [&](int64_t rows, int64_t alignment) {
    int64_t bytes = std::min<int64_t>(alignment, 16);
    int64_t copies = llvm::divideCeilSigned(rows * tileKBytes / bytes, threads);
    // Below 4 bytes the elements pass through registers, too.
    return copies * (bytes < 4 ? perElement : perCopy);
  };
  // Parts of a concatenation have strides of their own.
  int64_t sources = std::min<int64_t>(problem.segments, 4);
  int64_t need = kOther + part / 32 +
                 sources * forCopies(candidate.tileM, problem.lhsAlignment) +
                 forCopies(candidate.tileN, problem.rhsAlignment) *
                     (problem.hasOneRhs ? 1 : sources);
  if (problem.hasFunctions)
    need += kFunctions;
  need += problem.fullInputs * (part / 32) * 3 / 4;
  // Bytes that lie across K are loaded one by one, each into a register, and
  // put together: of a depth of 32 as many as a warp has rows or columns. Where
  // copies pass through registers, those count for more.
  if (problem.elementBytes == 1 && !problem.isAlongK &&
      std::min(problem.lhsAlignment, problem.rhsAlignment) >= 4)
    need += 2 * std::max(candidate.tileM / candidate.warpsM,
                         candidate.tileN / candidate.warpsN);
  // Operands that are split are held twice.
  if (problem.products > 1)
    need += part / 64 + (isLoose || !problem.isAlongK ? kSplitting : 0);
  return need <= problem.registers;
}

ScheduleChoice mlir::gl::chooseStaged(const Problem &problem, Family family,
                                      int64_t vector) {
  Estimator estimator(problem, family, vector);
  ScheduleChoice choice;
  double best = 0;
  llvm::ArrayRef<Candidate> candidates =
      family == Family::mma ? llvm::ArrayRef(kMma) : llvm::ArrayRef(kSimt);
  auto consider = [&](bool mustFit, bool mayHalve) {
    for (const Candidate &candidate : candidates)
      for (int64_t tileKBytes : {kStepBytes, kStepBytes / 2})
        for (int64_t splitK : {1, 2, 4, 8}) {
          // Half steps are for reductions that are no longer, or by need.
          bool isShort =
              problem.k && *problem.k * problem.elementBytes <= kStepBytes / 2;
          if ((isShort || mayHalve) != (tileKBytes < kStepBytes))
            continue;
          // Three slots of what a step needs must fit.
          if (3 * (candidate.tileM + candidate.tileN) * tileKBytes >
                  problem.sharedBytes ||
              candidate.tileM % (splitK * 8) != 0)
            continue;
          if (mustFit && !estimator.fitsRegisters(candidate, tileKBytes))
            continue;
          ScheduleChoice estimate =
              estimator.estimate(candidate, tileKBytes, splitK);
          // A share without a step would be idle.
          if (splitK > 1 && problem.k &&
              llvm::divideCeilSigned(*problem.k, estimate.tile[2]) < 2 * splitK)
            continue;
          if (splitK > 1 && !problem.k)
            continue;
          if (best != 0 && estimate.cycles >= best)
            continue;
          best = estimate.cycles;
          choice = std::move(estimate);
        }
  };
  // Shorter steps leave more registers; what does not fit then spills.
  consider(/*mustFit=*/true, /*mayHalve=*/false);
  if (best == 0)
    consider(/*mustFit=*/true, /*mayHalve=*/true);
  if (best == 0)
    consider(/*mustFit=*/false, /*mayHalve=*/true);
  choice.reason = "estimated at " + std::to_string(int64_t(best)) +
                  " cycles, the least of the candidate tiles";
  if (!problem.m || !problem.n || !problem.k)
    choice.reason += ", for usual sizes in place of those known at run time "
                     "only";
  return choice;
}
