//===- Warpgroups.h - What family wgmma gives its warpgroups -----*- C++
//-*-===//
//
// How the registers of a multiprocessor are shared out between the warpgroups
// of a block: the one that copies, the 1 to 3 that compute, and, in some
// kernels, the 1 or 2 that fill slots.
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

/// Registers of a thread by its warpgroup's role.
struct WarpRegisters {
  int64_t copies, fills, products;
};

/// Registers beside its sums that a thread was seen to need for addresses and
/// an epilogue with an activation.
inline constexpr int64_t kBesideSums = 88;

/// The registers of `productGroups` (1 to 3) warpgroups whose threads each have
/// `sums` f32 sums, of `fillGroups` that fill slots, and of the one that
/// copies. A multiprocessor has 65536, and every thread is launched with the
/// same number (CUDA programming guide, compute capability 9.0), a multiple of
/// 8; roles then share out what that makes. Counts are multiples of 8 from 24
/// to 240 (PTX ISA, "setmaxnreg").
inline WarpRegisters getWarpRegisters(int64_t productGroups, int64_t sums,
                                      int64_t fillGroups) {
  constexpr int64_t kCopies = 40, kAll = 65536, kThreads = 128, kMost = 240;
  int64_t groups = 1 + productGroups + fillGroups;
  int64_t shared = kAll / (groups * kThreads) / 8 * 8 * groups - kCopies;
  auto share = [&](int64_t registers, int64_t among) {
    int64_t each = registers / among / 8 * 8;
    return each < kMost ? each : kMost;
  };
  if (fillGroups == 0)
    return {kCopies, 0, share(shared, productGroups)};
  // Fills have what elements on their way through registers want, unless the
  // products' sums take it.
  constexpr int64_t kUsual = 80, kLeast = 48;
  int64_t wanted = (sums + kBesideSums + 7) / 8 * 8;
  int64_t left = share(shared - productGroups * wanted, fillGroups);
  int64_t fills = left < kLeast ? kLeast : left < kUsual ? left : kUsual;
  int64_t products = share(shared - fillGroups * fills, productGroups);
  return {kCopies, share(shared - productGroups * products, fillGroups),
          products};
}

} // namespace mlir::gl

#endif // GL_DIALECT_GL_IR_WARPGROUPS_H
