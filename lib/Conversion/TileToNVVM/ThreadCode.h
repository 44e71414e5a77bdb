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
#include "gl/Dialect/Tile/Transforms/AccessWidth.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/DialectConversion.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

namespace mlir::gl {

/// Where a kernel's thread is, and what its kernel was told.
struct ThreadPlace {
  Value lane, warp; ///< i32 values made at the kernel's entry
  int64_t numWarps; ///< over which tiles are spread
  /// Where sets of so many warps take tiles in turns, `warp` counts within one.
  /// The set's number, and the warp's in the block, i32; one set has none.
  Value set, blockWarp;
  int64_t numSets;
  /// By memref and dim, the i64 reciprocals of KernelABI.h.
  std::map<std::pair<void *, int64_t>, Value> reciprocals;
  /// Memrefs whose elements are known to lie within 2^31 bytes.
  llvm::DenseSet<Value> small;
};

/// Places by kernel (the llvm.func that a tile.func has become), and by the
/// branches of it in which a thread's place is another.
using ThreadPlaces = llvm::DenseMap<Operation *, ThreadPlace>;

/// The bits of an f32 that TF32 has: sign, exponent, 10 of 23 mantissa bits.
inline constexpr int32_t kTF32Bits = ~0x1fff;

/// The layout of a tile type that has been assigned one.
tile::Layout getLayout(Type type);

/// What a register or memory holds of an element: f8, which LLVM lacks, as its
/// bits.
Type getStorageType(Type element);

/// Bits of the f8 type `element`, a vector of i8, as a vector of f16, which is
/// exact.
Value emitF8ToF16(ImplicitLocOpBuilder &b, Type element, Value bits);

/// The i32 value of one digit of a counter, given the digits below it.
Value emitDigit(ImplicitLocOpBuilder &b, Value counter,
                ArrayRef<tile::LayoutDigit> digits, unsigned which);

/// What lanes and warps add to the coordinate along `dim`; null if nothing.
Value emitThreadCoordinate(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                           const tile::Layout &layout, unsigned dim);

/// Whether this thread is the first of those that hold copies of its elements;
/// null if there are no copies.
Value emitIsFirstCopy(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                      const tile::Layout &layout);

/// The place of the thread that runs `op`.
const ThreadPlace &getPlace(const ThreadPlaces &places, Operation *op);

/// The i32 `value`, which all threads of a warp agree on, as ptxas can see.
Value emitUniform(ImplicitLocOpBuilder &b, Value value);

/// The elements of a vector of registers.
SmallVector<Value> unpack(ImplicitLocOpBuilder &b, Value vector);

/// Registers `first` to `first + width - 1`, a scalar if that is one, as a load
/// or store moves them.
Value extractRun(ImplicitLocOpBuilder &b, Value vector, int64_t first,
                 int64_t width);

/// Address spaces of a block's shared memory and of a cluster's (PTX ISA,
/// "State Spaces"; LLVM's NVPTX usage guide).
inline constexpr unsigned kSharedAddressSpace = 3, kClusterAddressSpace = 7;

/// Name of the array that is the block's shared memory.
inline constexpr llvm::StringLiteral kSharedMemoryName = "shared_memory";

/// Register that holds the element at the given register coordinates.
unsigned findRegister(const tile::Layout &layout,
                      ArrayRef<int64_t> coordinates);

/// Addresses of a tile's elements in memory, element by element of what one
/// thread holds. Terms that several registers have in common are emitted once.
class AccessEmitter {
public:
  AccessEmitter(ImplicitLocOpBuilder &builder, const ThreadPlace &place,
                const tile::Access &access, const tile::Layout &layout);

  struct Element {
    Value address;  ///< !llvm.ptr<1>
    Value inBounds; ///< i1, or null if it always is
    /// The address is so many elements behind another, which elements that a
    /// thread knows to be apart have in common.
    Value root;
    int64_t away = 0;
  };
  Element getElement(int64_t reg);
  /// The element of register `regs[which]`, where `which` is an i32 value that
  /// differs between threads.
  Element getElement(ArrayRef<int64_t> regs, Value which);
  /// Whether the row in which register `reg` lies, inside the memory, goes on
  /// for all of the `runs`, i1.
  Value isInOneRow(int64_t reg, const tile::RowRuns &runs);
  /// Whether rows that are a remainder's have `least` elements or more, i1;
  /// null if these are none.
  Value hasRowsOf(int64_t least, const tile::RowRuns &runs);
  /// Addresses of the first element and behind the last, i64.
  Value getStart();
  Value getEnd();

private:
  /// An i32 coordinate as what the thread gives it and what the register adds.
  /// Only the former is computed; where strides are static the latter becomes
  /// part of an instruction.
  struct Sum {
    Value thread;
    int64_t constant = 0;
  };
  struct Term {
    Value offset;         ///< of type `offsetType`
    int64_t constant = 0; ///< elements to add to it
    Value inBounds;       ///< null if always
  };
  Term getTerm(unsigned result, ArrayRef<int64_t> coordinates);
  Element getElementAt(ArrayRef<int64_t> coordinates);
  Value total(const Sum &sum);
  Sum expand(AffineExpr expr, ArrayRef<int64_t> coordinates);
  Value divide(Value dividend, AffineExpr dividendExpr, AffineExpr divisor,
               Value divisorValue);
  bool isAlwaysInBounds(unsigned result);
  Value constant(int64_t value);

  ImplicitLocOpBuilder &builder;
  MemRefType type;
  AffineMap map;
  const tile::Layout &layout;
  ValueRange symbols;
  Value memory;
  bool isSigned;                        ///< coordinates may begin below 0
  SmallVector<Value> threadCoordinates; ///< origin plus what lane and warp add
  SmallVector<bool> isShort; ///< by tile dim, whether coordinates stay low
  SmallVector<Value> symbolValues;   ///< i32
  SmallVector<Value> reciprocals;    ///< i64 of each symbol, or null
  SmallVector<Value> sizes, strides; ///< index
  Value base;             ///< !llvm.ptr<1> of the element at offset 0
  IntegerType offsetType; ///< i32 if no offset can exceed it
  std::map<std::pair<unsigned, SmallVector<int64_t>>, Term> terms;
  /// Offsets by the memory's dim and what the thread gives its coordinate.
  std::map<std::pair<unsigned, void *>, Value> offsets;
  std::map<SmallVector<void *>, Value> roots; ///< by the offsets they sum
  std::map<unsigned, Value> nonEmpty;         ///< i1 of a dim of the memory
};

/// Replaces the warp roles of `kernel`, whose schedule has `fillWarps`, by
/// branches, and adds the places of the threads inside them.
LogicalResult lowerWarpRoles(Operation *kernel, int64_t fillWarps,
                             ThreadPlaces &places);

/// Loads `type` from `address` where `condition` holds, else zero. As one
/// predicated instruction: LLVM turns a conditional load into a branch, and
/// moves what only the load needs, its address and the reading of the
/// parameters it is made of, behind that branch, where their latencies add up.
/// What is extended is a scalar of 32 bits or fewer, and comes as an i32.
Value emitPredicatedLoad(ImplicitLocOpBuilder &b, Type type, Value address,
                         Value condition, bool isExtended = false);

/// Stores `value` at `address` where `condition` holds, as one predicated
/// instruction: as a conditional store, its address would be computed behind
/// the branch, after all that the value waits for.
void emitPredicatedStore(ImplicitLocOpBuilder &b, Value value, Value address,
                         Value condition);

/// What a thread has of a tile that is loaded by words, as a vector of `type`.
/// Its `runs` are of tile::kWordBytes.
Value emitLoadByWords(ImplicitLocOpBuilder &b, AccessEmitter &access,
                      const tile::RowRuns &runs, VectorType type);

void populateMemoryPatterns(const TypeConverter &converter,
                            RewritePatternSet &patterns,
                            const ThreadPlaces &places);
void populateComputePatterns(const TypeConverter &converter,
                             RewritePatternSet &patterns,
                             const ThreadPlaces &places);
void populateSharedMemoryPatterns(const TypeConverter &converter,
                                  RewritePatternSet &patterns,
                                  const ThreadPlaces &places);
void populateCopyEnginePatterns(const TypeConverter &converter,
                                RewritePatternSet &patterns,
                                const ThreadPlaces &places);
void populateWarpgroupMultiplyPatterns(const TypeConverter &converter,
                                       RewritePatternSet &patterns,
                                       const ThreadPlaces &places);
void populateMatrixMultiplyPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns);

} // namespace mlir::gl

#endif // GL_CONVERSION_TILETONVVM_THREADCODE_H
