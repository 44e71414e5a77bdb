//===- Layout.h - Tiles over threads and registers ---------------*- C++
//-*-===//
//
// The arithmetic of `#tile.layout`, free of IR: which element of a tile a
// thread holds in which register. A layout is three mixed-radix counters,
// register, lane and warp; every digit adds a multiple of its value to the
// coordinate along one tile dim, or moves through copies or through partial
// sums. Lowerings ask it for coordinates and for vector widths; nothing else
// in the compiler computes who holds what.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_TILE_IR_LAYOUT_H
#define GL_DIALECT_TILE_IR_LAYOUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <string>

namespace mlir::tile {

/// One digit of a counter.
struct LayoutDigit {
  /// Values of `dim` that are not tile dims.
  enum : int32_t { kReplicated = -1, kPartialSum = -2 };

  int64_t size = 1;
  int32_t dim = kReplicated;
  int64_t stride = 0;

  static LayoutDigit along(int64_t size, int32_t dim, int64_t stride) {
    return {size, dim, stride};
  }
  static LayoutDigit replicated(int64_t size) { return {size, kReplicated, 0}; }
  static LayoutDigit partialSum(int64_t size) { return {size, kPartialSum, 0}; }

  bool operator==(const LayoutDigit &other) const {
    return size == other.size && dim == other.dim && stride == other.stride;
  }
  bool operator!=(const LayoutDigit &other) const { return !(*this == other); }
};

class Layout {
public:
  using Digits = llvm::SmallVector<LayoutDigit, 4>;
  using Coordinates = llvm::SmallVector<int64_t, 3>;

  Layout() = default;
  /// Digits of size 1 are dropped.
  Layout(llvm::ArrayRef<LayoutDigit> registers,
         llvm::ArrayRef<LayoutDigit> lanes, llvm::ArrayRef<LayoutDigit> warps);

  llvm::ArrayRef<LayoutDigit> getRegisters() const { return registers; }
  llvm::ArrayRef<LayoutDigit> getLanes() const { return lanes; }
  llvm::ArrayRef<LayoutDigit> getWarps() const { return warps; }

  /// Products of the digits' sizes.
  int64_t getNumRegisters() const { return getSize(registers); }
  int64_t getNumLanes() const { return getSize(lanes); }
  int64_t getNumWarps() const { return getSize(warps); }

  /// Coordinates contributed by a register, a lane or a warp; they add up to
  /// the element's.
  Coordinates getRegisterCoordinates(int64_t reg, unsigned rank) const {
    return getCoordinates(registers, reg, rank);
  }
  Coordinates getLaneCoordinates(int64_t lane, unsigned rank) const {
    return getCoordinates(lanes, lane, rank);
  }
  Coordinates getWarpCoordinates(int64_t warp, unsigned rank) const {
    return getCoordinates(warps, warp, rank);
  }

  /// Length of the run of consecutive registers, starting at register 0, that
  /// hold consecutive elements along `dim`.
  int64_t getContiguity(unsigned dim) const;

  /// Whether any digit moves through partial sums.
  bool hasPartialSums() const;
  /// The layout with partial sums completed: their digits move through copies.
  Layout withSumsCompleted() const;
  /// The layout of a tile that lacks the dims not in `kept`: their digits
  /// become copies (in registers they are dropped), and dim kept[i] becomes dim
  /// i.
  Layout slice(llvm::ArrayRef<int64_t> kept) const;

  /// Checks that every element of a tile of `shape` is held, none lies outside
  /// it, and that no element is held twice except through `rep` and `sum`
  /// digits. Returns an empty string or what is wrong.
  std::string check(llvm::ArrayRef<int64_t> shape) const;

  bool operator!=(const Layout &other) const { return !(*this == other); }
  bool operator==(const Layout &other) const {
    return registers == other.registers && lanes == other.lanes &&
           warps == other.warps;
  }
  friend llvm::hash_code hash_value(const Layout &layout);

private:
  static int64_t getSize(llvm::ArrayRef<LayoutDigit> digits);
  static Coordinates getCoordinates(llvm::ArrayRef<LayoutDigit> digits,
                                    int64_t index, unsigned rank);

  Digits registers, lanes, warps;
};

} // namespace mlir::tile

#endif // GL_DIALECT_TILE_IR_LAYOUT_H
