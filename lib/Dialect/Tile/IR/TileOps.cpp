//===- TileOps.cpp - Verification and text form of tile operations --------===//
//
// See docs/TileDialect.md.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/TileOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace mlir::tile;

static RankedTensorType getTileType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

//===----------------------------------------------------------------------===//
// FuncOp
//===----------------------------------------------------------------------===//

void FuncOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                   FunctionType type) {
  state.addAttribute(getSymNameAttrName(state.name),
                     builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  for (unsigned i = 0; i < 2; ++i) {
    Region *region = state.addRegion();
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<Location> locations(type.getNumInputs(), state.location);
    builder.createBlock(region, {}, type.getInputs(), locations);
  }
}

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  if (parser.parseSymbolName(name, getSymNameAttrName(result.name),
                             result.attributes))
    return failure();
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<Type> results;
  SmallVector<DictionaryAttr> resultAttrs;
  bool isVariadic = false;
  if (function_interface_impl::parseFunctionSignatureWithArguments(
          parser, /*allowVariadic=*/false, arguments, isVariadic, results,
          resultAttrs))
    return failure();
  SmallVector<Type> types;
  for (const OpAsmParser::Argument &argument : arguments)
    types.push_back(argument.type);
  result.addAttribute(
      getFunctionTypeAttrName(result.name),
      TypeAttr::get(parser.getBuilder().getFunctionType(types, results)));
  SmallVector<Attribute> argumentAttrs;
  bool anyAttrs = false;
  for (const OpAsmParser::Argument &argument : arguments) {
    anyAttrs |= argument.attrs && !argument.attrs.empty();
    argumentAttrs.push_back(argument.attrs
                                ? argument.attrs
                                : parser.getBuilder().getDictionaryAttr({}));
  }
  if (anyAttrs)
    result.addAttribute(getArgAttrsAttrName(result.name),
                        parser.getBuilder().getArrayAttr(argumentAttrs));
  Region *body = result.addRegion(), *grid = result.addRegion();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseKeyword("grid") || parser.parseRegion(*grid, arguments) ||
      parser.parseRegion(*body, arguments))
    return failure();
  return success();
}

void FuncOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printSymbolName(getSymName());
  printer << "(";
  for (auto [i, argument] : llvm::enumerate(getBody().getArguments())) {
    if (i)
      printer << ", ";
    ArrayRef<NamedAttribute> attrs;
    if (DictionaryAttr dict = getArgAttrDict(i))
      attrs = dict.getValue();
    printer.printRegionArgument(argument, attrs);
  }
  printer << ")";
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getSymNameAttrName(), getFunctionTypeAttrName(), getArgAttrsAttrName()});
  printer << " grid ";
  printer.shadowRegionArgs(getGrid(), getBody().getArguments());
  printer.printRegion(getGrid(), /*printEntryBlockArgs=*/false);
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

void FuncOp::setArgAttr(unsigned arg, StringRef name, Attribute value) {
  SmallVector<Attribute> all(getNumArguments(),
                             DictionaryAttr::get(getContext()));
  if (getArgAttrs())
    all.assign(getArgAttrs()->begin(), getArgAttrs()->end());
  NamedAttrList attrs(cast<DictionaryAttr>(all[arg]));
  if (value)
    attrs.set(name, value);
  else
    attrs.erase(name);
  all[arg] = attrs.getDictionary(getContext());
  setArgAttrsAttr(ArrayAttr::get(getContext(), all));
}

LogicalResult FuncOp::verify() {
  if (getArgAttrs() && getArgAttrs()->size() != getNumArguments())
    return emitOpError("has attributes for ")
           << getArgAttrs()->size() << " arguments, it has "
           << getNumArguments();
  if (!getFunctionType().getResults().empty())
    return emitOpError("is a kernel and has no results, got ")
           << getFunctionType().getNumResults();
  for (auto [i, type] : llvm::enumerate(getArgumentTypes())) {
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref || !memref.isStrided() ||
        !isa<Float32Type, Float16Type, BFloat16Type, Float8E4M3FNType,
             Float8E5M2Type>(memref.getElementType()))
      return emitOpError("argument ")
             << i
             << " must be a strided memref with elements f32, f16, bf16, "
                "f8E4M3FN or f8E5M2, got "
             << type;
    if (memref.getStridesAndOffset().second != 0)
      return emitOpError("argument ")
             << i
             << " must have offset 0 (its address is that of the first "
                "element), got "
             << type;
    if (Attribute attr = getArgAttr(i, kConstantAttrName)) {
      if (!isa<UnitAttr>(attr))
        return emitOpError("argument ") << i << ": '" << kConstantAttrName
                                        << "' takes no value, got " << attr;
      if (isOutput(i))
        return emitOpError("argument ")
               << i << " is '" << kConstantAttrName << "' and '"
               << kOutputAttrName << "'; what a kernel writes is not constant";
    }
    if (Attribute attr = getArgAttr(i, kReciprocalsAttrName)) {
      if (!isa<DenseI64ArrayAttr>(attr))
        return emitOpError("argument ")
               << i << ": '" << kReciprocalsAttrName
               << "' must be an array of i64, got " << attr;
      ArrayRef<int64_t> dims = getReciprocals(i);
      for (auto [at, dim] : llvm::enumerate(dims))
        if (dim < 0 || dim >= memref.getRank() || !memref.isDynamicDim(dim) ||
            llvm::is_contained(dims.take_front(at), dim))
          return emitOpError("argument ") << i << ": '" << kReciprocalsAttrName
                                          << "' must list dynamic dims of "
                                          << type << ", each once, got " << dim;
    }
    Attribute facts = getArgAttr(i, kFactsAttrName);
    if (!facts)
      continue;
    auto typed = dyn_cast<FactsAttr>(facts);
    if (!typed)
      return emitOpError("argument ") << i << ": '" << kFactsAttrName
                                      << "' must be #tile.facts, got " << facts;
    size_t rank = memref.getRank();
    if (typed.getStrides().size() != rank || typed.getDims().size() != rank)
      return emitOpError("argument ")
             << i << " has rank " << rank << ", its facts have "
             << typed.getStrides().size() << " strides and "
             << typed.getDims().size() << " dims";
    auto positive = [](int64_t value) { return value >= 1; };
    if (typed.getAlign() < 1 || !llvm::all_of(typed.getStrides(), positive) ||
        !llvm::all_of(typed.getDims(), positive))
      return emitOpError("argument ")
             << i << ": facts must be 1 or more, got " << typed;
    for (int64_t dim : typed.getLimited())
      if (dim < 0 || dim >= memref.getRank())
        return emitOpError("argument ")
               << i << " has rank " << rank << ", its facts limit dim " << dim;
    if (typed.getReach() < 0)
      return emitOpError("argument ")
             << i << ": the reach of facts must be 0 (none) or more, got "
             << typed.getReach();
    if (!typed.getLimited().empty() && typed.getLimit() < 1)
      return emitOpError("argument ")
             << i << ": the limit of facts must be 1 or more, got "
             << typed.getLimit();
  }
  return success();
}

/// The f8 type that `op` computes in; null if it computes in none. Widening it
/// and choosing among values of it are no computation.
static Type getComputedF8(Operation *op) {
  if (isa<arith::SelectOp, arith::ExtFOp>(op) ||
      (!op->hasTrait<OpTrait::Elementwise>() && !isa<ReduceOp>(op)))
    return {};
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  for (Type type : types)
    if (Type element = getElementTypeOrSelf(type);
        isa<Float8E4M3FNType, Float8E5M2Type>(element))
      return element;
  return {};
}

LogicalResult FuncOp::verifyRegions() {
  TypeRange arguments(getArgumentTypes());
  if (getBody().getArgumentTypes() != arguments)
    return emitOpError("body must have the kernel's arguments, (")
           << arguments << "), got (" << getBody().getArgumentTypes() << ")";
  if (getGrid().getArgumentTypes() != arguments)
    return emitOpError("grid region must have the kernel's arguments, (")
           << arguments << "), got (" << getGrid().getArgumentTypes() << ")";
  if (!isa<ReturnOp>(getBody().front().getTerminator()))
    return emitOpError("body must end with tile.return");
  auto yield = dyn_cast<YieldOp>(getGrid().front().getTerminator());
  if (!yield)
    return emitOpError("grid region must end with tile.yield");
  size_t extents = yield.getExtents().size();
  if (extents < 1 || extents > 3)
    return yield.emitOpError("a grid has 1 to 3 extents, got ") << extents;
  for (Operation &op : getGrid().front().without_terminator())
    if (!isMemoryEffectFree(&op) || op.getNumRegions() != 0 ||
        isa<ProgramIdOp>(op))
      return op.emitOpError("cannot be in a grid region, which computes "
                            "extents from dims");
  WalkResult walk = getBody().walk([&](Operation *op) {
    if (Type narrow = getComputedF8(op)) {
      op->emitError() << "'" << op->getName() << "' op computes in " << narrow
                      << ", which is for operands only: widen it with "
                         "arith.extf";
      return WalkResult::interrupt();
    }
    if (auto id = dyn_cast<ProgramIdOp>(op)) {
      if (id.getDim() < extents)
        return WalkResult::advance();
      id.emitOpError("dim ")
          << id.getDim() << " of a grid with " << extents << " extents";
      return WalkResult::interrupt();
    }
    auto store = dyn_cast<StoreOp>(op);
    auto argument =
        store ? dyn_cast<BlockArgument>(store.getTarget()) : BlockArgument();
    if (!argument || argument.getOwner() != &getBody().front() ||
        isOutput(argument.getArgNumber()))
      return WalkResult::advance();
    store.emitOpError("writes argument ")
        << argument.getArgNumber() << " of @" << getSymName()
        << ", which is not marked {" << kOutputAttrName << "}";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

LogicalResult ProgramIdOp::verify() {
  if (!(*this)->getParentOfType<FuncOp>())
    return emitOpError("must be inside a tile.func");
  return success();
}

//===----------------------------------------------------------------------===//
// LoadOp and StoreOp
//===----------------------------------------------------------------------===//

template <typename OpTy>
static AffineMap getIndexMapOf(OpTy op, unsigned rank) {
  if (std::optional<AffineMap> map = op.getMap())
    return *map;
  return AffineMap::getMultiDimIdentityMap(rank, op.getContext());
}

AffineMap LoadOp::getIndexMap() {
  return getIndexMapOf(*this, getOrigins().size());
}
AffineMap StoreOp::getIndexMap() {
  return getIndexMapOf(*this, getOrigins().size());
}
AffineMap CopyAsyncOp::getIndexMap() {
  return getIndexMapOf(*this, getOrigins().size());
}
AffineMap PrefetchOp::getIndexMap() {
  return getIndexMapOf(*this, getOrigins().size());
}
Access PrefetchOp::getAccess() {
  return {getSource(), getOrigins(), getSymbols(), getIndexMap()};
}
Access LoadOp::getAccess() {
  return {getSource(), getOrigins(), getSymbols(), getIndexMap()};
}
Access StoreOp::getAccess() {
  return {getTarget(), getOrigins(), getSymbols(), getIndexMap()};
}
Access CopyAsyncOp::getAccess() {
  return {getSource(), getOrigins(), getSymbols(), getIndexMap()};
}

/// Coordinates are computed as unsigned numbers, so nothing in a map may be
/// negative.
static bool isNonNegative(AffineExpr expr) {
  bool ok = true;
  expr.walk([&](AffineExpr e) {
    if (auto constant = dyn_cast<AffineConstantExpr>(e))
      ok &= constant.getValue() >= 0;
    auto binary = dyn_cast<AffineBinaryOpExpr>(e);
    if (binary && (e.getKind() == AffineExprKind::FloorDiv ||
                   e.getKind() == AffineExprKind::CeilDiv ||
                   e.getKind() == AffineExprKind::Mod))
      if (auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS()))
        ok &= divisor.getValue() > 0;
  });
  return ok;
}

template <typename OpTy>
static LogicalResult verifyAccess(OpTy op, RankedTensorType tile,
                                  MemRefType memory) {
  if (tile.getElementType() != memory.getElementType())
    return op.emitOpError("tile has element type ")
           << tile.getElementType() << ", memref has "
           << memory.getElementType();
  if (static_cast<int64_t>(op.getOrigins().size()) != tile.getRank())
    return op.emitOpError("has ")
           << op.getOrigins().size() << " origins for a tile of rank "
           << tile.getRank();
  AffineMap map = op.getIndexMap();
  if (map.getNumDims() != tile.getRank() ||
      map.getNumResults() != memory.getRank())
    return op.emitOpError("map must have ")
           << tile.getRank() << " dims and " << memory.getRank()
           << " results for " << tile << " and " << memory << ", got "
           << AffineMapAttr::get(map);
  if (map.getNumSymbols() != op.getSymbols().size())
    return op.emitOpError("map has ") << map.getNumSymbols() << " symbols, got "
                                      << op.getSymbols().size() << " operands";
  for (AffineExpr expr : map.getResults())
    if (!isNonNegative(expr))
      return op.emitOpError("map holds a negative constant or a divisor that "
                            "is not positive: ")
             << AffineMapAttr::get(map);
  return success();
}

LogicalResult LoadOp::verify() {
  return verifyAccess(*this, getTileType(getResult()), getSource().getType());
}
LogicalResult StoreOp::verify() {
  return verifyAccess(*this, getTileType(getValue()), getTarget().getType());
}

LogicalResult PrefetchOp::verify() {
  return verifyAccess(
      *this,
      RankedTensorType::get({static_cast<int64_t>(getSize())},
                            getSource().getType().getElementType()),
      getSource().getType());
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// Parts of a tile's rows lie where the swizzle repeats, so that the same place
/// in another program's slot holds the same elements.
static LogicalResult verifyParts(Operation *op, RingType ring, int64_t parts) {
  RankedTensorType tile = ring.getTile();
  SharedLayout shared = ring.getSharedLayout();
  int64_t unit = ring.getAlong() == 1
                     ? shared.getSwizzlePeriod()
                     : shared.getPitch() / shared.getElementBytes();
  if (tile.getDimSize(0) % (parts * unit) == 0)
    return success();
  return op->emitOpError("has ")
         << parts << " parts of the " << tile.getDimSize(0) << " rows of "
         << ring << ", which must be multiples of " << unit << " rows";
}

LogicalResult CopyAsyncOp::verify() {
  int64_t bytes =
      getWidth() * getSource().getType().getElementTypeBitWidth() / 8;
  if (getWidth() < 1 || (bytes != 4 && bytes != 8 && bytes != 16))
    return emitOpError("copies ")
           << getWidth() << " elements of "
           << getSource().getType().getElementType()
           << " at once; cp.async copies 4, 8 or 16 bytes";
  RankedTensorType tile = getRing().getType().getTile();
  if (tile.getDimSize(getRing().getType().getAlong()) % getWidth() != 0)
    return emitOpError("width ")
           << getWidth() << " does not divide dim "
           << getRing().getType().getAlong() << " of " << tile;
  if (getParts() > 1 &&
      failed(verifyParts(*this, getRing().getType(), getParts())))
    return failure();
  return verifyAccess(*this, tile, getSource().getType());
}

LogicalResult RingStoreOp::verify() {
  RankedTensorType tile = getRing().getType().getPart(getParts()),
                   value = getTileType(getValue());
  if (getParts() > 1 &&
      failed(verifyParts(*this, getRing().getType(), getParts())))
    return failure();
  if (tile.getShape() == value.getShape() &&
      tile.getElementType() == value.getElementType())
    return success();
  return emitOpError("stores ") << value << " into a ring of " << tile;
}

LogicalResult SharePartOp::verify() {
  RingType ring = getRing().getType();
  if (getParts() < 2)
    return emitOpError("has ")
           << getParts() << " part, of which there is no other to copy to";
  if (getBarriers().getType().getCount() != ring.getStages())
    return emitOpError("has ")
           << getBarriers().getType().getCount() << " barriers for a ring of "
           << ring.getStages() << " stages";
  return verifyParts(*this, ring, getParts());
}

LogicalResult RingLoadOp::verify() {
  RankedTensorType tile = getRing().getType().getTile(),
                   result = getTileType(getResult());
  if (result.getRank() != 2 || getAt().size() != 2 ||
      tile.getElementType() != result.getElementType())
    return emitOpError("loads ")
           << result << " at a place of rank " << getAt().size()
           << " from a ring of " << tile;
  for (unsigned dim = 0; dim < 2; ++dim)
    if (getAt()[dim] < 0 ||
        getAt()[dim] + result.getDimSize(dim) > tile.getDimSize(dim))
      return emitOpError("loads elements ")
             << getAt()[dim] << " to "
             << getAt()[dim] + result.getDimSize(dim) - 1 << " along dim "
             << dim << " of " << tile;
  return success();
}

LogicalResult ReduceSplitOp::verify() {
  RankedTensorType source = getTileType(getSource()),
                   result = getTileType(getResult());
  if (source.getRank() == 2 && result.getRank() == 2 &&
      source.getElementType().isF32() && result.getElementType().isF32() &&
      source.getDimSize(1) == result.getDimSize(1) &&
      result.getDimSize(0) > 0 &&
      source.getDimSize(0) % result.getDimSize(0) == 0 && getSplit() <= 8)
    return success();
  return emitOpError("shares out the rows of an f32 tile among 1 to 8 "
                     "programs, got ")
         << source << " to " << result;
}

//===----------------------------------------------------------------------===//
// Computation
//===----------------------------------------------------------------------===//

LogicalResult DotOp::verify() {
  RankedTensorType lhs = getTileType(getLhs()), rhs = getTileType(getRhs()),
                   acc = getTileType(getAcc());
  if (lhs.getRank() != 2 || rhs.getRank() != 2 || acc.getRank() != 2)
    return emitOpError("needs tiles of rank 2, got ")
           << lhs.getRank() << ", " << rhs.getRank() << " and "
           << acc.getRank();
  if (lhs.getElementType() != rhs.getElementType())
    return emitOpError("lhs has element type ")
           << lhs.getElementType() << ", rhs has " << rhs.getElementType();
  if (!acc.getElementType().isF32())
    return emitOpError("accumulates in f32, got an accumulator of ")
           << acc.getElementType();
  if (lhs.getDimSize(1) != rhs.getDimSize(1) ||
      lhs.getDimSize(0) != acc.getDimSize(0) ||
      rhs.getDimSize(0) != acc.getDimSize(1))
    return emitOpError("shapes do not fit: lhs is M x K = ")
           << lhs.getDimSize(0) << " x " << lhs.getDimSize(1)
           << ", rhs N x K = " << rhs.getDimSize(0) << " x "
           << rhs.getDimSize(1) << ", acc M x N = " << acc.getDimSize(0)
           << " x " << acc.getDimSize(1);
  return success();
}

LogicalResult ReduceOp::verify() {
  RankedTensorType source = getTileType(getSource());
  int64_t axis = getAxis();
  if (axis < 0 || axis >= source.getRank())
    return emitOpError("axis ")
           << axis << " is out of range for rank " << source.getRank();
  SmallVector<int64_t> shape(source.getShape());
  shape.erase(shape.begin() + axis);
  RankedTensorType result = getTileType(getResult());
  if (result.getShape() != ArrayRef(shape) ||
      result.getElementType() != source.getElementType())
    return emitOpError("must return ")
           << RankedTensorType::get(shape, source.getElementType()) << ", got "
           << result;
  return success();
}

LogicalResult BroadcastOp::verify() {
  RankedTensorType source = getTileType(getSource()),
                   result = getTileType(getResult());
  if (source.getElementType() != result.getElementType())
    return emitOpError("source has element type ")
           << source.getElementType() << ", result has "
           << result.getElementType();
  if (static_cast<int64_t>(getDims().size()) != source.getRank())
    return emitOpError("has ")
           << getDims().size() << " dims for a source of rank "
           << source.getRank();
  for (auto [i, dim] : llvm::enumerate(getDims())) {
    if (dim < 0 || dim >= result.getRank() ||
        (i > 0 && dim <= getDims()[i - 1]))
      return emitOpError("dims must be increasing and below the result's rank ")
             << result.getRank() << ", got " << dim;
    if (result.getDimSize(dim) != source.getDimSize(i))
      return emitOpError("dim ")
             << i << " of the source is " << source.getDimSize(i) << ", dim "
             << dim << " of the result is " << result.getDimSize(dim);
  }
  return success();
}

LogicalResult ConvertLayoutOp::verify() {
  RankedTensorType source = getTileType(getSource()),
                   result = getTileType(getResult());
  if (source.getShape() != result.getShape() ||
      source.getElementType() != result.getElementType())
    return emitOpError("changes the tile from ") << source << " to " << result;
  for (RankedTensorType type : {source, result}) {
    if (!isa_and_present<LayoutAttr>(type.getEncoding()))
      return emitOpError("needs tiles with a #tile.layout, got ") << type;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// LaunchOp
//===----------------------------------------------------------------------===//

LogicalResult LaunchOp::verify() {
  if (getKernels().empty())
    return emitOpError("needs at least one kernel");
  auto type = cast<RankedTensorType>(getResult().getType());
  if (static_cast<int64_t>(getDims().size()) !=
      static_cast<int64_t>(type.getNumDynamicDims()))
    return emitOpError("has ")
           << getDims().size() << " dims for " << type.getNumDynamicDims()
           << " dynamic dims of " << type;
  if (!getTakes())
    return success();
  if (getTakes()->size() != getKernels().size())
    return emitOpError("says of ")
           << getTakes()->size() << " kernels what they take, and has "
           << getKernels().size();
  auto count = static_cast<int64_t>(getInputs().size());
  for (auto taken : getTakes()->getAsRange<DenseI64ArrayAttr>())
    for (int64_t input : taken.asArrayRef())
      if (input < 0 || input >= count)
        return emitOpError("has a kernel that takes input ")
               << input << ", of " << count << " inputs";
  return success();
}

SmallVector<Value> LaunchOp::getInputsOf(unsigned kernel) {
  if (!getTakes())
    return SmallVector<Value>(getInputs());
  SmallVector<Value> inputs;
  auto taken = cast<DenseI64ArrayAttr>((*getTakes())[kernel]);
  for (int64_t input : taken.asArrayRef())
    inputs.push_back(getInputs()[input]);
  return inputs;
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  for (auto [number, kernel] : llvm::enumerate(getKernels())) {
    auto name = cast<FlatSymbolRefAttr>(kernel);
    SmallVector<Value> inputs = getInputsOf(number);
    auto func = symbolTable.lookupNearestSymbolFrom<FuncOp>(*this, name);
    if (!func)
      return emitOpError("kernel ") << name << " is not a tile.func";
    if (func.getNumArguments() != inputs.size() + 1)
      return emitOpError("kernel ")
             << name << " has " << func.getNumArguments()
             << " arguments, the launch gives " << inputs.size() + 1;
    SmallVector<Type> types(ValueRange(inputs).getTypes());
    types.push_back(getResult().getType());
    for (auto [i, type] : llvm::enumerate(types)) {
      auto tensor = cast<RankedTensorType>(type);
      auto memref = dyn_cast<MemRefType>(func.getArgumentTypes()[i]);
      if (!memref || memref.getElementType() != tensor.getElementType() ||
          failed(verifyCompatibleShape(memref.getShape(), tensor.getShape())))
        return emitOpError("argument ")
               << i << " of kernel " << name << " is "
               << func.getArgumentTypes()[i] << ", the launch gives " << type;
    }
  }
  return success();
}

#define GET_OP_CLASSES
#include "gl/Dialect/Tile/IR/TileOps.cpp.inc"
