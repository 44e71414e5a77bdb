//===- KernelBuilder.h - Write one tile program ------------------*- C++
//-*-===//
//
// The vocabulary in which GLToTile writes programs: arguments with what is
// known of them, the grid, loads and stores through index maps, and scalar
// regions applied to tiles.
//
//===----------------------------------------------------------------------===//

#ifndef GL_CONVERSION_GLTOTILE_KERNELBUILDER_H
#define GL_CONVERSION_GLTOTILE_KERNELBUILDER_H

#include "gl/Dialect/GL/IR/GLDialect.h"
#include "gl/Dialect/GL/IR/IndexMap.h"
#include "gl/Dialect/Tile/IR/TileOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::gl {

/// The index map of an operand whose operation has been verified.
IndexMap getIndexMap(AffineMap map);

/// What a variant relies on about its arguments' memory.
enum class Access {
  Contiguous, ///< row-major without gaps, as far out as dims are static,
              ///< vectors along K
  Rows, ///< innermost stride 1, rows that start at multiples of the vector
  Any   ///< nothing
};

/// A tensor of the operation and how the kernel reads it.
struct ArgumentUse {
  RankedTensorType type;
  IndexMap map;
  bool isReduced; ///< its axis 1 is the reduction, along which vectors are
                  ///< loaded
};

/// A kernel argument: its type and, where anything is relied on, facts.
struct KernelArgument {
  MemRefType type;
  tile::FactsAttr facts;
};

/// The argument for `use`, or nothing if the static dims contradict what
/// `access` relies on. Staged operands go through shared memory, `isByEngine`
/// those that the copy engine (TMA) brings there.
std::optional<KernelArgument> getKernelArgument(const ArgumentUse &use,
                                                Access access, int64_t vector,
                                                bool isStaged = false,
                                                bool isByEngine = false);

/// The tile of the result that a program makes, counted in tiles, and which of
/// the programs that share it this is (null if none do).
struct GridPlace {
  Value row, column, split;
};

class KernelBuilder {
public:
  /// Starts a kernel whose last argument is its output.
  KernelBuilder(Location loc, StringRef name, ScheduleAttr schedule,
                ArrayRef<KernelArgument> arguments);

  /// States that no earlier kernel that may still run writes an argument.
  void markConstant(unsigned argument) {
    func.setArgAttr(argument, tile::FuncOp::kConstantAttrName,
                    builder.getUnitAttr());
  }
  /// Has the host pass reciprocals of the dims that index maps divide by.
  void requestReciprocals();

  /// Ends the program; the kernel is not inserted anywhere yet.
  tile::FuncOp finish();

  ImplicitLocOpBuilder &getBuilder() { return builder; }
  Value getArgument(unsigned i) { return func.getArgument(i); }
  Value constant(int64_t value);
  /// A tile all of whose elements are `value`.
  Value splat(ArrayRef<int64_t> shape, TypedAttr value);

  /// Writes the grid that covers `argument` with the schedule's tiles and
  /// returns the program's place in it.
  GridPlace emitGrid(unsigned argument, const IndexMap &map,
                     ScheduleAttr schedule);
  /// Yields beside the grid what `schedule` estimates of a launch that reduces
  /// over `segments`, the maps of the first arguments, with `rhs`, those of the
  /// next. The last argument has the result.
  void emitCost(ArrayRef<IndexMap> segments, ArrayRef<IndexMap> rhs,
                const IndexMap &result, ScheduleAttr schedule);
  /// Number of elements along a logical axis.
  Value extent(Value memory, const IndexMap &map, unsigned axis);
  /// `memory[..., offset : offset + length, ...]` along `dim`.
  Value slice(Value memory, unsigned dim, Value offset, Value length);
  /// `memory` at one place of the outer dims of `axis`, which keep an extent of
  /// 1; `place` counts those places in order.
  Value pick(Value memory, const IndexMap &map, unsigned axis, Value place);
  Value load(Value memory, const IndexMap &map, ArrayRef<Value> origins,
             ArrayRef<int64_t> shape);
  /// The same of memory that was picked along axis 1.
  Value loadPicked(Value memory, const IndexMap &map, ArrayRef<Value> origins,
                   ArrayRef<int64_t> shape);
  void store(Value tile, Value memory, const IndexMap &map,
             ArrayRef<Value> origins);
  /// Loads an epilogue input and repeats it to a tileM x tileN tile.
  Value loadInput(unsigned argument, const IndexMap &map, Value m, Value n,
                  int64_t tileM, int64_t tileN);
  /// Applies the scalar operations of `block` to tiles of `shape`; returns the
  /// yielded tile.
  Value inlineScalars(Block &block, ArrayRef<Value> arguments,
                      ArrayRef<int64_t> shape);

private:
  /// The map with static dims written as constants, and the dims that its
  /// symbols stand for.
  std::pair<AffineMap, SmallVector<Value>> specialize(Value memory,
                                                      const IndexMap &map);

  ImplicitLocOpBuilder builder;
  tile::FuncOp func;
};

} // namespace mlir::gl

#endif // GL_CONVERSION_GLTOTILE_KERNELBUILDER_H
