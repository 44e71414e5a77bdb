//===- ThreadCode.h - One thread's view of tiles -----------------*- C++
//-*-===//
//
// What the patterns of TileToNVVM share: the thread's place in its block, the
// coordinates that follow from a layout, and addresses of tile elements.
//
//===----------------------------------------------------------------------===//

#ifndef GL_CONVERSION_TILETONVVM_THREADCODE_H
#define GL_CONVERSION_TILETONVVM_THREADCODE_H

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/DialectConversion.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

namespace mlir::gl {

/// i32 values made at a kernel's entry.
struct ThreadPlace {
  Value lane, warp;
};

/// Places by kernel (the llvm.func that a tile.func has become).
using ThreadPlaces = llvm::DenseMap<Operation *, ThreadPlace>;

/// Name of the attribute by which the pass hands the elements per access of a
/// tile.load to its pattern.
inline constexpr llvm::StringLiteral kWidthAttrName = "tile.width";

/// The layout of a tile type that has been assigned one.
tile::Layout getLayout(Type type);

/// The i32 value of one digit of a counter, given the digits below it.
Value emitDigit(ImplicitLocOpBuilder &b, Value counter,
                ArrayRef<tile::LayoutDigit> digits, unsigned which);

/// Register that holds the element at the given register coordinates.
unsigned findRegister(const tile::Layout &layout,
                      ArrayRef<int64_t> coordinates);

/// Addresses of a tile's elements in memory, element by element of what one
/// thread holds. Terms that several registers have in common are emitted once.
class AccessEmitter {
public:
  AccessEmitter(ImplicitLocOpBuilder &builder, const ThreadPlace &place,
                Value memory, ValueRange origins, ValueRange symbols,
                AffineMap map, const tile::Layout &layout);

  struct Element {
    Value address;  ///< !llvm.ptr<1>
    Value inBounds; ///< i1, or null if it always is
  };
  Element getElement(int64_t reg);

private:
  struct Term {
    Value offset;   ///< of type `offsetType`; null if zero
    Value inBounds; ///< null if always
  };
  Term getTerm(unsigned result, ArrayRef<int64_t> coordinates);
  Value getCoordinate(unsigned dim, int64_t registerCoordinate);
  Value expand(AffineExpr expr, ArrayRef<int64_t> coordinates);
  bool isAlwaysInBounds(unsigned result);
  Value constant(int64_t value);

  ImplicitLocOpBuilder &builder;
  MemRefType type;
  AffineMap map;
  const tile::Layout &layout;
  ValueRange symbols;
  Value memory;
  SmallVector<Value> threadCoordinates; ///< origin plus what lane and warp add
  SmallVector<Value> symbolValues;      ///< i32
  SmallVector<Value> sizes, strides;    ///< index
  Value base;             ///< !llvm.ptr<1> of the element at offset 0
  IntegerType offsetType; ///< i32 if no offset can exceed it
  std::map<std::pair<unsigned, SmallVector<int64_t>>, Term> terms;
  std::map<std::pair<unsigned, int64_t>, Value> coordinates;
};

void populateMemoryPatterns(const TypeConverter &converter,
                            RewritePatternSet &patterns,
                            const ThreadPlaces &places);
void populateComputePatterns(const TypeConverter &converter,
                             RewritePatternSet &patterns,
                             const ThreadPlaces &places);

} // namespace mlir::gl

#endif // GL_CONVERSION_TILETONVVM_THREADCODE_H
