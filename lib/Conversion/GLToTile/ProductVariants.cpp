//===- ProductVariants.cpp - The kernels of a gathered product ------------===//
//
// A schedule says how a product runs; what a kernel relies on about its
// operands' memory is its form. Which forms are worth a kernel depends on what
// is known: static strides spare address arithmetic, whole rows of vectors are
// what wide loads need, and one kernel relies on nothing. A product that has
// its input copied first (`gather = copy`) is the product of the copy, with
// kernels that take it in the input's place.
//
//===----------------------------------------------------------------------===//

#include "ProductVariants.h"

#include "CopyProgram.h"
#include "KernelBuilder.h"
#include "MatmulProgram.h"

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace mlir::gl;

bool gl::isConstantOperand(Value operand) {
  while (auto cast = operand.getDefiningOp<tensor::CastOp>())
    operand = cast.getSource();
  auto argument = dyn_cast<BlockArgument>(operand);
  auto func = argument
                  ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
                  : func::FuncOp();
  return func && func.getArgAttr(argument.getArgNumber(), kConstantAttrName);
}

/// From this many segments on, fewer variants are made.
static constexpr int64_t kManySegments = 16;

/// Elements over which the operands of a small problem may spread: offsets in
/// bytes fit 31 bits.
static constexpr int64_t kSmallReach = int64_t(1) << 29;

/// Whether the type of an argument tells where a row begins behind another.
static bool hasKnownRowStride(const KernelArgument &argument) {
  SmallVector<int64_t> strides = argument.type.getStridesAndOffset().first;
  return !strides.empty() &&
         llvm::any_of(llvm::drop_end(strides), ShapedType::isStatic);
}

namespace {
/// Writes kernels of one product.
class KernelEmitter {
public:
  /// `taken` numbers the operands of `op` among the launch's inputs.
  KernelEmitter(FusedMatmulOp op, StringRef name, SymbolTable &symbols,
                bool isCPU, ArrayRef<int64_t> taken, ProductVariants &variants);

  /// Says whether there is such a kernel: the static dims may rule it out, or
  /// what the form would gain.
  bool emit(ScheduleAttr schedule, Access access, StringRef suffix);

private:
  std::optional<SmallVector<KernelArgument>> getArguments(ScheduleAttr schedule,
                                                          Access access) const;
  bool addLimits(ScheduleAttr schedule,
                 MutableArrayRef<KernelArgument> arguments) const;
  /// Writes what the launch is estimated to take behind the kernel's grid.
  void emitCost(ScheduleAttr schedule, KernelBuilder &k);

  FusedMatmulOp op;
  std::string name;
  SymbolTable &symbols;
  bool isCPU;
  SmallVector<int64_t> taken;
  ProductVariants &variants;
  SmallVector<ArgumentUse> uses;
  unsigned numLhs, numOperands;
};
} // namespace

KernelEmitter::KernelEmitter(FusedMatmulOp op, StringRef name,
                             SymbolTable &symbols, bool isCPU,
                             ArrayRef<int64_t> taken, ProductVariants &variants)
    : op(op), name(name), symbols(symbols), isCPU(isCPU), taken(taken),
      variants(variants), numLhs(op.getLhs().size()),
      numOperands(numLhs + op.getRhs().size()) {
  for (auto [i, operand] : llvm::enumerate(op.getLhs()))
    uses.push_back({cast<RankedTensorType>(operand.getType()),
                    getIndexMap(op.getLhsMap(i)), /*isReduced=*/true});
  for (auto [i, operand] : llvm::enumerate(op.getRhs()))
    uses.push_back({cast<RankedTensorType>(operand.getType()),
                    getIndexMap(op.getRhsMap(i)), /*isReduced=*/true});
  for (auto [i, operand] : llvm::enumerate(op.getInputs()))
    uses.push_back({cast<RankedTensorType>(operand.getType()),
                    getIndexMap(op.getInputMap(i)), /*isReduced=*/false});
  uses.push_back({op.getResultType(), getIndexMap(op.getResultMap()),
                  /*isReduced=*/false});
}

std::optional<SmallVector<KernelArgument>>
KernelEmitter::getArguments(ScheduleAttr schedule, Access access) const {
  // Of the copy engine.
  constexpr int64_t kUnitBytes = 16;
  int64_t elementBytes = uses[0].type.getElementTypeBitWidth() / 8;
  // Rows over two dims are one dim to the copy engine if there are no gaps.
  bool isByEngine = schedule.getFamily() == Family::wgmma;
  if (isByEngine && access == Access::Rows &&
      llvm::any_of(uses, [](const ArgumentUse &use) {
        return use.isReduced && use.map.getDims(0).size() > 1;
      }))
    return std::nullopt;
  SmallVector<KernelArgument> arguments;
  for (auto [i, use] : llvm::enumerate(uses)) {
    // Where threads bring narrow rows of lhs, the engine still brings rhs.
    bool isRhs = i >= numLhs && i < numOperands;
    int64_t vector = schedule.getVector();
    if (isByEngine && isRhs)
      vector = std::max(vector, kUnitBytes / elementBytes);
    std::optional<KernelArgument> argument = getKernelArgument(
        use, access, vector, schedule.getStages() > 0, isByEngine);
    if (!argument)
      return std::nullopt; // this form cannot hold for the static dims
    arguments.push_back(*argument);
  }
  // Where rows are open, known strides are for threads that find their way by
  // them; the engine takes any. Those of many segments only crowd a thread's
  // registers.
  bool isStatic = llvm::all_of(
      uses, [](const ArgumentUse &use) { return use.type.hasStaticShape(); });
  if (access == Access::Contiguous && !isStatic) {
    bool isByThreads = isByEngine ? schedule.getFillWarps() != 0 : numLhs == 1;
    ArrayRef<KernelArgument> operands(arguments);
    operands = operands.take_front(isByEngine ? numLhs : numOperands);
    if (!isByThreads || llvm::none_of(operands, hasKnownRowStride))
      return std::nullopt;
  }
  return arguments;
}

/// Adds facts about sizes that the schedule is for. Says whether the static
/// ones are within them.
bool KernelEmitter::addLimits(ScheduleAttr schedule,
                              MutableArrayRef<KernelArgument> arguments) const {
  auto getFacts = [&](unsigned i) {
    if (arguments[i].facts)
      return arguments[i].facts;
    SmallVector<int64_t> ones(uses[i].type.getRank(), 1);
    return tile::FactsAttr::get(schedule.getContext(), 1, ones, ones);
  };
  // A small problem's operands lie close together, so that a kernel for it
  // computes addresses in 32 bits.
  if (schedule.hasLimit() && schedule.getStages() == 0 && !isCPU)
    for (unsigned i = 0; i < arguments.size(); ++i)
      if (uses[i].type.getRank() > 0)
        arguments[i].facts = getFacts(i).withReach(kSmallReach);
  // A schedule for short reductions says so of the weight's dims.
  for (unsigned i = numLhs; i < numOperands; ++i) {
    if (schedule.getMaxK() == 0)
      break;
    ArrayRef<int64_t> shape = uses[i].type.getShape();
    IndexMap::Dims reduced(uses[i].map.getDims(1));
    int64_t known = 1;
    for (unsigned dim : reduced)
      known = ShapedType::isDynamic(shape[dim]) ? known : known * shape[dim];
    if (known > schedule.getMaxK())
      return false;
    arguments[i].facts = getFacts(i).withLimit(
        SmallVector<int64_t>(reduced.begin(), reduced.end()),
        schedule.getMaxK());
  }
  return true;
}

void KernelEmitter::emitCost(ScheduleAttr schedule, KernelBuilder &k) {
  SmallVector<IndexMap> lhs, rhs;
  for (unsigned i = 0; i < numOperands; ++i)
    (i < numLhs ? lhs : rhs).push_back(uses[i].map);
  k.emitCost(lhs, rhs, uses.back().map, schedule);
}

bool KernelEmitter::emit(ScheduleAttr schedule, Access access,
                         StringRef suffix) {
  std::optional<SmallVector<KernelArgument>> arguments =
      getArguments(schedule, access);
  if (!arguments || !addLimits(schedule, *arguments))
    return false;
  KernelBuilder k(op.getLoc(), name + suffix.str(), schedule, *arguments);
  for (auto [i, operand] : llvm::enumerate(op.getOperands()))
    if (isConstantOperand(operand))
      k.markConstant(i);
  emitMatmulProgram(op, schedule, k);
  if (schedule.hasCost())
    emitCost(schedule, k);
  if (!isCPU)
    k.requestReciprocals();
  tile::FuncOp func = k.finish();
  symbols.insert(func);
  variants.kernels.push_back(FlatSymbolRefAttr::get(func));
  variants.takes.push_back(DenseI64ArrayAttr::get(op.getContext(), taken));
  return true;
}

Value gl::getHostExtent(OpBuilder &builder, Location loc, Value tensor,
                        AffineMap map, unsigned axis) {
  IndexMap indexMap = getIndexMap(map);
  Value product;
  for (unsigned dim : indexMap.getDims(axis)) {
    Value size = builder.createOrFold<tensor::DimOp>(loc, tensor, dim);
    product = product ? builder.createOrFold<arith::MulIOp>(loc, product, size)
                      : size;
  }
  return product;
}

//===----------------------------------------------------------------------===//
// Copied inputs
//===----------------------------------------------------------------------===//

/// Launches a copy of the gathered input of `op`, in rows of whole lines with
/// zeros behind the reduction's end.
static Value emitCopiedInput(FusedMatmulOp op, StringRef name,
                             SymbolTable &symbols) {
  constexpr int64_t kLineBytes = 128, kVectorBytes = 16, kWordBytes = 4;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Type element = getElementTypeOrSelf(op.getLhs()[0]);
  int64_t bytes = element.getIntOrFloatBitWidth() / 8,
          line = kLineBytes / bytes;

  auto getExtent = [&](unsigned i, unsigned axis) {
    return getHostExtent(builder, loc, op.getLhs()[i], op.getLhsMap(i), axis);
  };
  auto getConstant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value m = getExtent(0, 0), k = getExtent(0, 1);
  for (unsigned i = 1; i < op.getLhs().size(); ++i)
    k = builder.createOrFold<arith::AddIOp>(loc, k, getExtent(i, 1));
  Value lines =
      builder.createOrFold<arith::CeilDivUIOp>(loc, k, getConstant(line));
  Value columns =
      builder.createOrFold<arith::MulIOp>(loc, lines, getConstant(line));
  SmallVector<int64_t> shape;
  SmallVector<Value> dims;
  for (Value extent : {m, columns}) {
    std::optional<int64_t> known = getConstantIntValue(extent);
    shape.push_back(known.value_or(ShapedType::kDynamic));
    if (!known)
      dims.push_back(extent);
  }
  CopyTensor result{RankedTensorType::get(shape, element),
                    IndexMap(2, {{0}, {1}})};
  SmallVector<CopyTensor> parts;
  for (auto [i, part] : llvm::enumerate(op.getLhs()))
    parts.push_back({cast<RankedTensorType>(part.getType()),
                     getIndexMap(op.getLhsMap(i)), isConstantOperand(part)});

  // From the widest loads to those that rely on nothing.
  SmallVector<Attribute> kernels;
  auto emit = [&](CopyForm form, const Twine &suffix) {
    std::optional<tile::FuncOp> func =
        emitCopyProgram(loc, (name + "_copy" + suffix).str(), parts, result,
                        /*joined=*/1, /*isCPU=*/false, form);
    if (!func)
      return;
    symbols.insert(*func);
    kernels.push_back(FlatSymbolRefAttr::get(*func));
  };
  CopyForm form;
  form.vector = kVectorBytes / bytes;
  if (llvm::all_of(parts, [](const CopyTensor &part) {
        return part.type.hasStaticShape();
      })) {
    form.partAccess = Access::Contiguous;
    emit(form, "_c");
  }
  form.partAccess = Access::Rows;
  for (int64_t width : {kVectorBytes, kWordBytes})
    if (width > bytes) {
      form.partVector = width / bytes;
      emit(form, "_v" + Twine(form.partVector));
    }
  form.partAccess = Access::Any;
  form.partVector = 1;
  emit(form, "_any");
  return tile::LaunchOp::create(builder, loc, result.type,
                                builder.getArrayAttr(kernels), op.getLhs(),
                                dims, /*takes=*/ArrayAttr());
}

/// The product whose input is `copy`. It stands beside `op` for as long as
/// kernels of it are written.
static FusedMatmulOp getProductOf(FusedMatmulOp op, Value copy) {
  OpBuilder builder(op);
  auto copied = cast<FusedMatmulOp>(builder.clone(*op));
  copied.getLhsMutable().assign(copy);
  AffineMap map = IndexMap(2, {{0}, {1}}).toAffineMap(op.getContext());
  copied.setLhsMapsAttr(builder.getAffineMapArrayAttr({map}));
  return copied;
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

static std::string getSuffix(ScheduleAttr schedule) {
  std::string suffix;
  if (schedule.getMaxResults())
    suffix = schedule.getStages() > 0 ? "_mid" : "_small";
  if (schedule.getMaxK())
    suffix += "_k" + std::to_string(schedule.getMaxK());
  if (schedule.getGather() == GatherMode::copy)
    suffix += "_copied";
  if (schedule.hasCost())
    suffix += "_" + std::to_string(schedule.getTileM()) + "x" +
              std::to_string(schedule.getTileN());
  if (schedule.getFamily() == Family::wgmma)
    suffix += "_wg";
  return suffix;
}

/// Writes the forms that each schedule gets: of products that read their input
/// as it is by `direct`, and of a copy of it by `copied`.
static void emitForms(ArrayRef<ScheduleAttr> schedules, bool isCPU,
                      int64_t segments, KernelEmitter &direct,
                      KernelEmitter *copied, bool isStatic) {
  ScheduleAttr last;
  bool servesAll = false, servesContiguous = false;
  auto isCopied = [](ScheduleAttr schedule) {
    return schedule.getGather() == GatherMode::copy;
  };
  // Schedules with an estimate serve together what they are for. Family wgmma
  // comes first, where it is not for all operands.
  auto isOneOfSeveral = [&](size_t i) {
    ScheduleAttr schedule = schedules[i];
    return schedule.hasCost() &&
           llvm::any_of(schedules.drop_front(i + 1), [&](ScheduleAttr later) {
             return later.hasCost() && !isCopied(later) &&
                    later.getVector() == schedule.getVector() &&
                    (later.getFamily() == schedule.getFamily() ||
                     later.getFamily() == Family::wgmma);
           });
  };
  // Of several that have a kernel each for operands without gaps, the first
  // serves the others.
  llvm::SmallSet<std::pair<Family, int64_t>, 4> servesGaps;
  for (auto [i, schedule] : llvm::enumerate(schedules)) {
    std::string suffix = getSuffix(schedule);
    bool isByEngine = schedule.getFamily() == Family::wgmma;
    std::string vector = suffix + "_v" + std::to_string(schedule.getVector());
    // What rows the input has is the copy's concern.
    if (isCopied(schedule) && copied) {
      if (isStatic)
        copied->emit(schedule, Access::Contiguous, vector + "c");
      copied->emit(schedule, Access::Rows, vector);
      continue;
    }
    last = schedule;
    bool isSingle = schedule.getVector() == 1;
    // Static strides save address arithmetic at the price of one more kernel,
    // which for a product of many segments is long. Where an earlier schedule
    // has wider loads, contiguous operands are served by it.
    bool hasContiguous = false;
    if (!isCPU && !servesContiguous && segments <= kManySegments) {
      hasContiguous = direct.emit(schedule, Access::Contiguous, vector + "c");
      servesContiguous = !schedule.hasLimit() && !isOneOfSeveral(i);
    }
    // One that loads single elements and is not the last is for contiguous
    // operands whose rows differ in what they allow.
    // One of the copy engine asks for whole units of the weight at least.
    bool isFallback = isSingle && !isByEngine &&
                      (i + 1 == schedules.size() || schedule.hasLimit());
    bool isServed =
        hasContiguous && schedule.hasCost() &&
        servesGaps.contains({schedule.getFamily(), schedule.getVector()});
    if (!isServed &&
        (!isSingle || isByEngine || (isFallback && schedule.getStages() > 0)))
      if (direct.emit(schedule, Access::Rows, vector))
        servesGaps.insert({schedule.getFamily(), schedule.getVector()});
    if (isFallback) {
      direct.emit(schedule, Access::Any, suffix + "_any");
      servesAll |= !schedule.hasLimit();
    }
  }
  if (!servesAll)
    direct.emit((last ? last : schedules.back()).withoutLimit(), Access::Any,
                "_any");
}

FailureOr<ProductVariants>
gl::emitProductVariants(FusedMatmulOp op, function_ref<std::string()> takeName,
                        SymbolTable &symbols, bool isCPU) {
  SmallVector<ScheduleAttr> schedules(
      op.getSchedules()->getAsRange<ScheduleAttr>());
  ProductVariants variants;
  variants.inputs.assign(op.operand_begin(), op.operand_end());
  auto numInputs = static_cast<int64_t>(variants.inputs.size());
  SmallVector<int64_t> taken =
      llvm::to_vector(llvm::seq<int64_t>(0, numInputs));

  Value copy;
  if (llvm::any_of(schedules, [](ScheduleAttr schedule) {
        return schedule.getGather() == GatherMode::copy;
      })) {
    if (op.getRhs().size() != 1 ||
        getIndexMap(op.getRhsMap(0)).getDims(1).size() != 1)
      return op.emitOpError("has a schedule with 'gather = copy', which needs "
                            "one rhs whose map has K along one dim; it has ")
             << op.getRhs().size() << " rhs, whose map has K along "
             << getIndexMap(op.getRhsMap(0)).getDims(1).size();
    copy = emitCopiedInput(op, takeName(), symbols);
    variants.inputs.push_back(copy);
  }
  std::string name = takeName();
  KernelEmitter direct(op, name, symbols, isCPU, taken, variants);
  FusedMatmulOp product;
  std::optional<KernelEmitter> copied;
  if (copy) {
    product = getProductOf(op, copy);
    SmallVector<int64_t> ofCopy{numInputs};
    llvm::append_range(ofCopy, ArrayRef(taken).drop_front(op.getLhs().size()));
    copied.emplace(product, name, symbols, isCPU, ofCopy, variants);
  }
  bool isStatic = op.getResultType().hasStaticShape() &&
                  llvm::all_of(op.getOperandTypes(), [](Type type) {
                    return cast<RankedTensorType>(type).hasStaticShape();
                  });
  emitForms(schedules, isCPU, op.getLhs().size(), direct,
            copied ? &*copied : nullptr, isStatic);
  if (product)
    product.erase();
  else
    variants.takes.clear();
  return variants;
}
