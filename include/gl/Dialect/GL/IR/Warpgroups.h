//===- Warpgroups.h - What family wgmma gives its warpgroups -----*- C++
//-*-===//
//
// How the registers of a multiprocessor are shared out between the warpgroup
// that copies and the 1 to 3 that compute.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_GL_IR_WARPGROUPS_H
#define GL_DIALECT_GL_IR_WARPGROUPS_H

#include <cstdint>

namespace mlir::gl {

/// Registers of a thread of the warpgroup that copies.
inline constexpr int64_t kCopyRegisters = 40;

/// Registers of a thread of each of `warpgroups` (1 to 3) that compute. A
/// multiprocessor has 65536, and every thread is launched with the same (CUDA
/// programming guide, compute capability 9.0); counts are multiples of 8 up to
/// 240 (PTX ISA, "setmaxnreg").
inline int64_t getProductRegisters(int64_t warpgroups) {
  return warpgroups == 1 ? 240 : warpgroups == 2 ? 232 : 160;
}

} // namespace mlir::gl

#endif // GL_DIALECT_GL_IR_WARPGROUPS_H
