//===- Warpgroups.h - What family wgmma gives its warpgroups -----*- C++
//-*-===//
//
// How the registers of a multiprocessor are shared out between the warpgroups
// of a block: the one that copies, the 1 to 3 that compute, and, in some
// kernels, one that fills slots from registers.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_GL_IR_WARPGROUPS_H
#define GL_DIALECT_GL_IR_WARPGROUPS_H

#include <cstdint>

namespace mlir::gl {

/// Warps of the warpgroup that fills slots from registers.
inline constexpr int64_t kFillWarps = 4;

/// Registers of a thread by its warpgroup's role.
struct WarpRegisters {
  int64_t copies, fills, products;
};

/// Registers beside its sums that a thread was seen to need for addresses and
/// an epilogue with an activation.
inline constexpr int64_t kBesideSums = 88;

/// The registers of `productGroups` (1 to 3) warpgroups whose threads each have
/// `sums` f32 sums, and of the others. A multiprocessor has 65536, and every
/// thread is launched with the same number (CUDA programming guide, compute
/// capability 9.0), a multiple of 8: 3 warpgroups can share out 504 a thread, 4
/// have 512, 5 have 480. Counts are multiples of 8 up to 240 (PTX ISA,
/// "setmaxnreg").
inline WarpRegisters getWarpRegisters(int64_t productGroups, int64_t sums,
                                      bool hasFills) {
  constexpr int64_t kCopies = 40, kAll = 512, kLeast = 168, kMost = 200;
  if (!hasFills)
    return {kCopies, 0,
            productGroups == 1   ? 240
            : productGroups == 2 ? 232
                                 : 160};
  if (productGroups == 1)
    return {kCopies, 168, 240};
  if (productGroups == 3)
    return {kCopies, 56, 128};
  // What the products do not need is for slots that are filled through
  // registers.
  int64_t wanted = (sums + kBesideSums + 7) / 8 * 8;
  int64_t products = wanted < kLeast ? kLeast : wanted > kMost ? kMost : wanted;
  return {kCopies, kAll - kCopies - 2 * products, products};
}

} // namespace mlir::gl

#endif // GL_DIALECT_GL_IR_WARPGROUPS_H
