//===- ChipFacts.h - What a chip can do at best ------------------*- C++
//-*-===//
//
// The one table of peak rates that floors and reports rest on. It is about
// time; the limits that schedules must keep (registers, shared memory) are in
// `#gl.target`.
//
//===----------------------------------------------------------------------===//

#ifndef GL_TARGET_CHIPFACTS_H
#define GL_TARGET_CHIPFACTS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::gl {

/// Rates of one chip. 0 stands for a rate that is not known.
struct ChipFacts {
  llvm::StringRef arch;   ///< as in `#gl.target`
  llvm::StringRef chip;   ///< the product that was measured
  double f32Peak;         ///< FLOP/s of fused multiply-adds, by data sheet
  double f32Measured;     ///< FLOP/s that a large f32 product reaches
  double memoryBandwidth; ///< bytes read and written per second, measured
  double launch;          ///< seconds of an empty kernel inside a graph

  /// Seconds below which no kernel with this much f32 work and this much memory
  /// traffic can run; 0 if the chip's rates are not known.
  double floor(double flops, double bytes) const;
};

/// The facts of `arch` (`cpu`, `sm_90` or `sm_90a`), or null. The CPU has no
/// entry: its rates are those of whatever machine runs the code.
const ChipFacts *getChipFacts(llvm::StringRef arch);

} // namespace mlir::gl

#endif // GL_TARGET_CHIPFACTS_H
