//===- Reference.cpp - Float64 interpreter of levels 0 and 1 --------------===//
//
// See Reference.h. Every value, scalars and index values included, is a
// contiguous array of float64 (integers of an index are exact up to 2^53); one
// function per operation computes its result from those of its operands.
//
//===----------------------------------------------------------------------===//

#include "gl/Reference/Reference.h"

#include "Elementwise.h"
#include "gl/Dialect/GL/IR/GLOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::gl;
using ::gl::DType;
using ::gl::HostArray;

namespace {
using Shape = std::vector<int64_t>;
using Array = std::shared_ptr<HostArray>;

double *elements(const Array &array) {
  return static_cast<double *>(array->data());
}

int64_t product(ArrayRef<int64_t> dims) {
  int64_t result = 1;
  for (int64_t dim : dims)
    result *= dim;
  return result;
}

/// Calls fn(index, flat) for every index of `shape` in row-major order.
template <typename Fn>
void forEachIndex(const Shape &shape, Fn fn) {
  Shape index(shape.size(), 0);
  int64_t count = product(shape);
  for (int64_t flat = 0; flat < count; ++flat) {
    fn(index, flat);
    for (size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < shape[d])
        break;
      index[d] = 0;
    }
  }
}

class Interpreter {
public:
  explicit Interpreter(const ReferenceOptions &options) : options(options) {}

  LogicalResult bindArguments(func::FuncOp function,
                              ArrayRef<const HostArray *> arguments);
  /// Computes and keeps the result of `op`.
  LogicalResult run(Operation &op);
  Array get(Value value) const { return values.lookup(value); }

private:
  Array create(Operation *op, Shape shape);
  Array concat(Operation *op, ValueRange parts, int64_t axis);
  Array reshape(Operation *op, Value source, Shape shape);
  LogicalResult readSizes(Operation *op, ArrayRef<OpFoldResult> sizes,
                          Shape &shape);
  LogicalResult checkResult(Operation &op, const Array &result);
  void round(Type type, const Array &array);

  Array evaluate(GatherConcatOp op);
  Array evaluate(MatmulBiasOp op);
  Array evaluate(tensor::ConcatOp op);
  Array evaluate(tensor::CollapseShapeOp op);
  Array evaluate(tensor::ExpandShapeOp op);
  Array evaluate(tensor::CastOp op);
  Array evaluate(tensor::EmptyOp op);
  Array evaluate(tensor::DimOp op);
  Array evaluate(linalg::TransposeOp op);
  Array evaluate(linalg::BroadcastOp op);
  Array evaluate(linalg::FillOp op);
  Array evaluate(arith::ConstantOp op);
  Array evaluateIndex(Operation *op);
  Array evaluateElementwise(Operation *op);

  const ReferenceOptions &options;
  DenseMap<Value, Array> values;
};
} // namespace

std::optional<DType> mlir::gl::getDType(Type elementType) {
  return llvm::TypeSwitch<Type, std::optional<DType>>(elementType)
      .Case([](Float32Type) { return DType::F32; })
      .Case([](Float16Type) { return DType::F16; })
      .Case([](BFloat16Type) { return DType::BF16; })
      .Case([](Float64Type) { return DType::F64; })
      .Case([](Float8E4M3FNType) { return DType::F8E4M3FN; })
      .Case([](Float8E5M2Type) { return DType::F8E5M2; })
      .Default(std::nullopt);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// A new array of zeros; null, with an error at `op`, if there cannot be one.
Array Interpreter::create(Operation *op, Shape shape) {
  std::string error;
  std::optional<HostArray> array =
      HostArray::create(DType::F64, std::move(shape), error);
  if (!array) {
    op->emitOpError("cannot be interpreted: ") << error;
    return nullptr;
  }
  return std::make_shared<HostArray>(std::move(*array));
}

/// Rounds to the element type of `type`; index and i1 stay as they are.
void Interpreter::round(Type type, const Array &array) {
  std::optional<DType> dtype = getDType(getElementTypeOrSelf(type));
  if (!dtype || *dtype == DType::F64)
    return;
  unsigned char bits[8];
  double *data = elements(array);
  for (int64_t i = 0, e = array->numElements(); i < e; ++i) {
    ::gl::storeElement(*dtype, bits, data[i]);
    data[i] = ::gl::loadElement(*dtype, bits);
  }
}

LogicalResult
Interpreter::bindArguments(func::FuncOp function,
                           ArrayRef<const HostArray *> arguments) {
  if (function.isExternal())
    return function.emitOpError("has no body to interpret");
  if (!function.getBody().hasOneBlock())
    return function.emitOpError("cannot be interpreted: its body has more "
                                "than one block");
  if (arguments.size() != function.getNumArguments())
    return function.emitOpError("takes ")
           << function.getNumArguments() << " arguments, got "
           << arguments.size();
  for (auto [i, argument] : llvm::enumerate(function.getArguments())) {
    const HostArray &given = *arguments[i];
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    std::optional<DType> dtype =
        type ? getDType(type.getElementType()) : std::nullopt;
    if (!dtype)
      return function.emitOpError("cannot be interpreted: argument ")
             << i << " has type " << argument.getType();
    if (given.dtype() != *dtype)
      return function.emitOpError("argument ")
             << i << " has type " << type << ", got dtype "
             << ::gl::dtypeName(given.dtype());
    if (given.rank() != type.getRank() ||
        failed(verifyCompatibleShape(type.getShape(), given.shape())))
      return function.emitOpError("argument ")
             << i << " has type " << type << ", got shape "
             << ::gl::formatTuple(given.shape());
    std::string error;
    std::optional<HostArray> copy = given.convert(DType::F64, error);
    if (!copy)
      return function.emitOpError("argument ") << i << ": " << error;
    values[argument] = std::make_shared<HostArray>(std::move(*copy));
  }
  return success();
}

/// Whether the sizes are those that the type of the result promises.
LogicalResult Interpreter::checkResult(Operation &op, const Array &result) {
  auto type = dyn_cast<RankedTensorType>(op.getResult(0).getType());
  if (!type)
    return success();
  if (result->rank() != type.getRank() ||
      failed(verifyCompatibleShape(type.getShape(), result->shape())))
    return op.emitOpError("makes a tensor of shape ")
           << ::gl::formatTuple(result->shape()) << ", its type is " << type;
  return success();
}

LogicalResult Interpreter::readSizes(Operation *op,
                                     ArrayRef<OpFoldResult> sizes,
                                     Shape &shape) {
  for (OpFoldResult size : sizes) {
    if (auto value = dyn_cast<Value>(size))
      shape.push_back(static_cast<int64_t>(*elements(get(value))));
    else
      shape.push_back(cast<IntegerAttr>(cast<Attribute>(size)).getInt());
    if (shape.back() < 0)
      return op->emitOpError("has the size ") << shape.back();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Movement of elements
//===----------------------------------------------------------------------===//

Array Interpreter::concat(Operation *op, ValueRange parts, int64_t axis) {
  Shape shape = get(parts[0])->shape();
  for (Value value : parts.drop_front()) {
    const Shape &part = get(value)->shape();
    for (int64_t d = 0, rank = shape.size(); d < rank; ++d)
      if (d != axis && part[d] != shape[d]) {
        op->emitOpError("joins parts that differ in dim ")
            << d << ": " << ::gl::formatTuple(get(parts[0])->shape()) << " and "
            << ::gl::formatTuple(part);
        return nullptr;
      }
    shape[axis] += part[axis];
  }
  Array result = create(op, shape);
  if (!result)
    return nullptr;
  int64_t start = 0;
  for (Value value : parts) {
    Array part = get(value);
    forEachIndex(part->shape(), [&](Shape index, int64_t flat) {
      index[axis] += start;
      result->set(index, elements(part)[flat]);
    });
    start += part->shape()[axis];
  }
  return result;
}

Array Interpreter::evaluate(GatherConcatOp op) {
  int64_t axis = op.getAxis();
  if (axis < 0)
    axis += cast<RankedTensorType>(op.getResult().getType()).getRank();
  if (!op.getStacked())
    return concat(op, op.getParts(), axis);

  Array source = get(op.getParts()[0]);
  Shape shape(source->shape().begin() + 1, source->shape().end());
  int64_t width = shape[axis];
  shape[axis] *= source->shape()[0];
  Array result = create(op, shape);
  if (!result)
    return nullptr;
  forEachIndex(source->shape(), [&](const Shape &index, int64_t flat) {
    Shape target(index.begin() + 1, index.end());
    target[axis] += index[0] * width;
    result->set(target, elements(source)[flat]);
  });
  return result;
}

Array Interpreter::evaluate(tensor::ConcatOp op) {
  return concat(op, op.getInputs(), op.getDim());
}

Array Interpreter::reshape(Operation *op, Value source, Shape shape) {
  Array from = get(source);
  if (product(shape) != from->numElements()) {
    op->emitOpError("reshapes ") << ::gl::formatTuple(from->shape()) << " to "
                                 << ::gl::formatTuple(shape);
    return nullptr;
  }
  Array result = create(op, std::move(shape));
  if (result)
    std::copy_n(elements(from), from->numElements(), elements(result));
  return result;
}

Array Interpreter::evaluate(tensor::CollapseShapeOp op) {
  const Shape &from = get(op.getSrc())->shape();
  Shape shape;
  for (const ReassociationIndices &group : op.getReassociationIndices()) {
    shape.push_back(1);
    for (int64_t dim : group)
      shape.back() *= from[dim];
  }
  return reshape(op, op.getSrc(), std::move(shape));
}

Array Interpreter::evaluate(tensor::ExpandShapeOp op) {
  Shape shape;
  if (failed(readSizes(op, op.getMixedOutputShape(), shape)))
    return nullptr;
  return reshape(op, op.getSrc(), std::move(shape));
}

Array Interpreter::evaluate(tensor::CastOp op) { return get(op.getSource()); }

Array Interpreter::evaluate(tensor::EmptyOp op) {
  Shape shape;
  if (failed(readSizes(op, op.getMixedSizes(), shape)))
    return nullptr;
  Array result = create(op, std::move(shape));
  if (result)
    result->fill(std::numeric_limits<double>::quiet_NaN());
  return result;
}

Array Interpreter::evaluate(tensor::DimOp op) {
  const Shape &shape = get(op.getSource())->shape();
  double dim = *elements(get(op.getIndex()));
  if (dim < 0 || dim >= static_cast<double>(shape.size())) {
    op.emitOpError("asks for dim ")
        << static_cast<int64_t>(dim) << " of a tensor of rank " << shape.size();
    return nullptr;
  }
  Array result = create(op, {});
  if (result)
    result->fill(static_cast<double>(shape[static_cast<size_t>(dim)]));
  return result;
}

Array Interpreter::evaluate(linalg::TransposeOp op) {
  Array source = get(op.getInput());
  ArrayRef<int64_t> permutation = op.getPermutation();
  Shape shape;
  for (int64_t dim : permutation)
    shape.push_back(source->shape()[dim]);
  Array result = create(op, shape);
  if (!result)
    return nullptr;
  forEachIndex(shape, [&](const Shape &index, int64_t flat) {
    Shape from(index.size());
    for (auto [i, dim] : llvm::enumerate(permutation))
      from[dim] = index[i];
    elements(result)[flat] = source->get(from);
  });
  return result;
}

Array Interpreter::evaluate(linalg::BroadcastOp op) {
  Array source = get(op.getInput());
  const Shape &shape = get(op.getInit())->shape();
  SmallVector<size_t> kept;
  for (size_t d = 0; d < shape.size(); ++d)
    if (!llvm::is_contained(op.getDimensions(), static_cast<int64_t>(d)))
      kept.push_back(d);
  for (auto [i, d] : llvm::enumerate(kept))
    if (source->shape()[i] != shape[d]) {
      op.emitOpError("broadcasts dim ")
          << i << " of size " << source->shape()[i] << " to dim " << d
          << " of size " << shape[d];
      return nullptr;
    }
  Array result = create(op, shape);
  if (!result)
    return nullptr;
  forEachIndex(shape, [&](const Shape &index, int64_t flat) {
    Shape from;
    for (size_t d : kept)
      from.push_back(index[d]);
    elements(result)[flat] = source->get(from);
  });
  return result;
}

Array Interpreter::evaluate(linalg::FillOp op) {
  Array result = create(op, get(op.getOutputs()[0])->shape());
  if (result)
    result->fill(*elements(get(op.getInputs()[0])));
  return result;
}

//===----------------------------------------------------------------------===//
// Computation
//===----------------------------------------------------------------------===//

Array Interpreter::evaluate(MatmulBiasOp op) {
  Array lhs = get(op.getLhs()), rhs = get(op.getRhs());
  Array bias = op.getBias() ? get(op.getBias()) : nullptr;
  double scale = 1;
  for (Value factor : op.getScales())
    scale *= *elements(get(factor));
  bool kn = op.getRhsLayout() == RhsLayout::kn;
  int64_t k = rhs->shape()[kn ? 0 : 1], n = rhs->shape()[kn ? 1 : 0];
  if (lhs->shape().back() != k) {
    op.emitOpError("has K = ")
        << lhs->shape().back() << " in lhs and " << k << " in rhs";
    return nullptr;
  }
  if (bias && bias->shape()[0] != n) {
    op.emitOpError("has N = ")
        << n << " in rhs and " << bias->shape()[0] << " in bias";
    return nullptr;
  }
  Shape shape = lhs->shape();
  shape.back() = n;
  Array result = create(op, shape);
  if (!result)
    return nullptr;

  // The weight as (K, N), which the loop below reads in order.
  Array weight = kn ? rhs : create(op, {k, n});
  if (!weight)
    return nullptr;
  for (int64_t j = 0; !kn && j < n; ++j)
    for (int64_t l = 0; l < k; ++l)
      elements(weight)[l * n + j] = elements(rhs)[j * k + l];

  int64_t rows = n ? result->numElements() / n : 0;
  Attribute activation = op.getActivationAttr();
  for (int64_t m = 0; m < rows; ++m) {
    double *row = elements(result) + m * n;
    for (int64_t l = 0; l < k; ++l) {
      double a = elements(lhs)[m * k + l];
      const double *w = elements(weight) + l * n;
      for (int64_t j = 0; j < n; ++j)
        row[j] += a * w[j];
    }
    for (int64_t j = 0; j < n; ++j)
      row[j] = applyActivation(activation,
                               scale * row[j] + (bias ? elements(bias)[j] : 0));
  }
  return result;
}

Array Interpreter::evaluate(arith::ConstantOp op) {
  auto toDouble = [](APFloat value) {
    bool losesInfo;
    value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    return value.convertToDouble();
  };
  Attribute value = op.getValue();
  if (auto dense = dyn_cast<DenseElementsAttr>(value);
      dense && isa<FloatType>(dense.getElementType())) {
    Array result = create(op, Shape(dense.getType().getShape()));
    if (result)
      for (auto [i, element] : llvm::enumerate(dense.getValues<APFloat>()))
        elements(result)[i] = toDouble(element);
    return result;
  }
  double scalar;
  if (auto number = dyn_cast<FloatAttr>(value)) {
    scalar = toDouble(number.getValue());
  } else if (auto integer = dyn_cast<IntegerAttr>(value);
             integer &&
             (integer.getType().isIndex() || integer.getType().isInteger(1))) {
    scalar = integer.getType().isIndex() ? static_cast<double>(integer.getInt())
                                         : integer.getValue().getZExtValue();
  } else {
    op.emitOpError("cannot be interpreted: a constant of type ")
        << op.getType()
        << (isa<DenseResourceElementsAttr>(value)
                ? ", whose data is in a resource"
                : "");
    return nullptr;
  }
  Array result = create(op, {});
  if (result)
    result->fill(scalar);
  return result;
}

/// Integer operations on index scalars.
Array Interpreter::evaluateIndex(Operation *op) {
  int64_t a = static_cast<int64_t>(*elements(get(op->getOperand(0))));
  int64_t b = static_cast<int64_t>(*elements(get(op->getOperand(1))));
  bool divides = isa<arith::DivSIOp, arith::DivUIOp, arith::CeilDivSIOp,
                     arith::CeilDivUIOp, arith::FloorDivSIOp, arith::RemSIOp,
                     arith::RemUIOp>(op);
  if (divides && b == 0) {
    op->emitOpError("divides ") << a << " by 0";
    return nullptr;
  }
  double value =
      llvm::TypeSwitch<Operation *, double>(op)
          .Case([&](arith::AddIOp) { return double(a) + double(b); })
          .Case([&](arith::SubIOp) { return double(a) - double(b); })
          .Case([&](arith::MulIOp) { return double(a) * double(b); })
          .Case<arith::CeilDivSIOp, arith::CeilDivUIOp>(
              [&](auto) { return std::ceil(double(a) / double(b)); })
          .Case<arith::RemSIOp, arith::RemUIOp>(
              [&](auto) { return std::fmod(double(a), double(b)); })
          .Case([&](arith::FloorDivSIOp) {
            return std::floor(double(a) / double(b));
          })
          .Default([&](auto) { return std::trunc(double(a) / double(b)); });
  Array result = create(op, {});
  if (result)
    result->fill(value);
  return result;
}

Array Interpreter::evaluateElementwise(Operation *op) {
  auto isInterpreted = [](Type type) {
    Type element = getElementTypeOrSelf(type);
    return getDType(element) || element.isInteger(1);
  };
  ScalarFunction function = getScalarFunction(op);
  if (!function || !llvm::all_of(op->getOperandTypes(), isInterpreted) ||
      !llvm::all_of(op->getResultTypes(), isInterpreted)) {
    op->emitOpError("cannot be interpreted by the float64 reference");
    return nullptr;
  }
  // The condition of a select may be one scalar for all elements.
  SmallVector<Array> operands;
  SmallVector<bool> isScalar;
  const Shape &shape = get(op->getOperands().back())->shape();
  for (Value value : op->getOperands()) {
    operands.push_back(get(value));
    isScalar.push_back(!isa<ShapedType>(value.getType()));
    if (!isScalar.back() && operands.back()->shape() != shape) {
      op->emitOpError("combines shapes ")
          << ::gl::formatTuple(operands.back()->shape()) << " and "
          << ::gl::formatTuple(shape);
      return nullptr;
    }
  }
  Array result = create(op, shape);
  if (!result)
    return nullptr;
  SmallVector<double> scalars(operands.size());
  for (int64_t i = 0, e = result->numElements(); i < e; ++i) {
    for (size_t j = 0; j < operands.size(); ++j)
      scalars[j] = elements(operands[j])[isScalar[j] ? 0 : i];
    elements(result)[i] = function(scalars);
  }
  return result;
}

LogicalResult Interpreter::run(Operation &op) {
  if (op.getNumResults() != 1)
    return op.emitOpError("cannot be interpreted by the float64 reference");
  Array result =
      llvm::TypeSwitch<Operation *, Array>(&op)
          .Case<GatherConcatOp, MatmulBiasOp, tensor::ConcatOp,
                tensor::CollapseShapeOp, tensor::ExpandShapeOp, tensor::CastOp,
                tensor::EmptyOp, tensor::DimOp, linalg::TransposeOp,
                linalg::BroadcastOp, linalg::FillOp, arith::ConstantOp>(
              [&](auto known) { return evaluate(known); })
          .Default([&](Operation *other) {
            bool onIndex =
                isa<arith::ArithDialect>(other->getDialect()) &&
                other->getResult(0).getType().isIndex() &&
                other->getNumOperands() == 2 &&
                isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::DivSIOp,
                    arith::DivUIOp, arith::CeilDivSIOp, arith::CeilDivUIOp,
                    arith::FloorDivSIOp, arith::RemSIOp, arith::RemUIOp>(other);
            return onIndex ? evaluateIndex(other) : evaluateElementwise(other);
          });
  if (!result || failed(checkResult(op, result)))
    return failure();
  if (options.roundToTypes && !isa<tensor::CastOp>(op))
    round(op.getResult(0).getType(), result);
  values[op.getResult(0)] = std::move(result);
  return success();
}

FailureOr<std::vector<HostArray>>
mlir::gl::evaluateReference(func::FuncOp function,
                            ArrayRef<const HostArray *> arguments,
                            const ReferenceOptions &options) {
  Interpreter interpreter(options);
  if (failed(interpreter.bindArguments(function, arguments)))
    return failure();
  Block &body = function.getBody().front();
  for (Operation &op : body.without_terminator())
    if (failed(interpreter.run(op)))
      return failure();
  std::vector<HostArray> results;
  for (Value value : body.getTerminator()->getOperands()) {
    std::string error;
    // A copy: one value may be returned twice, or be an argument.
    std::optional<HostArray> copy =
        interpreter.get(value)->convert(DType::F64, error);
    if (!copy)
      return function.emitOpError("cannot be interpreted: ") << error;
    results.push_back(std::move(*copy));
  }
  return results;
}
