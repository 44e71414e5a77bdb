//===- ScheduleChoice.cpp - Which schedule suits a problem ----------------===//
//
// See ScheduleChoice.h. The rules come from measurements of hand-written
// kernels on an H200. A tiny problem is bound by latency: it wants its whole
// reduction requested at once, in three to ten 16-byte loads a lane, about four
// results a warp, four warps a block, and tiles that divide the result, since
// every bounds check delays a load. A larger one wants as many results a thread
// as registers allow, as long as the blocks still fill the chip.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/GL/Transforms/ScheduleChoice.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir::gl;

int64_t mlir::gl::getVectorWidth(const Problem &problem) {
  if (!problem.isAlongK)
    return 1;
  return std::min<int64_t>(16 / problem.elementBytes, problem.rowDivisor);
}

/// Bytes of the widest load.
static constexpr int64_t kVectorBytes = 16;

/// A tile shape with its spread, from the number of results a thread holds
/// along each axis.
static ScheduleChoice makeSimt(llvm::ArrayRef<int64_t> warps,
                               llvm::ArrayRef<int64_t> lanes, int64_t rowsM,
                               int64_t rowsN, int64_t vectorsK, int64_t vector,
                               llvm::StringRef reason) {
  ScheduleChoice choice;
  choice.warps.assign(warps.begin(), warps.end());
  choice.lanes.assign(lanes.begin(), lanes.end());
  choice.tile = {warps[0] * lanes[0] * rowsM, warps[1] * lanes[1] * rowsN,
                 lanes[2] * vector * vectorsK};
  choice.vector = vector;
  choice.reason = reason.str();
  return choice;
}

namespace {
/// How the results of a tiny problem are spread over one warp.
struct TinySpread {
  int64_t lanesK, rowsM, rowsN; ///< lanes of a group, and its results
  int64_t vectorsK;             ///< vectors a lane loads of each row
};
} // namespace

/// The spread that loads a reduction in segments of up to `k` whole, or nothing
/// if that takes more registers than a thread should hold.
static std::optional<TinySpread> chooseSpread(const Problem &problem, int64_t k,
                                              int64_t vector) {
  int64_t vectors = std::max<int64_t>(1, llvm::divideCeilSigned(k, vector));
  // One result a group costs the fewest instructions while a lane's loads are
  // few; short reductions take fewer lanes, with two vectors each.
  int64_t lanes = 8, least = problem.segments == 1 ? 2 : 1;
  while (lanes > 1 && llvm::divideCeilSigned(vectors, lanes) < least)
    lanes /= 2;
  // A segment of its own is less than a lane's share of the whole.
  while (problem.segments > 1 && lanes > vectors)
    lanes /= 2;
  // Longer ones keep about four results a warp, and the loads a lane issues
  // down, by lanes that share more results.
  struct Step {
    int64_t lanesK, rowsM, rowsN, maxLoads;
  };
  const Step steps[] = {{lanes, 1, 1, 10}, {16, 2, 1, 16}, {32, 2, 2, 48}};
  for (const Step &step : steps) {
    TinySpread spread{step.lanesK, step.rowsM, step.rowsN,
                      llvm::divideCeilSigned(vectors, step.lanesK)};
    if (problem.m == 1)
      spread.rowsN = std::max(step.rowsM, step.rowsN), spread.rowsM = 1;
    if (problem.n == 1)
      spread.rowsM = std::max(step.rowsM, step.rowsN), spread.rowsN = 1;
    if (problem.m == 1 && problem.n == 1)
      spread.rowsM = spread.rowsN = 1;
    int64_t loads =
        problem.segments * spread.vectorsK * (spread.rowsM + spread.rowsN);
    int64_t registers =
        loads * std::max<int64_t>(1, vector * problem.elementBytes / 4);
    // Products want each element in a register of its own, whatever its size:
    // what a schedule's verifier counts.
    constexpr int64_t kMost = 255, kOther = 40;
    int64_t unpacked =
        spread.rowsM * spread.rowsN +
        (spread.rowsM + spread.rowsN) * spread.vectorsK * vector + kOther;
    if (loads <= step.maxLoads && registers <= 96 && unpacked <= kMost)
      return spread;
  }
  return std::nullopt;
}

/// What is lost by tiles of `tile` along an axis of `extent`: the part of the
/// threads that idle, and bounds checks where the last tile is not full.
static double getRaggedCost(std::optional<int64_t> extent, int64_t tile,
                            double check) {
  if (!extent || *extent == 0 || *extent % tile == 0)
    return 0;
  double padded = llvm::divideCeilSigned(*extent, tile) * tile;
  return 0.5 * (padded / *extent - 1) + check;
}

/// Four warps a block unless their tile does not fit the result.
static ScheduleChoice placeTiny(const Problem &problem,
                                const TinySpread &spread, int64_t vector) {
  int64_t groups = 32 / spread.lanesK, lanesN = groups;
  // Groups that N has no columns for take rows.
  if (problem.n && *problem.n > 0)
    while (lanesN > 1 && lanesN / 2 * spread.rowsN >= *problem.n)
      lanesN /= 2;
  struct Block {
    int64_t warpsM, warpsN;
    double cost;
  };
  // In order of preference: operands are shared by two warps each, and more
  // warps a block mean fewer blocks to launch.
  const Block blocks[] = {{2, 2, 0},    {1, 4, 0.01}, {4, 1, 0.01},
                          {1, 3, 0.08}, {3, 1, 0.08}, {1, 2, 0.1},
                          {2, 1, 0.1},  {1, 1, 0.2}};
  ScheduleChoice best;
  double least = 0;
  for (const Block &block : blocks) {
    ScheduleChoice choice = makeSimt(
        {block.warpsM, block.warpsN}, {groups / lanesN, lanesN, spread.lanesK},
        spread.rowsM, spread.rowsN, spread.vectorsK, vector,
        "few results: bound by latency, the whole reduction in one "
        "step, about four results a warp");
    // A block's rows may be the whole warp's, its columns are a lane's.
    double cost = block.cost + getRaggedCost(problem.m, choice.tile[0], 0.02) +
                  getRaggedCost(problem.n, choice.tile[1], 0.04);
    if (best.tile.empty() || cost < least) {
      best = choice;
      least = cost;
    }
  }
  return best;
}

ScheduleChoice mlir::gl::chooseSimt(const Problem &problem, int64_t vector) {
  bool isSized = problem.m && problem.n;
  int64_t results = isSized ? *problem.m * *problem.n : 0;
  bool isTiny =
      isSized ? results <= kTinyResults
              : problem.maxResults.value_or(kTinyResults + 1) <= kTinyResults;

  // Lanes along N read neighbours in memory when those along K would not.
  if (!problem.isAlongK) {
    if (isTiny)
      return makeSimt({2, 2}, {1, 32, 1}, 1, 1, 16, 1,
                      "few results; neighbours along N are neighbours in "
                      "memory");
    return makeSimt({4, 2}, {1, 32, 1}, 8, 2, 8, 1,
                    "neighbours along N are neighbours in memory");
  }

  if (isTiny) {
    std::optional<int64_t> k =
        problem.segments > 1 ? problem.longestSegment : problem.k;
    if (!k)
      k = problem.maxK;
    if (k)
      if (std::optional<TinySpread> spread = chooseSpread(problem, *k, vector))
        return placeTiny(problem, *spread, vector);
    // Too long to load at once, or of unknown length: a whole warp along K.
    int64_t rowsM = problem.m.value_or(2) > 1 ? 2 : 1;
    int64_t rowsN = results > 1024 ? 2 : 1;
    int64_t loads = k || vector == 1 ? 4 : 2;
    return makeSimt({1, 4}, {1, 1, 32}, rowsM, rowsN, loads, vector,
                    "few results of a long reduction: a warp along K");
  }

  // The largest of these whose blocks give every multiprocessor two.
  struct Shape {
    int64_t warpsM, warpsN, rowsM, rowsN;
  };
  const Shape shapes[] = {{2, 4, 8, 4}, {2, 2, 4, 4}, {1, 4, 2, 2}};
  int64_t lanesK = vector > 1 ? 8 : 16, lanesN = 2, lanesM = 16 / lanesK;
  for (const Shape &shape : shapes) {
    ScheduleChoice choice = makeSimt(
        {shape.warpsM, shape.warpsN}, {lanesM, lanesN, lanesK}, shape.rowsM,
        shape.rowsN, 1, vector, "the largest tile whose blocks fill the chip");
    bool isLast = &shape == std::end(shapes) - 1;
    // Without sizes, the middle one: it loses least at either end.
    if (!isSized) {
      if (&shape != &shapes[1])
        continue;
      choice.reason = "sizes are known at run time only";
      return choice;
    }
    int64_t blocks = llvm::divideCeilSigned(*problem.m, choice.tile[0]) *
                     llvm::divideCeilSigned(*problem.n, choice.tile[1]);
    if (isLast || blocks >= 2 * problem.sms)
      return choice;
  }
  return {};
}

/// Schedules for problems that are tiny, or may be: of a size known at run time
/// only, those for small ones.
static void addTiny(const Problem &problem, int64_t vector,
                    llvm::SmallVectorImpl<ScheduleChoice> &choices) {
  bool isSized = problem.m && problem.n;
  if (isSized && *problem.m * *problem.n > kTinyResults)
    return;
  Problem small = problem;
  auto add = [&] {
    ScheduleChoice choice = chooseSimt(small, vector);
    choice.maxResults = small.maxResults.value_or(0);
    choice.maxK = small.maxK.value_or(0);
    choices.push_back(choice);
  };
  if (!isSized)
    small.maxResults = kTinyResults;
  // The limit is on the dims of one weight; parts that each have their own take
  // the loop.
  if (!problem.k && problem.isAlongK && problem.hasOneRhs &&
      problem.segments <= 4)
    for (int64_t maxK : kReductionClasses) {
      // Tiles of many segments are many loads, and so are single elements of a
      // long reduction.
      bool isLong = maxK != kReductionClasses[0];
      if (isLong && problem.segments > 1)
        continue;
      small.maxK = isLong && vector == 1 ? maxK / 2 : maxK;
      add();
    }
  small.maxK.reset();
  add();
}

/// Whether a call's sizes decide which schedule is the fastest.
static bool isOpen(const Problem &problem) {
  return !problem.m || !problem.n || problem.pieces.empty();
}

/// Adds those of `pool` that serve calls of all sizes best, at most so many.
static void addVariants(const Problem &problem,
                        llvm::ArrayRef<ScheduleChoice> pool, size_t most,
                        llvm::SmallVectorImpl<ScheduleChoice> &choices) {
  for (ScheduleChoice &choice : chooseVariants(problem, pool, most))
    choices.push_back(std::move(choice));
}

/// The same, and beside them schedules for a copy of the input. What does
/// without a copy is not left out for those: a call may have no workspace.
static void
addVariantsAndCopies(const Problem &problem,
                     llvm::ArrayRef<ScheduleChoice> pool, size_t most,
                     llvm::SmallVectorImpl<ScheduleChoice> &choices) {
  constexpr size_t kMostCopies = 6;
  std::vector<ScheduleChoice> direct = chooseVariants(problem, pool, most);
  if (direct.empty())
    return;
  std::vector<ScheduleChoice> copies =
      chooseVariants(problem, getCopiedChoices(problem), kMostCopies, direct);
  // One competes with copies, if there are any.
  if (!copies.empty())
    for (ScheduleChoice &choice : direct)
      choice.cost = choice.estimate.getNumbers();
  choices.append(direct.begin(), direct.end());
  choices.append(copies.begin(), copies.end());
}

/// Clusters take time to start and to add their parts, which choosing among
/// shares of one family makes little of.
static double getShareCycles(const ScheduleChoice &choice) {
  constexpr double kShareCycles = 700;
  return choice.splitK > 1 ? kShareCycles * double(choice.splitK) : 0;
}

/// The best schedules of `family` for each of the likely sizes.
static std::vector<ScheduleChoice>
getStagedChoices(const Problem &problem, Family family, int64_t vector) {
  std::vector<ScheduleChoice> pool;
  for (const CallSizes &sizes : getLikelySizes(problem)) {
    Problem sized = problem;
    sized.m = sizes.m;
    sized.n = sizes.n;
    ScheduleChoice choice = chooseStaged(sized, family, vector);
    choice.estimate.start += getShareCycles(choice);
    choice.groupM = 8;
    bool isNew = llvm::none_of(pool, [&](const ScheduleChoice &known) {
      return known.tile == choice.tile && known.warps == choice.warps &&
             known.splitK == choice.splitK && known.stages == choice.stages;
    });
    if (isNew)
      pool.push_back(std::move(choice));
  }
  return pool;
}

/// Whether family wgmma is for operands without gaps only: rows over two dims
/// are one to the engine in those, and of rows that are no whole units only
/// those without gaps are known.
static bool isForContiguous(const Problem &problem) {
  return problem.rows != Problem::Rows::OneDim ||
         problem.lhsAlignment < kVectorBytes;
}

/// Schedules for problems that have enough work for shared memory to pay.
/// The fallback relies on nothing.
static void addLarge(const Problem &problem, int64_t vector, bool isFallback,
                     llvm::SmallVectorImpl<ScheduleChoice> &choices) {
  Problem aligned = problem;
  int64_t bytes = vector * problem.elementBytes;
  aligned.hasUnknownRows |= isFallback;
  if (aligned.hasUnknownRows)
    aligned.lhsAlignment = aligned.rhsAlignment = bytes;
  Family family = problem.onTensorCores ? Family::mma : Family::simt;
  // What cannot have the widest loads is slow anyway.
  bool isWidest = bytes == kVectorBytes;
  if (isFallback || (problem.hasUnknownRows && !isWidest)) {
    choices.push_back(chooseStaged(aligned, family, vector));
    return;
  }
  // Steps that walk are for other slices than those that go on across them.
  bool hasOpenSlices = problem.pieces.empty() && problem.isSliced;
  const size_t kMost = hasOpenSlices ? 14 : 8, kMostBeside = 3;
  if (isOpen(problem)) {
    std::vector<ScheduleChoice> staged =
        getStagedChoices(aligned, family, vector);
    std::vector<ScheduleChoice> warpgroups = getWarpgroupChoices(aligned);
    bool isApart = isForContiguous(aligned) && !warpgroups.empty();
    if (!isApart)
      warpgroups.insert(warpgroups.end(), staged.begin(), staged.end());
    // Of slices of open length there are more of those that the engine brings.
    if (hasOpenSlices)
      addVariants(aligned, warpgroups, kMost, choices);
    else
      addVariantsAndCopies(aligned, warpgroups, kMost, choices);
    if (isApart)
      addVariants(aligned, staged, kMostBeside, choices);
    return;
  }
  // Where the copy engine can bring the operands, it is wgmma if that is
  // estimated to be faster. Nothing is faster than the memory that brings the
  // operands once.
  auto cyclesOf = [&](const ScheduleChoice &choice) {
    double rows = double(*problem.m) + double(*problem.n);
    return std::max(choice.cycles + getShareCycles(choice),
                    rows * problem.k.value_or(0) * problem.elementBytes /
                        kMemoryBytesPerCycle);
  };
  ScheduleChoice staged = chooseStaged(aligned, family, vector);
  std::optional<ScheduleChoice> warpgroup = chooseWarpgroup(aligned);
  double least = cyclesOf(staged);
  if (warpgroup)
    least = std::min(least, cyclesOf(*warpgroup));
  // A copy takes memory and another launch.
  constexpr double kWorthCopy = 0.97;
  if (std::optional<ScheduleChoice> copied = chooseCopied(aligned);
      copied && cyclesOf(*copied) < kWorthCopy * least) {
    copied->reason += ", with the copy of the input among them; without it, " +
                      std::to_string(int64_t(least));
    choices.push_back(*copied);
  }
  if (warpgroup && cyclesOf(*warpgroup) <= cyclesOf(staged)) {
    choices.push_back(*warpgroup);
    if (!isForContiguous(aligned))
      return;
  }
  choices.push_back(staged);
}

/// The problem whose input has rows of `vector` elements, maybe of no whole
/// units of the copy engine, beside a weight that has those.
static Problem getFilled(const Problem &problem, int64_t vector) {
  Problem filled = problem;
  filled.lhsAlignment = vector * problem.elementBytes;
  return filled;
}

/// Schedules of family wgmma for inputs of open rows that may be no whole
/// units, and what takes other calls. Calls whose weight has such rows take
/// what comes behind.
static void addOpenRows(const Problem &problem, int64_t widest,
                        llvm::SmallVectorImpl<ScheduleChoice> &choices) {
  constexpr size_t kMost = 6;
  // A row that is not gathered is as long as the weight's.
  bool isFilled = problem.isSliced;
  // Odd rows gain the most by a copy, which takes others, too, and comes before
  // what ends their search.
  llvm::SmallVector<ScheduleChoice, 8> odd;
  Problem single = getFilled(problem, 1);
  if (isFilled)
    addVariantsAndCopies(single, getWarpgroupChoices(single), kMost, odd);
  auto addOdd = [&](bool isCopy) {
    for (const ScheduleChoice &choice : odd)
      if ((choice.gather == GatherMode::copy) == isCopy)
        choices.push_back(choice);
  };
  // Rows of 16-bit elements that are whole words are common, and far better off
  // than odd ones.
  bool hasWords = problem.elementBytes == 2;
  if (hasWords && widest >= 2 && isFilled) {
    Problem words = getFilled(problem, 2);
    addVariants(words, getWarpgroupChoices(words), kMost, choices);
  }
  addOdd(/*isCopy=*/true);
  if (hasWords && widest > 2)
    addLarge(problem, 2, /*isFallback=*/false, choices);
  addOdd(/*isCopy=*/false);
}

llvm::SmallVector<ScheduleChoice, 8>
mlir::gl::chooseForGPU(const Problem &problem) {
  llvm::SmallVector<ScheduleChoice, 8> choices;
  bool isTiny =
      problem.m && problem.n && *problem.m * *problem.n <= kTinyResults;
  int64_t vector = getVectorWidth(problem);
  if (vector > 1)
    addTiny(problem, vector, choices);
  addTiny(problem, 1, choices);
  if (isTiny)
    return choices;

  if (problem.segments > kMaxStagedSegments) {
    if (vector > 1)
      choices.push_back(chooseSimt(problem, vector));
    choices.push_back(chooseSimt(problem, 1));
    return choices;
  }
  int64_t alignment =
      std::min({problem.lhsAlignment, problem.rhsAlignment, kVectorBytes});
  int64_t widest = alignment / problem.elementBytes;
  bool isOneAligned =
      std::max(problem.lhsAlignment, problem.rhsAlignment) > alignment;
  if (widest > 1 || (isOneAligned && !problem.hasUnknownRows))
    addLarge(problem, widest, /*isFallback=*/false, choices);
  if (problem.hasUnknownRows)
    addOpenRows(problem, widest, choices);
  addLarge(problem, 1, /*isFallback=*/true, choices);
  return choices;
}

ScheduleChoice mlir::gl::chooseCPU(const Problem &problem) {
  ScheduleChoice choice;
  choice.family = Family::cpu;
  choice.micro = {4, 4};
  // Packed operands of a tile stay in the second-level cache.
  choice.tile = {128, 64, 1024};
  choice.reason = "operands of one tile fit the second-level cache";
  auto shrink = [&](unsigned axis, std::optional<int64_t> extent,
                    int64_t unit) {
    if (extent)
      choice.tile[axis] = std::min(
          choice.tile[axis],
          std::max<int64_t>(1, llvm::divideCeilSigned(*extent, unit)) * unit);
  };
  shrink(0, problem.m, choice.micro[0]);
  shrink(1, problem.n, choice.micro[1]);
  shrink(2, problem.k, 16);
  // Few programs would leave threads idle.
  if (problem.m && problem.n &&
      llvm::divideCeilSigned(*problem.m, choice.tile[0]) *
              llvm::divideCeilSigned(*problem.n, choice.tile[1]) <
          problem.sms)
    choice.tile[0] = std::min<int64_t>(choice.tile[0], 32);
  return choice;
}
