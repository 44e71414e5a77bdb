//===- WarpgroupChoice.cpp - Schedules of family wgmma --------------------===//
//
// As StagedChoice.cpp: candidate tiles are costed in cycles, and the cheapest
// is taken. A step of the loop takes as long as its products or as its copies,
// whichever is longer, and some cycles for its barriers. Copies are bound by
// what a multiprocessor can take in, 64 bytes a cycle, which tiles of fewer
// than 128 x 128 results ask more of; rows that do not begin at a cache line
// touch one line more. Behind its last step a tile's results are written while
// the tensor cores wait. Where threads fill the slots of an operand that the
// engine cannot bring, a step takes no less than their copies; where two
// programs along N fill half of them each, no less than the exchange of the
// halves. Where two sets of warps take turns, results are written under the
// other one's products. The constants were fitted to measurements on an H200.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/GL/Transforms/ScheduleChoice.h"

#include "gl/Dialect/GL/IR/Warpgroups.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>

using namespace mlir::gl;

namespace {

/// Widest panel that the copy engine permutes, and a line of the L2 cache and
/// its sectors.
constexpr int64_t kPanelBytes = 128, kLineBytes = 128, kSectorBytes = 32;
/// Bytes of K that one instruction takes.
constexpr int64_t kDepthBytes = 32;
/// What the copy engine's addresses and strides are multiples of.
constexpr int64_t kUnitBytes = 16;
/// Slots that a ring can have.
constexpr int64_t kMaxStages = 8;

struct Candidate {
  int64_t tileM, tileN, warpsM, warpsN;
  bool swap = false, pingpong = false;
};

/// From the largest to the smallest; the first of equals is taken.
constexpr Candidate kCandidates[] = {{128, 256, 8, 1},
                                     {256, 128, 8, 1},
                                     {128, 256, 4, 2},
                                     {128, 192, 8, 1},
                                     {128, 128, 8, 1},
                                     {128, 96, 8, 1},
                                     {64, 256, 4, 2},
                                     {128, 64, 8, 1},
                                     {64, 128, 4, 2},
                                     {64, 128, 4, 1},
                                     {64, 32, 4, 1},
                                     {64, 64, 4, 1},
                                     {128, 128, 4, 1, false, true},
                                     {64, 128, 4, 1, false, true}};
/// For few rows: the weight's rows are the instruction's.
constexpr Candidate kSwapped[] = {{64, 128, 1, 8, true}, {32, 256, 1, 8, true},
                                  {32, 128, 1, 8, true}, {16, 256, 1, 8, true},
                                  {16, 128, 1, 8, true}, {16, 64, 1, 4, true},
                                  {8, 128, 1, 8, true},  {8, 64, 1, 4, true}};

class Estimator {
public:
  explicit Estimator(const Problem &problem) : problem(problem) {}

  /// Who brings the tiles of lhs: `Shared`, the threads of all programs of a
  /// cluster along N; in other clusters programs lie along M and share rhs.
  enum class LhsBy { Engine, Threads, Shared };

  /// Fails if the tile does not fit.
  std::optional<ScheduleChoice> estimate(const Candidate &candidate,
                                         int64_t panels, GatherMode gather,
                                         int64_t cluster, LhsBy lhsBy) const;

private:
  struct Reduction {
    int64_t steps = 0;
    int64_t depth = 0;        ///< elements of K multiplied in a step
    double rowPieces = 0;     ///< copies of one row of lhs in a step
    int64_t rhsAlignment = 0; ///< bytes that divide where rows of rhs begin
  };
  std::optional<Reduction> getReduction(int64_t tileK, GatherMode gather,
                                        LhsBy lhsBy) const;
  static double getCopyCycles(double rows, int64_t bytes, int64_t alignment);
  /// Bytes that threads copy of a row of lhs at once.
  int64_t getFillBytes() const {
    return std::min(kUnitBytes, problem.lhsAlignment);
  }
  double getFillCycles(double rowPanels, int64_t tileK,
                       int64_t fillWarps) const;
  double getStepCycles(const ScheduleChoice &choice, const Reduction &reduction,
                       LhsBy lhsBy, bool hasWholeRows) const;

  const Problem &problem;
};

} // namespace

/// How a gathered reduction is cut into steps; nothing if `gather` cannot be
/// had.
std::optional<Estimator::Reduction>
Estimator::getReduction(int64_t tileK, GatherMode gather, LhsBy lhsBy) const {
  // Threads find the place of every vector, so that their steps go on across
  // all boundaries. Elements of 8 bits, and weights that run across K, were not
  // tried.
  if (lhsBy != LhsBy::Engine &&
      (gather == GatherMode::walk || problem.isRhsGathered ||
       problem.elementBytes == 1 || !problem.isAlongK))
    return std::nullopt;
  if (lhsBy == LhsBy::Engine && problem.lhsAlignment < kUnitBytes)
    return std::nullopt;
  constexpr int64_t kUsual = 1024;
  int64_t perDepth = kDepthBytes / problem.elementBytes;
  // The weight is cut where the input is; one that is gathered itself is not.
  if (gather == GatherMode::walk && problem.isRhsGathered)
    return std::nullopt;
  if (gather == GatherMode::split && problem.isGatheredTwice)
    return std::nullopt;
  if (problem.pieces.empty()) {
    // Where parts of a shared weight begin has to be known.
    if (lhsBy != LhsBy::Engine ? problem.segments > 1
                               : gather == GatherMode::split)
      return std::nullopt;
    return Reduction{llvm::divideCeilSigned(kUsual, tileK), tileK,
                     double(tileK) * problem.elementBytes / kPanelBytes,
                     problem.rhsAlignment};
  }
  Reduction result;
  result.rhsAlignment = problem.rhsAlignment;
  int64_t shortest = tileK, start = 0;
  for (auto [count, length] : problem.pieces) {
    // Where a part's columns of a shared weight begin.
    if (problem.hasOneRhs)
      result.rhsAlignment =
          std::gcd(result.rhsAlignment, start * problem.elementBytes);
    start += count * length;
    if (gather == GatherMode::walk) {
      if (count > 1)
        result.rhsAlignment =
            std::gcd(result.rhsAlignment, length * problem.elementBytes);
      result.steps += count * llvm::divideCeilSigned(length, tileK);
      result.depth = std::max(
          result.depth,
          std::min(tileK, llvm::divideCeilSigned(length, perDepth) * perDepth));
      continue;
    }
    if (count == 1)
      continue;
    shortest = std::gcd(shortest, length);
  }
  if (gather == GatherMode::split) {
    // 32 bytes are the narrowest panel.
    if (lhsBy == LhsBy::Engine && shortest * problem.elementBytes < kDepthBytes)
      return std::nullopt;
    // Each part's columns of a shared weight are seen through a map of its own.
    if (result.rhsAlignment < kUnitBytes)
      return std::nullopt;
    for (auto [count, length] : problem.pieces)
      result.steps += llvm::divideCeilSigned(count * length, tileK);
    result.depth = tileK;
  }
  result.rowPieces = double(tileK) * problem.elementBytes /
                     std::min(shortest * problem.elementBytes, kPanelBytes);
  return result;
}

/// Cycles that it takes to bring rows of `bytes` from the L2 cache.
double Estimator::getCopyCycles(double rows, int64_t bytes, int64_t alignment) {
  constexpr double kRow = 0.5, kBytesPerCycle = 85;
  int64_t lines = llvm::divideCeilSigned(bytes, kLineBytes);
  // Rows that begin at a line's start, or are a line's parts.
  if (alignment % std::min(bytes, kLineBytes) == 0)
    return rows * (kRow + bytes / kBytesPerCycle);
  // Rows of whole sectors bring nothing that is not theirs.
  return rows * (alignment % kSectorBytes == 0 ? 1.5 : 1.9) * (lines + 1);
}

/// Cycles that threads take to copy so many rows of one panel, of steps of
/// `tileK` elements.
double Estimator::getFillCycles(double rowPanels, int64_t tileK,
                                int64_t fillWarps) const {
  // Of slices shorter than a step several end in each row.
  constexpr double kEnd = 5;
  double shortest = double(tileK);
  for (auto [count, length] : problem.pieces)
    if (count > 1)
      shortest = std::min(shortest, std::max(1.0, double(length)));
  // Many that are under way stand in each other's way.
  constexpr double kManyRowPanels = 64, kOfMany = 1.5;
  double copies =
      6 * rowPanels + kOfMany * std::max(0.0, rowPanels - kManyRowPanels);
  // Places in rows of open length are more work to find, the more for more
  // copies.
  const double kOfOpen = problem.hasUnknownRows ? 1.15 : 1,
               kNarrowOfOpen = problem.hasUnknownRows ? 1.6 : 1,
               kElementsOfOpen = problem.hasUnknownRows ? 1.25 : 1;
  switch (getFillBytes()) {
  case 16:
    return kOfOpen * (50 + copies + kEnd * (tileK / shortest - 1) * rowPanels);
  case 8:
    return kNarrowOfOpen * (75 + copies);
  case 4:
    return kNarrowOfOpen * (120 + copies);
  default: // through registers, of which more warps have more
    break;
  }
  // Of two sets of warps one waits while the other stores, if each has room for
  // a step.
  auto elements =
      static_cast<int64_t>(rowPanels * kPanelBytes / problem.elementBytes);
  // The constants were fitted where strides are known, and serve for others.
  bool hasTurns =
      getFillSets(elements, fillWarps, /*hasKnownStrides=*/true) > 1;
  return kElementsOfOpen *
         ((hasTurns ? 250 : 500) +
          (fillWarps > kWarpgroupWarps ? 9 : 9.7) * rowPanels);
}

/// Cycles of a step. Rows of operands are whole lines, or what the problem
/// knows of them.
double Estimator::getStepCycles(const ScheduleChoice &choice,
                                const Reduction &reduction, LhsBy lhsBy,
                                bool hasWholeRows) const {
  constexpr double kProductsPerCycle = 1750, kStepCycles = 65,
                   kOverlapCycles = 15;
  constexpr int64_t kLeastAsyncBytes = 4;
  bool isShared = lhsBy == LhsBy::Shared, isSplit = problem.products > 1;
  int64_t tileM = choice.tile[0], tileN = choice.tile[1],
          tileK = choice.tile[2];
  int64_t panels = tileK * problem.elementBytes / kPanelBytes;
  int64_t cluster = choice.cluster[0] * choice.cluster[1];
  int64_t warps = choice.warps[0] * choice.warps[1];
  int64_t groups = (1 + choice.pingpong) * warps / kWarpgroupWarps;
  int64_t columns =
      choice.swap ? tileM / choice.warps[0] : tileN / choice.warps[1];
  double products = double(tileM) * tileN * reduction.depth *
                    problem.elementBytes / 2 * problem.products /
                    kProductsPerCycle;
  // An instruction of few columns waits for its 64 rows to be read.
  products *= std::max(1.0, (16 + columns / 4.0) / (columns / 2.0));
  // Of rows that are not known the engine takes any made of its units. Those of
  // a weight are whole sectors mostly, since they have an even number of slices
  // of units; the slices themselves may not be.
  auto getAlignment = [&](int64_t known, int64_t likely) {
    if (hasWholeRows)
      return kLineBytes;
    return problem.hasUnknownRows ? likely : known;
  };
  int64_t rhsAlignment = getAlignment(
      reduction.rhsAlignment,
      choice.gather == GatherMode::walk ? kUnitBytes : kSectorBytes);
  // Programs that share the weight share its broken sectors; what comes in is
  // as much as before.
  int64_t shares = isShared || rhsAlignment % kSectorBytes == 0 ? 1 : cluster;
  double rhsCopies =
      getCopyCycles(double(tileN) * panels, kPanelBytes, rhsAlignment) / shares;
  double copies = rhsCopies;
  if (lhsBy == LhsBy::Engine)
    copies += getCopyCycles(
        tileM * reduction.rowPieces, kPanelBytes * panels / reduction.rowPieces,
        problem.isCopied ? kLineBytes
                         : getAlignment(problem.lhsAlignment, kUnitBytes));
  // Smaller tiles bring and read more for each product, and the power that
  // takes lowers the clock.
  const double kSmallTile = problem.elementBytes == 1 ? 0 : 0.12;
  double area = double(tileM) * tileN;
  products *= 1 + kSmallTile * std::max(0.0, 1 - area / (128 * 256));
  if (choice.pingpong && cluster == 1)
    products *= 1.015;
  // And so do elements of 32 bits, of which programs of a cluster read fewer.
  if (problem.elementBytes == 4 && !isSplit && cluster == 1)
    products *= 1.01;
  // A ring of two slots leaves the engine little time ahead, and threads even
  // less.
  if (choice.stages == 2)
    products *= 1.02;
  constexpr double kFillTwoSlots = 1.15;
  // One warpgroup's products are under way while it waits for the next copies.
  bool overlaps = warps == kWarpgroupWarps && problem.elementBytes != 1 &&
                  !isSplit && choice.stages > 2;
  // But a slot is handed back a step later, which few long ones feel.
  constexpr double kHeldSlot = 0.15;
  if (overlaps)
    copies *= 1 + kHeldSlot / double(choice.stages - 1);
  // Nor is a step of few products shorter than what its barriers take.
  constexpr double kLeastStep = 215;
  double step =
      std::max({products, copies + (overlaps ? kOverlapCycles : kStepCycles),
                kLeastStep});
  // Threads copy more slowly beside more others, and where many narrow copies
  // are under way.
  constexpr double kFillBeside = 80, kManyRows = 64, kOfMany = 6;
  double filled = double(tileM) * panels / (isShared ? cluster : 1);
  if (lhsBy != LhsBy::Engine) {
    double beside = kFillBeside;
    if (getFillBytes() < kUnitBytes)
      beside += kOfMany * std::max(0.0, filled / panels - kManyRows);
    step = std::max(step, getFillCycles(filled, tileK, choice.fillWarps) +
                              (groups - 1) * beside) *
           (choice.stages == 2 ? kFillTwoSlots : 1);
  }
  // What comes from other programs; elements come late.
  constexpr double kExchangedBytesPerCycle = 6.7, kLateElements = 240;
  if (isShared)
    step = std::max(step, (double(tileM) * panels - filled) * kPanelBytes /
                              kExchangedBytesPerCycle);
  if (isShared && getFillBytes() < kLeastAsyncBytes)
    step += kLateElements;
  // What comes in with rows that are no whole sectors comes in their way, but
  // where the products of large tiles take longer.
  constexpr double kInTheWay = 0.7;
  if ((lhsBy == LhsBy::Threads || (isShared && tileM < 128)) &&
      rhsAlignment % kSectorBytes != 0)
    step += kInTheWay * rhsCopies;
  // Halves of few rows are hardly sooner there than the whole.
  constexpr double kFewRowsShared = 1.1;
  if (isShared && tileM < 128)
    step *= kFewRowsShared;
  // Where the weight's rows are no whole lines, they take longer beside a copy,
  // too, but for programs that share them and make the most of them.
  constexpr double kBrokenBesideCopy = 1.04;
  if (problem.isCopied && (cluster == 1 || area < 128 * 256) &&
      rhsAlignment % kLineBytes != 0)
    step *= kBrokenBesideCopy;
  // The threads that make low parts wait for the copies of each step.
  constexpr double kSplitCycles = 500, kSplitRow = 2.5;
  if (isSplit)
    step = std::max(step, kSplitCycles + kSplitRow * panels * (tileM + tileN));
  return step;
}

std::optional<ScheduleChoice>
Estimator::estimate(const Candidate &candidate, int64_t panels,
                    GatherMode gather, int64_t cluster, LhsBy lhsBy) const {
  constexpr double kStartCycles = 3000, kClusterCycles = 1200,
                   kTileCycles = 500, kTurnCycles = 250,
                   kCyclesPerResult = 2300.0 / (128 * 256);
  bool isShared = lhsBy == LhsBy::Shared;
  ScheduleChoice choice;
  choice.family = Family::wgmma;
  int64_t tileK = panels * kPanelBytes / problem.elementBytes;
  choice.tile = {candidate.tileM, candidate.tileN, tileK};
  choice.warps = {candidate.warpsM, candidate.warpsN};
  choice.vector = (lhsBy != LhsBy::Engine ? getFillBytes() : kUnitBytes) /
                  problem.elementBytes;
  choice.swap = candidate.swap;
  choice.pingpong = candidate.pingpong;
  choice.gather = gather;
  choice.cluster = {isShared ? 1 : cluster, isShared ? cluster : 1};
  bool isSplit = problem.products > 1;
  // Elements that pass through registers want many threads that wait for them,
  // where products leave room for those.
  constexpr int64_t kLeastAsyncBytes = 4;
  if (lhsBy != LhsBy::Engine || isSplit)
    choice.fillWarps = kWarpgroupWarps;
  if (lhsBy != LhsBy::Engine && getFillBytes() < kLeastAsyncBytes &&
      candidate.warpsM * candidate.warpsN == kWarpgroupWarps)
    choice.fillWarps = 2 * kWarpgroupWarps;
  // More elements on their way than that are spilled; where sizes are known,
  // they have fewer addresses.
  constexpr int64_t kMostElements = 32, kMostOfKnown = 64;
  bool isKnown = problem.m && problem.n && !problem.hasUnknownRows;
  if (lhsBy != LhsBy::Engine && getFillBytes() < kLeastAsyncBytes &&
      candidate.tileM / (isShared ? cluster : 1) * tileK >
          (isKnown ? kMostOfKnown : kMostElements) * choice.fillWarps * 32)
    return std::nullopt;

  // So were addresses of words, of elements of 32 bits, beside the most sums,
  // where each copy has its own.
  if (lhsBy != LhsBy::Engine && problem.hasUnknownRows &&
      problem.elementBytes == 4 && getFillBytes() < kUnitBytes &&
      candidate.tileM * candidate.tileN >= 128 * 256)
    return std::nullopt;

  // Rings, and two boxes of results for each warp, of 16 rows.
  int64_t warps = candidate.warpsM * candidate.warpsN,
          sets = candidate.pingpong ? 2 : 1;
  int64_t slot = (candidate.tileM + candidate.tileN) * panels * kPanelBytes;
  // Operands that are split are there twice.
  if (isSplit)
    slot *= 2;
  constexpr int64_t kBoxBytes = 16 * kPanelBytes, kBarriers = 1024;
  // Sizes that a call is likely to have, where they are open.
  constexpr int64_t kUsual = 4096;
  bool isOpen = !problem.m || !problem.n;
  int64_t m = std::max<int64_t>(1, problem.m.value_or(kUsual)),
          n = std::max<int64_t>(1, problem.n.value_or(kUsual));
  int64_t tilesM = llvm::divideCeilSigned(m, candidate.tileM),
          tilesN = llvm::divideCeilSigned(n, candidate.tileN);
  // A cluster lies within a group of multiprocessors; clusters of four leave
  // some of each group unused, how many depends on the specimen.
  int64_t places =
      cluster == 4 ? problem.sms * 4 / 5 / 4 : problem.sms / cluster;
  int64_t clusters = isShared
                         ? tilesM * llvm::divideCeilSigned(tilesN, cluster)
                         : llvm::divideCeilSigned(tilesM, cluster) * tilesN;
  int64_t waves = llvm::divideCeilSigned(clusters, places);
  // Small tiles are for calls of few.
  bool isOneWave =
      isOpen ? candidate.tileM * candidate.tileN < 128 * 128 : waves == 1;

  // Copies of threads go through the first-level cache, which has what shared
  // memory leaves, where they are narrow, or leave sectors to the next step:
  // lines that do not end with a step are wanted twice. Programs that fill a
  // half each have half as many.
  constexpr int64_t kBesideCache = 168 << 10;
  bool usesCache = lhsBy == LhsBy::Threads && isOneWave &&
                   (getFillBytes() < kUnitBytes ||
                    leavesSectors(candidate.tileM, panels * kPanelBytes,
                                  problem.lhsAlignment));
  int64_t sharedBytes = usesCache ? std::min(problem.sharedBytes, kBesideCache)
                                  : problem.sharedBytes;
  choice.stages =
      std::min(kMaxStages,
               (sharedBytes - kBarriers - 2 * sets * warps * kBoxBytes) / slot);
  if (choice.stages < (panels == 1 ? 3 : 2))
    return std::nullopt;
  // Behind the last step the epilogue wants registers beside the sums: half as
  // many for each input of the result's size, which are all requested at once,
  // and those that functions compute in. The numbers are what ptxas was seen to
  // do without spilling.
  int64_t sums = candidate.tileM * candidate.tileN / (warps * 32);
  constexpr int64_t kMostBesideFunctions = 64, kMostWithFunctions = 112,
                    kMostWithInputs = 144;
  if (problem.hasFunctions && sums > kMostBesideFunctions)
    return std::nullopt;
  if (problem.fullInputs > 0 &&
      sums + sums * problem.fullInputs / 2 >
          (problem.hasFunctions ? kMostWithFunctions : kMostWithInputs))
    return std::nullopt;
  // Rows that run across K lie in panels, which warpgroups and programs do not
  // cut.
  int64_t panel = kPanelBytes / problem.elementBytes;
  if (!problem.isAlongK && (candidate.tileM % panel != 0 ||
                            candidate.tileN / candidate.warpsN % panel != 0 ||
                            candidate.tileN / cluster % panel != 0))
    return std::nullopt;

  int64_t columns = candidate.swap ? candidate.tileM / candidate.warpsM
                                   : candidate.tileN / candidate.warpsN;
  // Sums of f8 and of split operands are promoted, which takes those of one
  // instruction twice.
  constexpr int64_t kMostPromoted = 192, kBesidePromoted = 24;
  if (problem.elementBytes == 1 && sums + columns / 2 > kMostPromoted)
    return std::nullopt;
  int64_t groups = sets * warps / kWarpgroupWarps;
  if (columns > getMostColumns(1 + groups + choice.fillWarps / kWarpgroupWarps))
    return std::nullopt;
  int64_t registers =
      getWarpRegisters(groups, sums, choice.fillWarps / kWarpgroupWarps,
                       choice.vector == 1, problem.segments)
          .products;
  // Turns pay where reductions are short. Products that are promoted do not
  // overlap.
  if (candidate.pingpong &&
      (problem.elementBytes == 1 || isSplit || n < candidate.tileN))
    return std::nullopt;
  if (sums + (choice.fillWarps ? kLeastBesideSums : kBesideSums) > registers ||
      ((isSplit || problem.elementBytes == 1) &&
       sums + columns / 2 + kBesidePromoted > registers))
    return std::nullopt;
  // Where threads fill slots, products have fewer registers than the numbers
  // above were seen with. Inputs of the result's size are held whole, and so
  // are the addresses of results that are stored without the engine, or of such
  // inputs of open rows.
  constexpr int64_t kFunctions = 8, kDirectStores = 44;
  if (choice.fillWarps != 0) {
    int64_t needed = sums + kLeastBesideSums +
                     sums * problem.fullInputs * problem.elementBytes / 4;
    if (problem.hasFunctions || problem.fullInputs > 0)
      needed += kBesideSums - kLeastBesideSums;
    if (problem.hasFunctions)
      needed += kFunctions;
    bool isPlain = problem.fullInputs == 0 && !problem.hasFunctions;
    if (problem.n ? *problem.n * problem.elementBytes % kUnitBytes != 0
                  : !isPlain)
      needed += kDirectStores;
    if (needed > registers)
      return std::nullopt;
  }

  std::optional<Reduction> reduction = getReduction(tileK, gather, lhsBy);
  if (!reduction)
    return std::nullopt;
  double tile =
      kTileCycles + kCyclesPerResult * candidate.tileM * candidate.tileN;
  Estimate &estimate = choice.estimate;
  estimate.places = double(places);
  estimate.start = kStartCycles + (cluster > 1 ? kClusterCycles : 0);
  estimate.step = getStepCycles(choice, *reduction, lhsBy,
                                /*hasWholeRows=*/problem.hasUnknownRows);
  // Programs that share a weight's rows may even make up for broken ones.
  if (problem.hasUnknownRows)
    estimate.broken = std::max(0.0, getStepCycles(choice, *reduction, lhsBy,
                                                  /*hasWholeRows=*/false) -
                                        estimate.step);
  // Narrow copies through many waves take power, which lowers the clock; more
  // where every program makes all of its own.
  int64_t area = candidate.tileM * candidate.tileN;
  bool isLong = isOpen ? area >= 64 * 256 : waves > 1;
  if (isLong && lhsBy != LhsBy::Engine && getFillBytes() >= kLeastAsyncBytes &&
      getFillBytes() < kUnitBytes) {
    bool isNarrowest = getFillBytes() == kLeastAsyncBytes;
    estimate.step *=
        isShared ? (isNarrowest ? 1.09 : 1.04) : (isNarrowest ? 1.2 : 1.15);
  }
  // Sets in turns write all results but the last under products.
  estimate.wave = candidate.pingpong ? kTurnCycles : tile;
  if (candidate.pingpong)
    estimate.start += tile;
  // Threads hand the first slot over when they have filled the second.
  if (lhsBy != LhsBy::Engine)
    estimate.start += estimate.step;
  // Where both can bring the tiles, the engine is the surer choice. Threads
  // find their places more slowly where lengths of slices are open.
  constexpr double kSurer = 1.1;
  if (lhsBy != LhsBy::Engine &&
      (problem.lhsAlignment >= kUnitBytes || problem.hasUnknownRows))
    estimate.scale(kSurer);
  choice.cycles = estimate.getCycles(clusters, reduction->steps);
  // Rows and columns of tiles that are computed at a time share operands; as
  // few different ones as possible where they do not all stay in the L2 cache.
  constexpr int64_t kUsualGroup = 8;
  constexpr double kCacheBytes = 100e6;
  double operands =
      (double(m) + n) * problem.k.value_or(4096) * problem.elementBytes;
  if (isOpen || (tilesM > 1 && tilesN > 1))
    choice.groupM = operands <= kCacheBytes ? kUsualGroup : 2 * kUsualGroup;
  if (!isOneWave)
    choice.kOrder = KOrder::zigzag;
  return choice;
}

std::string mlir::gl::whyNotWarpgroups(const Problem &problem) {
  if (!problem.hasCopyEngine)
    return "the target has no copy engine and no wgmma";
  if (!problem.onTensorCores)
    return "the precision is not one that wgmma multiplies in";
  if (problem.elementBytes != 2 && !problem.isAlongK)
    return "weights that run across K are for wgmma if their elements have 16 "
           "bits";
  if (problem.rhsAlignment < kUnitBytes)
    return "rows of the weight are not multiples of the 16 bytes that the copy "
           "engine needs";
  if (problem.lhsAlignment < kUnitBytes && !problem.isAlongK)
    return "rows of the input are not multiples of the 16 bytes that the copy "
           "engine needs, and threads bring others only along K";
  if (problem.rows == Problem::Rows::Uneven)
    return "rows run over dims that are not one to the copy engine";
  if (problem.isRhsGathered &&
      (problem.isGatheredTwice || problem.pieces.empty()))
    return "a gathered weight's slices may end inside a panel";
  if (problem.k == 0)
    return "there is nothing to multiply";
  if (problem.segments > kMaxStagedSegments)
    return "there are more segments than the " +
           std::to_string(kMaxStagedSegments) + " that one loop steps through";
  return "";
}

std::vector<ScheduleChoice>
mlir::gl::getWarpgroupChoices(const Problem &problem) {
  std::vector<ScheduleChoice> choices;
  if (!whyNotWarpgroups(problem).empty())
    return choices;
  Estimator estimator(problem);
  auto consider = [&](llvm::ArrayRef<Candidate> candidates) {
    for (const Candidate &candidate : candidates)
      for (GatherMode gather : {GatherMode::walk, GatherMode::split})
        for (int64_t panels : {1, 2})
          // Sharing the weight pays where its rows are dear.
          for (int64_t cluster : {1, 2, 4})
            for (auto lhsBy :
                 {Estimator::LhsBy::Engine, Estimator::LhsBy::Threads,
                  Estimator::LhsBy::Shared}) {
              int64_t least = lhsBy == Estimator::LhsBy::Engine ? 128 : 64;
              if (cluster > 1 && (candidate.swap || candidate.tileM < least))
                continue;
              // Between four programs the exchange takes longer than copies.
              // What is split is not exchanged.
              if (lhsBy == Estimator::LhsBy::Shared &&
                  (cluster != 2 || problem.products > 1))
                continue;
              if (std::optional<ScheduleChoice> choice = estimator.estimate(
                      candidate, panels, gather, cluster, lhsBy))
                choices.push_back(std::move(*choice));
            }
  };
  consider(kCandidates);
  constexpr int64_t kFewRows = 256;
  if (problem.m.value_or(1) <= kFewRows)
    consider(kSwapped);
  return choices;
}

std::optional<ScheduleChoice>
mlir::gl::takeBest(std::vector<ScheduleChoice> choices) {
  auto best = llvm::min_element(
      choices, [](const ScheduleChoice &a, const ScheduleChoice &b) {
        return a.cycles < b.cycles;
      });
  if (best == choices.end())
    return std::nullopt;
  best->reason = "estimated at " + std::to_string(int64_t(best->cycles)) +
                 " cycles, the least of the candidate tiles";
  return *best;
}

std::optional<ScheduleChoice>
mlir::gl::chooseWarpgroup(const Problem &problem) {
  return takeBest(getWarpgroupChoices(problem));
}
