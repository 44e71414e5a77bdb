//===- Internal.h - Steps of the lowering of tile programs to the CPU ----===//
//
// The pass runs these one after the other on each kernel; each file holds one.
// The tile dialect is not named here: upstream has a function `mlir::tile` in
// the headers of linalg's transforms.
//
//===----------------------------------------------------------------------===//

#ifndef GL_LIB_CONVERSION_TILETOCPU_INTERNAL_H
#define GL_LIB_CONVERSION_TILETOCPU_INTERNAL_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::gl::cpu {

/// A kernel's argument at run time. All values are of type `index` but the
/// address; static dims and strides are constants.
struct Memory {
  MemRefType type;
  Value pointer; ///< !llvm.ptr, of the first element
  SmallVector<Value> dims, strides;
};

/// Kernel.cpp. What memory holds of an element: f8, which LLVM lacks, as its
/// bits.
Type getStorageType(Type element);

/// Kernel.cpp. The memory that a memref of a kernel's function stands for.
Memory getMemory(Value memref);

/// Block sizes of the micro-kernel of a product.
struct DotBlocking {
  int64_t micro[2];     ///< rows of lhs and of rhs
  int64_t vectorLength; ///< elements along K
  /// Rows of operand 0 or 1 in one block, and elements of K in one step, for a
  /// tile of that size; sizes that are no multiples leave a rest.
  int64_t getRows(unsigned operand, int64_t size) const {
    return std::min(micro[operand], size);
  }
  int64_t getStep(int64_t sizeK) const {
    return std::min<int64_t>(vectorLength, llvm::PowerOf2Ceil(sizeK));
  }
};

/// LoadStore.cpp. Tile loads fill buffers; stores read them. A load of f16 or
/// bf16 that only feeds `tile.dot` fills a buffer of f32. If it feeds one
/// operand only, it fills no more than the blocks that have elements in bounds,
/// and its result is a cast of the tile and the two extents filled.
void lowerLoadsAndStores(func::FuncOp func, const DotBlocking &blocking);

/// Compute.cpp. Broadcasts and reductions become linalg on tensors.
void lowerCompute(func::FuncOp func);

/// Compute.cpp. Products become linalg on tensors, with the extents of M, N and
/// K that are filled as scalar operands. After the element-wise fusion, which
/// would drop those.
void lowerProducts(func::FuncOp func);

/// Elementwise.cpp. Operations on whole tiles become linalg, and chains of them
/// one operation.
LogicalResult fuseElementwise(func::FuncOp func);

/// Elementwise.cpp. What is left of linalg on buffers becomes loops.
LogicalResult lowerLinalgToLoops(func::FuncOp func);

/// Fills a new tile of `type` with one value.
Value makeFill(OpBuilder &builder, Location loc, RankedTensorType type,
               TypedAttr value);

/// Scratch.cpp. After bufferization: loops no longer carry buffers, and each
/// buffer is allocated once per call.
LogicalResult placeScratch(func::FuncOp func);

/// DotMicroKernel.cpp. Products on buffers become register-blocked loops on
/// vectors.
void lowerDots(func::FuncOp func, const DotBlocking &blocking);

/// Name of the attribute that marks a `linalg.generic` as a product.
inline constexpr llvm::StringLiteral kProductAttrName = "gl.product";

inline Value makeIndex(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

/// A loop `for i in [lower, upper)` with `body` in it, which is called with
/// `builder` in the loop.
inline scf::ForOp makeLoop(OpBuilder &builder, Location loc, Value lower,
                           Value upper, int64_t step,
                           function_ref<void(OpBuilder &, Value)> body) {
  return scf::ForOp::create(builder, loc, lower, upper,
                            makeIndex(builder, loc, step), ValueRange(),
                            [&](OpBuilder &b, Location l, Value i, ValueRange) {
                              body(b, i);
                              scf::YieldOp::create(b, l);
                            });
}

} // namespace mlir::gl::cpu

#endif // GL_LIB_CONVERSION_TILETOCPU_INTERNAL_H
