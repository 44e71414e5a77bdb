//===- Kernel.cpp - From a kernel to a function over a range of its grid --===//
//
// The one place that knows how the runtime calls a kernel. A memref argument
// becomes a cast of its address, dims and strides, which later steps look
// through: its elements are reached by plain addresses, because the memref
// lowering's address arithmetic does not allow the negative strides that a
// caller may pass.
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"
#include "Internal.h"

#include "gl/Dialect/Tile/IR/KernelABI.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::gl::cpu;

Type gl::cpu::getStorageType(Type element) {
  if (isa<Float8E4M3FNType, Float8E5M2Type>(element))
    return IntegerType::get(element.getContext(), 8);
  return element;
}

gl::cpu::Memory gl::cpu::getMemory(Value memref) {
  auto cast = memref.getDefiningOp<UnrealizedConversionCastOp>();
  Memory memory;
  memory.type = ::llvm::cast<MemRefType>(memref.getType());
  unsigned rank = memory.type.getRank();
  memory.pointer = cast.getOperand(0);
  for (unsigned dim = 0; dim < rank; ++dim) {
    memory.dims.push_back(cast.getOperand(1 + dim));
    memory.strides.push_back(cast.getOperand(1 + rank + dim));
  }
  return memory;
}

/// Refuses what the lowering has no rule for, so that later steps need not.
static LogicalResult checkBody(tile::FuncOp kernel) {
  WalkResult walk = kernel->walk([&](Operation *op) {
    if (op == kernel)
      return WalkResult::advance();
    auto refuse = [&](const Twine &why) {
      op->emitError() << "'" << op->getName() << "' op " << why;
      return WalkResult::interrupt();
    };
    for (Type type : op->getResultTypes())
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        if (tensor.getEncoding())
          return refuse("has a layout, which the CPU does not use: convert "
                        "programs to the CPU before tile-assign-layouts");
    for (Value operand : op->getOperands())
      if (isa<MemRefType>(operand.getType()) &&
          ((!isa<BlockArgument>(operand) &&
            !operand.getDefiningOp<memref::SubViewOp>()) ||
           !isa<tile::LoadOp, tile::StoreOp, memref::DimOp, memref::SubViewOp>(
               op)))
        return refuse("cannot use a memref on the CPU; tile.load, tile.store, "
                      "memref.subview and memref.dim on an argument can");
    if (auto view = dyn_cast<memref::SubViewOp>(op)) {
      if (view.getType().getRank() != view.getSourceType().getRank())
        return refuse("cannot drop dims on the CPU");
      return WalkResult::advance();
    }
    if (isa<memref::DimOp>(op)) {
      auto dim = cast<memref::DimOp>(op);
      std::optional<int64_t> index = dim.getConstantIndex();
      int64_t rank = cast<MemRefType>(dim.getSource().getType()).getRank();
      if (!index)
        return refuse("needs a constant dim on the CPU");
      if (*index < 0 || *index >= rank)
        return refuse("dim " + Twine(*index) + " is out of range for rank " +
                      Twine(rank));
      return WalkResult::advance();
    }
    if (auto loop = dyn_cast<scf::WhileOp>(op))
      if (llvm::any_of(loop->getOperandTypes(), llvm::IsaPred<TensorType>) ||
          llvm::any_of(loop->getResultTypes(), llvm::IsaPred<TensorType>))
        return refuse("cannot carry tiles on the CPU; scf.for can");
    if (isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::YieldOp, scf::ConditionOp,
            tensor::SplatOp, affine::AffineApplyOp, affine::AffineMinOp,
            affine::AffineMaxOp>(op) ||
        isa<arith::ArithDialect, math::MathDialect>(op->getDialect()))
      return WalkResult::advance();
    if (isa<tile::TileDialect>(op->getDialect()) &&
        !isa<tile::ConvertLayoutOp, tile::LaunchOp, tile::FuncOp>(op))
      return WalkResult::advance();
    return refuse("cannot be in a tile program on the CPU");
  });
  return failure(walk.wasInterrupted());
}

/// The arguments' addresses, dims and strides, read from `params`.
static SmallVector<Value> readParams(OpBuilder &b, Location loc, Value params,
                                     tile::FuncOp kernel) {
  ArrayRef<Type> types = kernel.getArgumentTypes();
  Type pointer = params.getType(), i64 = b.getI64Type();
  SmallVector<SmallVector<Value>> parts(types.size());
  for (auto [part, type] : llvm::zip_equal(parts, types)) {
    auto memref = cast<MemRefType>(type);
    part.push_back({});
    for (int64_t dim : memref.getShape())
      part.push_back(ShapedType::isDynamic(dim) ? Value()
                                                : makeIndex(b, loc, dim));
    for (int64_t stride : memref.getStridesAndOffset().first)
      part.push_back(ShapedType::isDynamic(stride) ? Value()
                                                   : makeIndex(b, loc, stride));
  }
  for (auto [i, param] : llvm::enumerate(tile::getKernelParams(kernel))) {
    // A CPU divides.
    if (param.kind == tile::KernelParam::Kind::Reciprocal)
      continue;
    Value slot =
        LLVM::GEPOp::create(b, loc, pointer, pointer, params,
                            ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
    Value address = LLVM::LoadOp::create(b, loc, pointer, slot);
    SmallVector<Value> &part = parts[param.argument];
    if (param.kind == tile::KernelParam::Kind::Pointer) {
      part[0] = LLVM::LoadOp::create(b, loc, pointer, address);
      continue;
    }
    Value value = LLVM::LoadOp::create(b, loc, i64, address);
    bool isDim = param.kind == tile::KernelParam::Kind::Dim;
    int64_t rank = cast<MemRefType>(types[param.argument]).getRank();
    part[1 + (isDim ? 0 : rank) + param.dim] =
        arith::IndexCastOp::create(b, loc, b.getIndexType(), value);
  }
  SmallVector<Value> memrefs;
  for (auto [part, type] : llvm::zip_equal(parts, types))
    memrefs.push_back(
        UnrealizedConversionCastOp::create(b, loc, type, part).getResult(0));
  return memrefs;
}

/// Copies a block's operations except its terminator.
static void cloneBody(OpBuilder &b, Block &block, IRMapping &mapping) {
  for (Operation &op : block.without_terminator())
    b.clone(op, mapping);
}

/// Makes the cast that `getMemory` reads of a view.
static void lowerView(memref::SubViewOp view) {
  ImplicitLocOpBuilder b(view.getLoc(), view);
  Memory source = getMemory(view.getSource());
  SmallVector<Value> offsets =
      getValueOrCreateConstantIndexOp(b, b.getLoc(), view.getMixedOffsets());
  SmallVector<Value> sizes =
      getValueOrCreateConstantIndexOp(b, b.getLoc(), view.getMixedSizes());
  SmallVector<Value> steps =
      getValueOrCreateConstantIndexOp(b, b.getLoc(), view.getMixedStrides());
  Value moved = makeIndex(b, b.getLoc(), 0);
  SmallVector<Value> strides;
  for (auto [offset, step, stride] :
       llvm::zip_equal(offsets, steps, source.strides)) {
    moved = arith::AddIOp::create(
        b, moved, arith::MulIOp::create(b, offset, stride).getResult());
    strides.push_back(b.createOrFold<arith::MulIOp>(step, stride));
  }
  SmallVector<Value> parts{LLVM::GEPOp::create(
      b, source.pointer.getType(), getStorageType(source.type.getElementType()),
      source.pointer,
      ArrayRef<LLVM::GEPArg>{
          arith::IndexCastOp::create(b, b.getI64Type(), moved).getResult()})};
  llvm::append_range(parts, sizes);
  llvm::append_range(parts, strides);
  auto cast = UnrealizedConversionCastOp::create(b, view.getType(), parts);
  view.replaceAllUsesWith(cast.getResult(0));
  view.erase();
}

FailureOr<func::FuncOp> gl::cpu::buildKernel(tile::FuncOp kernel) {
  if (failed(checkBody(kernel)))
    return failure();
  Location loc = kernel.getLoc();
  OpBuilder b(kernel);
  Type index = b.getIndexType(), i64 = b.getI64Type();
  auto func = func::FuncOp::create(
      b, loc, kernel.getSymName(),
      b.getFunctionType({LLVM::LLVMPointerType::get(b.getContext()), i64, i64},
                        {}));
  Block *entry = func.addEntryBlock();
  b.setInsertionPointToStart(entry);
  SmallVector<Value> memrefs =
      readParams(b, loc, entry->getArgument(0), kernel);

  IRMapping gridMapping;
  gridMapping.map(kernel.getGrid().getArguments(), memrefs);
  Block &grid = kernel.getGrid().front();
  cloneBody(b, grid, gridMapping);
  SmallVector<Value> extents;
  for (Value extent : cast<tile::YieldOp>(grid.getTerminator()).getExtents())
    extents.push_back(gridMapping.lookup(extent));

  Value begin =
      arith::IndexCastOp::create(b, loc, index, entry->getArgument(1));
  Value end = arith::IndexCastOp::create(b, loc, index, entry->getArgument(2));
  makeLoop(b, loc, begin, end, 1, [&](OpBuilder &b, Value program) {
    SmallVector<Value> place;
    for (auto [dim, extent] : llvm::enumerate(extents)) {
      if (dim + 1 == extents.size()) {
        place.push_back(program);
        break;
      }
      place.push_back(arith::RemUIOp::create(b, loc, program, extent));
      program = arith::DivUIOp::create(b, loc, program, extent);
    }
    IRMapping mapping;
    mapping.map(kernel.getBody().getArguments(), memrefs);
    Block *block = b.getInsertionBlock();
    cloneBody(b, kernel.getBody().front(), mapping);
    block->walk([&](tile::ProgramIdOp id) {
      id.replaceAllUsesWith(place[id.getDim()]);
      id.erase();
    });
  });
  func::ReturnOp::create(b, loc);

  // Sources come before their views.
  func.walk([](memref::SubViewOp view) { lowerView(view); });
  func.walk([&](memref::DimOp dim) {
    Memory memory = getMemory(dim.getSource());
    dim.replaceAllUsesWith(memory.dims[*dim.getConstantIndex()]);
    dim.erase();
  });
  kernel.erase();
  return func;
}
