//===- Scratch.cpp - Buffers of a kernel, once per call -------------------===//
//
// Bufferization allocates where a tile is made, inside the loops, and loops may
// carry buffers. Here each loop gets one buffer for each tile it carries; after
// that no buffer outlives the iteration that fills it, so all of them move to
// the start of the function. They come from `malloc`, not from the stack: their
// size is the user's choice.
//
//===----------------------------------------------------------------------===//

#include "Internal.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::gl::cpu;

/// A cache line, and the widest vector.
static constexpr int64_t kAlignment = 64;

/// Replaces the buffers that `loop` carries by ones that it writes.
static void stopCarryingBuffers(scf::ForOp loop) {
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  Location loc = loop.getLoc();
  OpBuilder before(loop), last(yield);
  IRMapping buffers;
  SmallVector<unsigned> moved;
  for (auto [i, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
    auto type = dyn_cast<MemRefType>(argument.getType());
    if (!type)
      continue;
    Value init = loop.getInitArgs()[i], yielded = yield.getOperand(i);
    Value buffer = init;
    if (yielded != argument && yielded != init) {
      buffer = memref::AllocOp::create(before, loc, type);
      memref::CopyOp::create(before, loc, init, buffer);
      moved.push_back(i);
    }
    buffers.map(argument, buffer);
    loop.getResult(i).replaceAllUsesWith(buffer);
  }
  SmallVector<std::pair<Value, Value>> moves;
  for (unsigned i : moved)
    moves.push_back({buffers.lookupOrDefault(yield.getOperand(i)),
                     buffers.lookup(loop.getRegionIterArg(i))});
  for (auto [i, argument] : llvm::enumerate(loop.getRegionIterArgs()))
    if (Value buffer = buffers.lookupOrNull<Value>(argument)) {
      argument.replaceAllUsesWith(buffer);
      yield.setOperand(i, loop.getInitArgs()[i]);
    }
  // Tiles may change places, so none is overwritten before all are read;
  // bufferization has often made the copies for that.
  llvm::SmallDenseSet<Value> seen;
  bool areCopies = llvm::all_of(moves, [&](const auto &move) {
    return move.first.template getDefiningOp<memref::AllocOp>() &&
           loop->isAncestor(move.first.getDefiningOp()) &&
           seen.insert(move.first).second;
  });
  for (auto &[from, to] : moves) {
    if (areCopies || moves.size() == 1)
      break;
    Value copy =
        memref::AllocOp::create(last, loc, cast<MemRefType>(from.getType()));
    memref::CopyOp::create(last, loc, from, copy);
    from = copy;
  }
  for (auto [from, to] : moves)
    memref::CopyOp::create(last, loc, from, to);
}

/// Replaces an allocation by one at the start of the function.
static void allocateOnce(memref::AllocOp alloc, OpBuilder &first,
                         OpBuilder &last, LLVM::LLVMFuncOp malloc,
                         LLVM::LLVMFuncOp free,
                         const LLVMTypeConverter &converter) {
  Location loc = alloc.getLoc();
  MemRefType type = alloc.getType();
  MLIRContext *context = type.getContext();
  Type i64 = first.getI64Type(), i8 = first.getI8Type();
  int64_t bytes = type.getNumElements() *
                  llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  auto constant = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(first, loc, i64, value);
  };
  Value base =
      LLVM::CallOp::create(first, loc, malloc, constant(bytes + kAlignment))
          .getResult();
  // Step to the next multiple without leaving the allocation's provenance, so
  // that alias analysis still tells it from the arguments.
  Value address = LLVM::PtrToIntOp::create(first, loc, i64, base);
  Value gap = LLVM::AndOp::create(
      first, loc, LLVM::SubOp::create(first, loc, constant(0), address),
      constant(kAlignment - 1));
  Value aligned =
      LLVM::GEPOp::create(first, loc, LLVM::LLVMPointerType::get(context), i8,
                          base, ArrayRef<LLVM::GEPArg>{gap});
  Value descriptor = MemRefDescriptor::fromStaticShape(first, loc, converter,
                                                       type, base, aligned);
  Value memref =
      UnrealizedConversionCastOp::create(first, loc, type, descriptor)
          .getResult(0);
  alloc.replaceAllUsesWith(memref);
  alloc.erase();
  LLVM::CallOp::create(last, loc, free, base);
}

LogicalResult gl::cpu::placeScratch(func::FuncOp func) {
  // Inner loops first: what they carry may be what the outer loop carries.
  func.walk<WalkOrder::PostOrder>(
      [](scf::ForOp loop) { stopCarryingBuffers(loop); });
  SmallVector<memref::AllocOp> allocs;
  func.walk([&](memref::AllocOp alloc) { allocs.push_back(alloc); });
  if (allocs.empty())
    return success();
  OpBuilder first(func.getBody()), last(func.getBody().back().getTerminator());
  auto module = func->getParentOfType<ModuleOp>();
  OpBuilder b(func);
  FailureOr<LLVM::LLVMFuncOp> malloc =
      LLVM::lookupOrCreateMallocFn(b, module, b.getI64Type());
  FailureOr<LLVM::LLVMFuncOp> free = LLVM::lookupOrCreateFreeFn(b, module);
  if (failed(malloc) || failed(free))
    return failure();
  malloc->setResultAttr(0, LLVM::LLVMDialect::getNoAliasAttrName(),
                        b.getUnitAttr());
  LLVMTypeConverter converter(func.getContext());
  for (memref::AllocOp alloc : allocs)
    allocateOnce(alloc, first, last, *malloc, *free, converter);
  return success();
}
