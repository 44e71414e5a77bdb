//===- TileToNVVM.cpp - Lower tile programs to one thread's code ----------===//
//
// Every tile.func becomes a kernel in gpu.module @kernels. First the shell:
// parameters instead of memrefs (see KernelABI.h), program ids and the thread's
// place; then the patterns of Memory.cpp and Compute.cpp turn tiles into the
// vectors of registers in which one thread holds its part. Host functions that
// launch kernels are dropped: the bundle's record says what they said.
//
// How wide a load may be is found before anything is converted, from what is
// provable: static sizes and strides, facts on arguments, and divisors of index
// values.
//
//===----------------------------------------------------------------------===//

#include "DependentLaunch.h"
#include "SignedOrigins.h"
#include "ThreadCode.h"

#include "gl/Conversion/MathExpansion.h"
#include "gl/Conversion/Passes.h"
#include "gl/Dialect/Tile/IR/KernelABI.h"
#include "gl/Dialect/Tile/Transforms/AccessWidth.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/DialectConversion.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::gl {
#define GEN_PASS_DEF_CONVERTTILETONVVM
#include "gl/Conversion/Passes.h.inc"
} // namespace mlir::gl

using namespace mlir;
using namespace mlir::gl;

/// `[0, end)` for a special register.
static LLVM::ConstantRangeAttr getRange(MLIRContext *context, int64_t end) {
  return LLVM::ConstantRangeAttr::get(context, APInt(32, 0), APInt(32, end));
}

/// Replaces the program's places by special registers, of ids with the grid's
/// extents as their ranges where they are constants; bounds checks that a full
/// grid makes superfluous fold away because of it.
static void lowerProgramPlaces(tile::FuncOp func) {
  auto yield = cast<tile::YieldOp>(func.getGrid().front().getTerminator());
  func.getBody().walk([&](tile::ProgramIdOp id) {
    ImplicitLocOpBuilder b(id.getLoc(), id);
    LLVM::ConstantRangeAttr range;
    APInt extent;
    if (matchPattern(yield.getExtents()[id.getDim()], m_ConstantInt(&extent)) &&
        extent.sgt(0) && extent.slt(int64_t(1) << 31))
      range = getRange(b.getContext(), extent.getSExtValue());
    Value value;
    if (id.getDim() == 0)
      value = NVVM::BlockIdXOp::create(b, b.getI32Type(), range);
    else if (id.getDim() == 1)
      value = NVVM::BlockIdYOp::create(b, b.getI32Type(), range);
    else
      value = NVVM::BlockIdZOp::create(b, b.getI32Type(), range);
    id.replaceAllUsesWith(
        arith::IndexCastUIOp::create(b, b.getIndexType(), value).getResult());
    id.erase();
  });
  func.getBody().walk([&](tile::ClusterRankOp rank) {
    ImplicitLocOpBuilder b(rank.getLoc(), rank);
    Value value = NVVM::ClusterId::create(b, b.getI32Type());
    rank.replaceAllUsesWith(
        arith::IndexCastUIOp::create(b, b.getIndexType(), value).getResult());
    rank.erase();
  });
}

/// Rebuilds a memref argument from the parameters that stand for it.
static Value buildMemRef(ImplicitLocOpBuilder &b,
                         const LLVMTypeConverter &converter, MemRefType type,
                         Value pointer, ArrayRef<Value> dims,
                         ArrayRef<Value> strides) {
  auto descriptor =
      MemRefDescriptor::poison(b, b.getLoc(), converter.convertType(type));
  descriptor.setAllocatedPtr(b, b.getLoc(), pointer);
  descriptor.setAlignedPtr(b, b.getLoc(), pointer);
  descriptor.setConstantOffset(b, b.getLoc(), 0);
  auto [staticStrides, offset] = type.getStridesAndOffset();
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (type.isDynamicDim(dim)) {
      descriptor.setSize(b, b.getLoc(), dim, dims.front());
      dims = dims.drop_front();
    } else {
      descriptor.setConstantSize(b, b.getLoc(), dim, type.getDimSize(dim));
    }
    if (ShapedType::isDynamic(staticStrides[dim])) {
      descriptor.setStride(b, b.getLoc(), dim, strides.front());
      strides = strides.drop_front();
    } else {
      descriptor.setConstantStride(b, b.getLoc(), dim, staticStrides[dim]);
    }
  }
  return UnrealizedConversionCastOp::create(b, type,
                                            static_cast<Value>(descriptor))
      .getResult(0);
}

/// Makes parameter `number` of `kernel` stand for a tensor map. It is passed by
/// value and stays where the launch put it: the copy engine reads a map from
/// there, and could not from the local memory that a copy would be in.
static void lowerTensorMap(tile::TensorMapOp map, LLVM::LLVMFuncOp kernel,
                           unsigned number) {
  ImplicitLocOpBuilder b(map.getLoc(), map);
  auto bytes = LLVM::LLVMArrayType::get(b.getI8Type(), tile::kTensorMapBytes);
  kernel.setArgAttr(number, LLVM::LLVMDialect::getByValAttrName(),
                    TypeAttr::get(bytes));
  kernel.setArgAttr(number, LLVM::LLVMDialect::getAlignAttrName(),
                    b.getI64IntegerAttr(tile::kTensorMapAlign));
  kernel.setArgAttr(number, NVVM::NVVMDialect::getGridConstantAttrName(),
                    b.getUnitAttr());
  auto cast = UnrealizedConversionCastOp::create(
      b, map.getType(), ValueRange(kernel.getArgument(number)));
  map.replaceAllUsesWith(cast.getResult(0));
  // The host computes the sizes, so that what only they need goes with the map.
  llvm::SmallSetVector<Operation *, 8> dead;
  dead.insert(map);
  while (!dead.empty()) {
    Operation *op = dead.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    for (Value operand : op->getOperands())
      if (Operation *def = operand.getDefiningOp())
        dead.insert(def);
    op->erase();
  }
}

/// Makes the kernel's shell around the body of `func`.
static LogicalResult lowerFunc(tile::FuncOp func, gpu::GPUModuleOp module,
                               const LLVMTypeConverter &converter,
                               ThreadPlaces &places) {
  MLIRContext *context = func.getContext();
  lowerProgramPlaces(func);
  placeDependentLaunch(func);

  auto pointerType = LLVM::LLVMPointerType::get(context);
  auto i64 = IntegerType::get(context, 64);
  SmallVector<tile::KernelParam> params = tile::getKernelParams(func);
  SmallVector<Type> types;
  for (const tile::KernelParam &param : params)
    types.push_back(param.kind == tile::KernelParam::Kind::Pointer ||
                            param.kind == tile::KernelParam::Kind::TensorMap
                        ? Type(pointerType)
                        : Type(i64));
  auto builder = OpBuilder::atBlockEnd(module.getBody());
  auto kernel = LLVM::LLVMFuncOp::create(
      builder, func.getLoc(), func.getSymName(),
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context), types));
  int32_t threads = func.getScheduleAttr().getThreads();
  kernel->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  kernel->setAttr(NVVM::NVVMDialect::getReqntidAttrName(),
                  builder.getDenseI32ArrayAttr({threads}));
  // Roles hand registers on. ptxas goes along only if it knows how many a
  // thread starts with: as many as all can have, of the 65536 of a
  // multiprocessor, in units of 8.
  func.getBody().walk([&](tile::SpecializeWarpsOp roles) {
    if (roles.getRegisters().empty())
      return;
    int64_t registers = std::min<int64_t>(
        65536 / threads / 8 * 8, *llvm::max_element(roles.getRegisters()));
    kernel->setAttr(NVVM::NVVMDialect::getMaxnregAttrName(),
                    builder.getI32IntegerAttr(registers));
  });
  // Programs that share a reduction or an operand form a cluster; a schedule
  // has one of the two.
  int32_t cluster = func.getScheduleAttr().getSplitK() *
                    func.getScheduleAttr().getClusterSize();
  if (cluster > 1)
    kernel->setAttr(NVVM::NVVMDialect::getClusterDimAttrName(),
                    builder.getDenseI32ArrayAttr({cluster, 1, 1}));

  Block *entry = kernel.addEntryBlock(builder);
  ImplicitLocOpBuilder b(func.getLoc(), builder);
  b.setInsertionPointToStart(entry);
  Value tid =
      NVVM::ThreadIdXOp::create(b, b.getI32Type(), getRange(context, threads));
  ThreadPlace place;
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
  };
  place.lane = arith::RemUIOp::create(b, tid, number(32));
  place.warp = arith::DivUIOp::create(b, tid, number(32));
  place.numWarps = func.getScheduleAttr().getNumWarps();
  // Roles branch on the warp's number. ptxas keeps what a branch guards in
  // uniform registers only if it knows that a warp's threads agree on it.
  if (func.getScheduleAttr().getFamily() == Family::wgmma)
    place.warp = emitUniform(b, place.warp);
  place.blockWarp = place.warp;
  place.numSets = func.getScheduleAttr().getNumSets();
  if (place.numSets > 1) {
    place.set =
        arith::DivUIOp::create(b, place.blockWarp, number(place.numWarps));
    place.warp =
        arith::RemUIOp::create(b, place.blockWarp, number(place.numWarps));
  }

  // The engine reads a map when the first copy wants it, unless it was told
  // before.
  SmallVector<Value> maps;
  for (auto [i, param] : llvm::enumerate(params))
    if (param.kind == tile::KernelParam::Kind::TensorMap)
      maps.push_back(entry->getArgument(i));
  if (!maps.empty()) {
    Value isFirst =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, tid, number(0));
    auto only = scf::IfOp::create(b, isFirst, /*else=*/false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(only.thenBlock());
    for (Value map : maps)
      NVVM::PrefetchOp::create(b, NVVM::PrefetchCacheLevelAttr(),
                               NVVM::CacheEvictionPriorityAttr(), map,
                               /*predicate=*/Value(), /*tensormap=*/true);
  }

  SmallVector<Value> arguments;
  auto *param = params.begin();
  for (auto [i, type] : llvm::enumerate(func.getArgumentTypes())) {
    Value pointer;
    SmallVector<Value> dims, strides;
    SmallVector<std::pair<int64_t, Value>> reciprocals;
    for (; param != params.end() && param->argument == i && !param->map;
         ++param) {
      Value value = entry->getArgument(param - params.begin());
      switch (param->kind) {
      case tile::KernelParam::Kind::Pointer:
        pointer = value;
        break;
      case tile::KernelParam::Kind::Dim:
        dims.push_back(value);
        break;
      case tile::KernelParam::Kind::Stride:
        strides.push_back(value);
        break;
      case tile::KernelParam::Kind::Reciprocal:
        reciprocals.emplace_back(param->dim, value);
        break;
      case tile::KernelParam::Kind::TensorMap:
        llvm_unreachable("maps stand behind all arguments");
      }
    }
    Value memory = arguments.emplace_back(buildMemRef(
        b, converter, cast<MemRefType>(type), pointer, dims, strides));
    if (tile::FactsAttr facts = func.getFacts(i);
        facts && facts.getReach() != 0 &&
        facts.getReach() <= (int64_t(1) << 31) / 4)
      place.small.insert(memory);
    for (auto [dim, value] : reciprocals)
      place.reciprocals[{memory.getAsOpaquePointer(), dim}] = value;
  }
  for (; param != params.end(); ++param)
    lowerTensorMap(cast<tile::TensorMapOp>(param->map), kernel,
                   param - params.begin());
  places[kernel] = place;
  Block *body = &func.getBody().front();
  body->getTerminator()->erase();
  IRRewriter rewriter(context);
  rewriter.inlineBlockBefore(body, entry, entry->end(), arguments);
  b.setInsertionPointToEnd(entry);
  LLVM::ReturnOp::create(b, ValueRange());
  int64_t fillWarps = func.getScheduleAttr().getFillWarps();
  func.erase();
  return lowerWarpRoles(kernel, fillWarps, places);
}

namespace {
struct ConvertTileToNVVM : gl::impl::ConvertTileToNVVMBase<ConvertTileToNVVM> {
  void runOnOperation() override;
};
} // namespace

void ConvertTileToNVVM::runOnOperation() {
  ModuleOp module = getOperation();
  MLIRContext *context = &getContext();

  auto funcs = llvm::to_vector(module.getOps<tile::FuncOp>());
  if (funcs.empty())
    return;
  for (tile::FuncOp func : funcs) {
    WalkResult walk = func.getBody().walk([&](Operation *op) {
      for (Type type : op->getResultTypes()) {
        auto tensor = dyn_cast<RankedTensorType>(type);
        if (tensor &&
            !isa_and_nonnull<tile::LayoutAttr>(tensor.getEncoding())) {
          op->emitOpError("has a tile without a layout: run "
                          "tile-assign-layouts first");
          return WalkResult::interrupt();
        }
      }
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return signalPassFailure();
    if (!func.getScheduleAttr()) {
      func.emitOpError("has no schedule, which says how many threads it has");
      return signalPassFailure();
    }
    if (!func.getBody().hasOneBlock()) {
      func.emitOpError("body must be one block; use scf for control flow");
      return signalPassFailure();
    }
    tile::annotateAccessWidths(func);
    annotateSignedOrigins(func);
  }
  // What launches the kernels refers to tile.func and cannot outlive them.
  for (auto func : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
    if (!func.getBody().getOps<tile::LaunchOp>().empty())
      func.erase();

  OpBuilder builder(context);
  builder.setInsertionPointToEnd(module.getBody());
  auto gpuModule =
      gpu::GPUModuleOp::create(builder, module.getLoc(), "kernels");
  SymbolTable(module).insert(gpuModule);
  module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                  builder.getUnitAttr());

  if (llvm::any_of(funcs,
                   [](tile::FuncOp func) { return func.getSharedBytes(); })) {
    // Its size is given at launch.
    auto inside = OpBuilder::atBlockBegin(gpuModule.getBody());
    LLVM::GlobalOp::create(inside, module.getLoc(),
                           LLVM::LLVMArrayType::get(builder.getI8Type(), 0),
                           /*isConstant=*/false, LLVM::Linkage::External,
                           kSharedMemoryName, Attribute(),
                           /*alignment=*/1024, kSharedAddressSpace);
  }

  LLVMTypeConverter llvmTypes(context);
  ThreadPlaces places;
  for (tile::FuncOp func : funcs)
    if (failed(lowerFunc(func, gpuModule, llvmTypes, places)))
      return signalPassFailure();

  TypeConverter converter;
  converter.addConversion([](Type type) { return type; });
  converter.addConversion([](RankedTensorType type) -> std::optional<Type> {
    auto layout = dyn_cast_if_present<tile::LayoutAttr>(type.getEncoding());
    if (!layout)
      return std::nullopt;
    return VectorType::get({layout.getLayout().getNumRegisters()},
                           getStorageType(type.getElementType()));
  });
  converter.addConversion([](tile::BarriersType type) -> Type {
    return LLVM::LLVMPointerType::get(type.getContext(), kSharedAddressSpace);
  });
  converter.addConversion([](tile::RingType type) -> Type {
    return LLVM::LLVMPointerType::get(type.getContext(), kSharedAddressSpace);
  });
  converter.addConversion([](tile::TensorMapType type) -> Type {
    return LLVM::LLVMPointerType::get(type.getContext());
  });
  ConversionTarget target(*context);
  // What a parameter stands for: the cast back to it is upstream's to drop.
  target.addLegalOp<UnrealizedConversionCastOp>();
  target.markUnknownOpDynamicallyLegal(
      [&](Operation *op) { return converter.isLegal(op); });
  target.addIllegalDialect<tile::TileDialect>();
  RewritePatternSet patterns(context);
  scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);
  populateMemoryPatterns(converter, patterns, places);
  populateComputePatterns(converter, patterns, places);
  populateSharedMemoryPatterns(converter, patterns, places);
  populateCopyEnginePatterns(converter, patterns, places);
  populateWarpgroupMultiplyPatterns(converter, patterns, places);
  populateMatrixMultiplyPatterns(converter, patterns);
  if (failed(applyPartialConversion(gpuModule, target, std::move(patterns))) ||
      failed(expandMath(gpuModule, MathTarget::GPU)))
    signalPassFailure();
}
