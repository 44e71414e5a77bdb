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

/// What multiplies: fused multiply-adds in f32, or tensor cores on f32 data
/// rounded to TF32, on f16 and bf16, or on f8.
enum class Unit { F32, TF32, Half, F8 };

/// FLOP/s of one unit.
struct Rate {
  llvm::StringRef name;
  double peak;     ///< by data sheet, dense
  double measured; ///< that a large product of the vendor's library reaches
};

/// Rates of one chip. 0 stands for a rate that is not known.
struct ChipFacts {
  llvm::StringRef arch;   ///< as in `#gl.target`
  llvm::StringRef chip;   ///< the product that was measured
  Rate rates[4];          ///< by Unit
  double memoryBandwidth; ///< bytes read and written per second, measured
  double launch;          ///< seconds of an empty kernel inside a graph

  const Rate &getRate(Unit unit) const {
    return rates[static_cast<unsigned>(unit)];
  }
  /// Seconds below which no kernel with this much work on `unit` and this much
  /// memory traffic can run; 0 if the chip's rates are not known.
  double floor(double flops, double bytes, Unit unit = Unit::F32) const;
};

/// The facts of `arch` (`cpu`, `sm_90` or `sm_90a`), or null. The CPU has no
/// entry: its rates are those of whatever machine runs the code.
const ChipFacts *getChipFacts(llvm::StringRef arch);

} // namespace mlir::gl

#endif // GL_TARGET_CHIPFACTS_H
