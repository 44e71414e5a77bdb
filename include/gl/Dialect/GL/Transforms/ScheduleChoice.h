//===- ScheduleChoice.h - Which schedule suits a problem ---------*- C++
//-*-===//
//
// The choice itself, free of IR: from a problem's size, element type and memory
// order to the fields of a schedule. gl-select-schedule asks it; tests ask it
// directly.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_GL_TRANSFORMS_SCHEDULECHOICE_H
#define GL_DIALECT_GL_TRANSFORMS_SCHEDULECHOICE_H

#include "gl/Dialect/GL/IR/ScheduleFields.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::gl {

/// What the choice rests on. An extent is absent when it is known only at run
/// time.
struct Problem {
  std::optional<int64_t> m, n, k;
  /// Most results (M times N) that the schedule is for, where they are not
  /// known; absent for any number.
  std::optional<int64_t> maxResults;
  /// Longest reduction that the schedule is for, where its length is not known;
  /// absent for any length.
  std::optional<int64_t> maxK;
  int64_t elementBytes = 4;
  /// Whether neighbours along K are neighbours in memory, in both operands.
  bool isAlongK = true;
  /// Largest power of two that divides every static innermost K dim.
  int64_t rowDivisor = 1;
  /// Bytes up to 128 that divide the rows of each operand, in as far as they
  /// are known.
  int64_t lhsAlignment = 128, rhsAlignment = 128;
  /// Whether the rows of an operand are known at run time only.
  bool hasUnknownRows = false;
  /// Whether element type and precision are for tensor cores, and products of
  /// theirs that make one product of the problem.
  bool onTensorCores = false;
  int64_t products = 1;
  /// Whether the epilogue computes functions, and how many inputs as large as
  /// the result it reads.
  bool hasFunctions = false;
  int64_t fullInputs = 0;
  /// Segments of the reduction, each of which starts a tile of its own, the
  /// length of the longest where all are known, and whether all read one right
  /// operand.
  int64_t segments = 1;
  std::optional<int64_t> longestSegment;
  bool hasOneRhs = true;
  /// How the reduction is gathered, where that is known: so many slices of so
  /// many elements, part by part. Empty if not.
  llvm::SmallVector<std::pair<int64_t, int64_t>, 2> pieces;
  /// How M and N lie in the operands: along one dim, along two that lie evenly
  /// if the operand has no gaps, or along others.
  enum class Rows { OneDim, Even, Uneven } rows = Rows::OneDim;
  /// Whether a segment's part of K is of slices: runs over more than one dim.
  bool isSliced = false;
  /// Whether the left operand is a copy that was made for the product, in rows
  /// of whole lines.
  bool isCopied = false;
  /// Whether a right operand is gathered, too, and whether K runs over more
  /// than two dims of an operand.
  bool isRhsGathered = false, isGatheredTwice = false;
  /// Whether the target has Hopper's copy engine (TMA) and wgmma.
  bool hasCopyEngine = false;
  /// Of the target: multiprocessors, bytes of shared memory that a block can
  /// have, registers that a thread can have.
  int64_t sms = 132, sharedBytes = 232448, registers = 255;
};

/// What a launch is estimated to take, in cycles: the field `cost` of a
/// schedule, before it is rounded.
struct Estimate {
  double places = 1, start = 0, wave = 0, step = 0, broken = 0;

  /// Of so many tiles, or clusters of them, and steps along K.
  double getCycles(int64_t groups, int64_t steps, bool isBroken = false) const;
  void scale(double factor);
  /// The field `cost`.
  llvm::SmallVector<int64_t, 5> getNumbers() const;
};

/// A schedule and why it was chosen.
struct ScheduleChoice : ScheduleFields {
  std::string reason;
  Estimate estimate; ///< of choices that are estimated
  double cycles = 0; ///< the same for the problem's sizes; 0 of others
};

/// Below this many results a problem is bound by latency, not by arithmetic or
/// loads.
inline constexpr int64_t kTinyResults = 8192;

/// What memory delivers to all multiprocessors.
inline constexpr double kMemoryBytesPerCycle = 2200;

/// Most segments that one staged loop steps through; each has code of its own.
inline constexpr int64_t kMaxStagedSegments = 16;

/// Classes of reductions of unknown length for which a tiny problem has a
/// schedule of its own, without a loop. Few, since each is one more kernel.
inline constexpr int64_t kReductionClasses[] = {128, 512};

/// Elements of 16 bytes that rows allow to load at once; 1 if they do not.
int64_t getVectorWidth(const Problem &problem);

/// A schedule of family `simt` whose loads read `vector` elements.
ScheduleChoice chooseSimt(const Problem &problem, int64_t vector);

/// A schedule of `family`, simt or mma, whose operands go through shared
/// memory, for loads of `vector` elements.
ScheduleChoice chooseStaged(const Problem &problem, Family family,
                            int64_t vector);

/// All schedules of family `wgmma` that are worth a thought for the problem.
std::vector<ScheduleChoice> getWarpgroupChoices(const Problem &problem);

/// The one of `choices` that takes the fewest cycles; nothing of none.
std::optional<ScheduleChoice> takeBest(std::vector<ScheduleChoice> choices);

/// The best schedule of family `wgmma`; nothing if there is none.
std::optional<ScheduleChoice> chooseWarpgroup(const Problem &problem);

/// Schedules of family `wgmma` for a copy of the input, which a kernel of its
/// own gathers first, with what that takes among their cycles. None where there
/// is nothing to gather, or the weight is not for the copy engine either.
std::vector<ScheduleChoice> getCopiedChoices(const Problem &problem);

/// The best of those; nothing if there is none.
std::optional<ScheduleChoice> chooseCopied(const Problem &problem);

/// Cycles for the bytes of a copy of `m` x `k` elements.
double getCopyCycles(const Problem &problem, int64_t m, int64_t k);

/// What rules out family `wgmma`; empty if nothing does.
std::string whyNotWarpgroups(const Problem &problem);

/// Sizes of a call, and the length of the slices that K is gathered from.
struct CallSizes {
  int64_t m, n, k, slice;
};

/// A grid of sizes that calls of the problem are likely to have.
llvm::SmallVector<CallSizes, 0> getLikelySizes(const Problem &problem);

/// What a choice is estimated to take in a call.
double getCycles(const ScheduleChoice &choice, const Problem &problem,
                 const CallSizes &sizes);

/// At most so many of `choices`, which serve calls of all sizes best together
/// with those `beside` them, with the field `cost` if they are several then.
std::vector<ScheduleChoice>
chooseVariants(const Problem &problem, llvm::ArrayRef<ScheduleChoice> choices,
               size_t most, llvm::ArrayRef<ScheduleChoice> beside = {});

/// The schedules for a GPU, in the order in which a call tries them. The last
/// has no requirement.
llvm::SmallVector<ScheduleChoice, 8> chooseForGPU(const Problem &problem);

/// A schedule of family `cpu`.
ScheduleChoice chooseCPU(const Problem &problem);

} // namespace mlir::gl

#endif // GL_DIALECT_GL_TRANSFORMS_SCHEDULECHOICE_H
