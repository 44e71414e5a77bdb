//===- Layout.cpp - Tiles over threads and registers ----------------------===//
//
// See Layout.h.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/Layout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <numeric>

using namespace mlir::tile;
using llvm::ArrayRef;

static Layout::Digits dropUnits(ArrayRef<LayoutDigit> digits) {
  Layout::Digits kept;
  for (const LayoutDigit &digit : digits)
    if (digit.size != 1)
      kept.push_back(digit);
  return kept;
}

Layout::Layout(ArrayRef<LayoutDigit> registers, ArrayRef<LayoutDigit> lanes,
               ArrayRef<LayoutDigit> warps)
    : registers(dropUnits(registers)), lanes(dropUnits(lanes)),
      warps(dropUnits(warps)) {}

int64_t Layout::getSize(ArrayRef<LayoutDigit> digits) {
  int64_t size = 1;
  for (const LayoutDigit &digit : digits)
    size *= digit.size;
  return size;
}

Layout::Coordinates Layout::getCoordinates(ArrayRef<LayoutDigit> digits,
                                           int64_t index, unsigned rank) {
  Coordinates coordinates(rank, 0);
  for (const LayoutDigit &digit : digits) {
    if (digit.dim >= 0)
      coordinates[digit.dim] += index % digit.size * digit.stride;
    index /= digit.size;
  }
  return coordinates;
}

int64_t Layout::getContiguity(unsigned dim) const {
  int64_t run = 1;
  for (const LayoutDigit &digit : registers) {
    if (digit.dim != static_cast<int32_t>(dim) || digit.stride != run)
      break;
    run *= digit.size;
  }
  return run;
}

bool Layout::hasPartialSums() const {
  auto isSum = [](const LayoutDigit &digit) {
    return digit.dim == LayoutDigit::kPartialSum;
  };
  return llvm::any_of(registers, isSum) || llvm::any_of(lanes, isSum) ||
         llvm::any_of(warps, isSum);
}

Layout Layout::withSumsCompleted() const {
  Layout result = *this;
  for (Digits *digits : {&result.registers, &result.lanes, &result.warps})
    for (LayoutDigit &digit : *digits)
      if (digit.dim == LayoutDigit::kPartialSum)
        digit = LayoutDigit::replicated(digit.size);
  llvm::erase_if(result.registers, [](const LayoutDigit &digit) {
    return digit.dim == LayoutDigit::kReplicated;
  });
  return result;
}

Layout Layout::slice(ArrayRef<int64_t> kept) const {
  Layout result = *this;
  for (Digits *digits : {&result.registers, &result.lanes, &result.warps})
    for (LayoutDigit &digit : *digits) {
      if (digit.dim < 0)
        continue;
      const auto *place = llvm::find(kept, static_cast<int64_t>(digit.dim));
      if (place == kept.end())
        digit = LayoutDigit::replicated(digit.size);
      else
        digit.dim = static_cast<int32_t>(place - kept.begin());
    }
  llvm::erase_if(result.registers, [](const LayoutDigit &digit) {
    return digit.dim == LayoutDigit::kReplicated;
  });
  return result;
}

std::string Layout::check(ArrayRef<int64_t> shape) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  // Per dim, the digits must form a mixed-radix number that counts to the dim's
  // size: sorted by stride, each stride is the product of the sizes below it.
  for (const Digits *digits : {&registers, &lanes, &warps})
    for (const LayoutDigit &digit : *digits) {
      if (digit.size < 1) {
        os << "a digit has size " << digit.size;
        return text;
      }
      if (digit.dim >= static_cast<int64_t>(shape.size())) {
        os << "a digit moves along d" << digit.dim << ", the tile has rank "
           << shape.size();
        return text;
      }
    }
  for (auto [dim, size] : llvm::enumerate(shape)) {
    llvm::SmallVector<LayoutDigit> own;
    for (const Digits *digits : {&registers, &lanes, &warps})
      for (const LayoutDigit &digit : *digits)
        if (digit.dim == static_cast<int32_t>(dim))
          own.push_back(digit);
    llvm::sort(own, [](const LayoutDigit &a, const LayoutDigit &b) {
      return a.stride < b.stride;
    });
    int64_t covered = 1;
    for (const LayoutDigit &digit : own) {
      if (digit.stride != covered) {
        os << "along d" << dim << " a digit has stride " << digit.stride
           << " where " << covered << " elements are covered below it";
        return text;
      }
      covered *= digit.size;
    }
    if (covered != size) {
      os << "along d" << dim << " the digits cover " << covered
         << " elements of ";
      if (size < 0)
        os << "?"; // a dynamic dim
      else
        os << size;
      return text;
    }
  }
  return text;
}

llvm::hash_code mlir::tile::hash_value(const Layout &layout) {
  llvm::hash_code code = llvm::hash_value(layout.registers.size());
  for (const Layout::Digits *digits :
       {&layout.registers, &layout.lanes, &layout.warps}) {
    code = llvm::hash_combine(code, digits->size());
    for (const LayoutDigit &digit : *digits)
      code = llvm::hash_combine(code, digit.size, digit.dim, digit.stride);
  }
  return code;
}
