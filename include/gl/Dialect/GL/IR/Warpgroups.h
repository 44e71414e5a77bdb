//===- Warpgroups.h - What family wgmma gives its warpgroups -----*- C++
//-*-===//
//
// How the registers of a multiprocessor are shared out between the warpgroups
// of a block: the one that copies, the 1 to 3 that compute, and, in some
// kernels, the 1 or 2 that fill slots; and what these have room for.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_GL_IR_WARPGROUPS_H
#define GL_DIALECT_GL_IR_WARPGROUPS_H

#include <cstdint>

namespace mlir::gl {

/// Warps of a warpgroup.
inline constexpr int64_t kWarpgroupWarps = 4;
/// Warpgroups that fill slots, at most.
inline constexpr int64_t kMostFillGroups = 2;

/// Bytes that a copy of an input brings in a cycle of all multiprocessors, and
/// writes again, as measured on an H200 where rows are odd.
inline constexpr int64_t kCopiedBytesPerCycle = 950;

/// Segments of a reduction that the thread that copies was seen to keep in the
/// registers it usually has.
inline constexpr int64_t kFewSegments = 10;

/// Registers of a thread by its warpgroup's role.
struct WarpRegisters {
  int64_t copies, fills, products;
};

/// Registers beside its sums that a thread was seen to need for addresses and
/// an epilogue with an activation, and for one that only adds a bias; and what
/// is enough where 64 sums of one instruction are promoted.
inline constexpr int64_t kBesideSums = 72, kLeastBesideSums = 40,
                         kAmpleBesideSums = 88;

/// Registers that every thread of a block of so many warpgroups is launched
/// with, of the 65536 of a multiprocessor (CUDA programming guide, compute
/// capability 9.0). A multiple of 8.
inline int64_t getLaunchRegisters(int64_t groups) {
  constexpr int64_t kAll = 65536, kThreads = 128;
  return kAll / (groups * kThreads) / 8 * 8;
}

/// Most columns of results that one wgmma instruction of a block of so many
/// warpgroups may have, a multiple of 8. ptxas asks for the registers of an
/// instruction at once, whatever a role gets later: half as many as columns,
/// and 26 beside them.
inline int64_t getMostColumns(int64_t groups) {
  constexpr int64_t kBeside = 26, kMost = 256;
  int64_t columns = (getLaunchRegisters(groups) - kBeside) * 2 / 8 * 8;
  return columns < kMost ? columns : kMost;
}

/// The registers of `productGroups` (1 to 3) warpgroups whose threads each have
/// `sums` f32 sums, of `fillGroups` that fill slots, and of the one that
/// copies. Every thread is launched with the same number; roles then share out
/// what that makes. Counts are multiples of 8 from 24 to 240 (PTX ISA,
/// "setmaxnreg"). Where single elements are filled, they go through registers,
/// of which many are on their way at a time. The thread that copies keeps the
/// places of all `segments` of the reduction.
inline WarpRegisters getWarpRegisters(int64_t productGroups, int64_t sums,
                                      int64_t fillGroups, bool fillsElements,
                                      int64_t segments) {
  constexpr int64_t kMost = 240;
  const int64_t copies = segments > kFewSegments ? 96 : 40;
  int64_t groups = 1 + productGroups + fillGroups;
  int64_t shared = getLaunchRegisters(groups) * groups - copies;
  auto share = [&](int64_t registers, int64_t among) {
    int64_t each = registers / among / 8 * 8;
    return each < kMost ? each : kMost;
  };
  if (fillGroups == 0)
    return {copies, 0, share(shared, productGroups)};
  // Fills have what products leave. If that is not enough, products give up
  // what only some epilogues need, but not more.
  constexpr int64_t kLeast = 48;
  const int64_t enough = fillsElements ? 112 : 64,
                usual = fillsElements ? 136 : 96;
  auto leftBy = [&](int64_t besideSums) {
    int64_t wanted = (sums + besideSums + 7) / 8 * 8;
    return share(shared - productGroups * wanted, fillGroups);
  };
  int64_t left = leftBy(kAmpleBesideSums);
  if (left < enough)
    left = leftBy(kLeastBesideSums);
  int64_t fills = left < kLeast ? kLeast : left < usual ? left : usual;
  int64_t products = share(shared - fillGroups * fills, productGroups);
  return {copies, share(shared - productGroups * products, fillGroups),
          products};
}

/// Sets of the `fillWarps` warps that fill slots in turns where `elements` of a
/// step pass through registers: two, if each thread of one set has room for its
/// part, which strides that are known leave more of, since elements have fewer
/// addresses then. The numbers are what ptxas was seen to do without spilling.
inline int64_t getFillSets(int64_t elements, int64_t fillWarps,
                           bool hasKnownStrides) {
  constexpr int64_t kMost = 32, kMostOfKnown = 64, kWarpThreads = 32, kSets = 2;
  if (fillWarps % kSets != 0)
    return 1;
  int64_t threads = fillWarps / kSets * kWarpThreads;
  return elements <= (hasKnownStrides ? kMostOfKnown : kMost) * threads ? kSets
                                                                        : 1;
}

/// Whether `rows` rows of `rowBytes` bytes, a step, which begin at multiples of
/// `alignment` bytes, end within the 64 that the L2 cache sends at a time, and
/// the first-level cache has room for those until the next step wants the rest.
/// It has what shared memory leaves, 28 KiB at least.
inline bool leavesSectors(int64_t rows, int64_t rowBytes, int64_t alignment) {
  constexpr int64_t kSentBytes = 64, kLineBytes = 128, kRoom = 24 << 10;
  int64_t lines = (rowBytes + kLineBytes - 1) / kLineBytes + 1;
  return alignment % kSentBytes != 0 && rows * lines * kLineBytes <= kRoom;
}

} // namespace mlir::gl

#endif // GL_DIALECT_GL_IR_WARPGROUPS_H
