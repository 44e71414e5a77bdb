//===- IndexExpressions.cpp - Index arithmetic as bundle expressions ------===//
//
// See IndexExpressions in Bundle.h.
//
//===----------------------------------------------------------------------===//

#include "gl/Compiler/Bundle.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
namespace json = llvm::json;

/// A bundle has no way to share a subexpression, so a small graph of operations
/// can be a huge tree.
static constexpr unsigned kMaxNodes = 4096;

namespace {
class TreeBuilder {
public:
  TreeBuilder(Operation *user, gl::IndexExpressions::Leaf leaf)
      : user(user), leaf(leaf) {}

  FailureOr<json::Value> get(Value value) {
    if (++nodes > kMaxNodes)
      return user->emitOpError("uses an index expression of more than ")
             << kMaxNodes << " operations";
    IntegerAttr constant;
    if (matchPattern(value, m_Constant(&constant)))
      return json::Value(constant.getValue().getSExtValue());
    if (auto known = leaf(value))
      return std::move(*known);
    Operation *op = value.getDefiningOp();
    if (!op) {
      user->emitOpError("uses an index that is not computed from dims");
      return failure();
    }
    if (auto cast = dyn_cast<arith::IndexCastOp>(op))
      return get(cast.getIn());
    StringRef name = getName(op);
    if (name.empty()) {
      InFlightDiagnostic diag =
          op->emitOpError("cannot be evaluated at launch; a bundle knows "
                          "constants, dims and strides of tensors and arith's "
                          "addi, subi, muli, floordivsi, divui, ceildivsi, "
                          "ceildivui, remui, minsi, minui, maxsi, maxui");
      diag.attachNote(user->getLoc()) << "used here";
      return failure();
    }
    if (isa<arith::AddIOp>(op))
      return getSum(getTerms(value));
    FailureOr<json::Value> lhs = get(op->getOperand(0));
    if (failed(lhs))
      return failure();
    return combine(name, std::move(*lhs), get(op->getOperand(1)));
  }

private:
  static FailureOr<json::Value> combine(StringRef name, json::Value lhs,
                                        FailureOr<json::Value> rhs) {
    if (failed(rhs))
      return failure();
    std::optional<int64_t> a = lhs.getAsInteger(), b = rhs->getAsInteger();
    if (a && b)
      if (std::optional<int64_t> number = fold(name, *a, *b))
        return json::Value(*number);
    return json::Value(json::Array{name, std::move(lhs), std::move(*rhs)});
  }

  /// What a sum adds, from the first to the last.
  static SmallVector<Value> getTerms(Value sum) {
    SmallVector<Value> terms, left{sum};
    while (!left.empty()) {
      Value value = left.pop_back_val();
      if (auto add = value.getDefiningOp<arith::AddIOp>())
        left.append({add.getRhs(), add.getLhs()});
      else
        terms.push_back(value);
      if (terms.size() + left.size() > kMaxNodes)
        break;
    }
    terms.append(left.rbegin(), left.rend());
    return terms;
  }

  /// Sums over the parts of a concatenation grow by one with each, and records
  /// nest expressions to a limit only: long ones are halved.
  FailureOr<json::Value> getSum(ArrayRef<Value> terms) {
    constexpr size_t kLong = 8;
    if (terms.size() == 1)
      return get(terms.front());
    size_t tail = terms.size() > kLong ? terms.size() / 2 : 1;
    FailureOr<json::Value> head = getSum(terms.drop_back(tail));
    if (failed(head))
      return failure();
    return combine("add", std::move(*head), getSum(terms.take_back(tail)));
  }

  /// The expression's name of what `op` computes. Unsigned operations are taken
  /// for their signed forms: sizes are not negative, and the runtime refuses
  /// overflow.
  static StringRef getName(Operation *op) {
    return llvm::TypeSwitch<Operation *, StringRef>(op)
        .Case([](arith::AddIOp) { return "add"; })
        .Case([](arith::SubIOp) { return "sub"; })
        .Case([](arith::MulIOp) { return "mul"; })
        .Case<arith::FloorDivSIOp, arith::DivUIOp>(
            [](auto) { return "floordiv"; })
        .Case<arith::CeilDivSIOp, arith::CeilDivUIOp>(
            [](auto) { return "ceildiv"; })
        .Case([](arith::RemUIOp) { return "mod"; })
        .Case<arith::MinSIOp, arith::MinUIOp>([](auto) { return "min"; })
        .Case<arith::MaxSIOp, arith::MaxUIOp>([](auto) { return "max"; })
        .Default(StringRef());
  }

  /// The value of an expression of two numbers, for types of the caller may
  /// know what those of a kernel do not. Nothing for what the runtime refuses.
  static std::optional<int64_t> fold(StringRef name, int64_t a, int64_t b) {
    if (name == "add")
      return llvm::checkedAdd(a, b);
    if (name == "sub")
      return llvm::checkedSub(a, b);
    if (name == "mul")
      return llvm::checkedMul(a, b);
    if (name == "min")
      return std::min(a, b);
    if (name == "max")
      return std::max(a, b);
    if (b <= 0)
      return std::nullopt;
    if (name == "ceildiv")
      return llvm::divideCeilSigned(a, b);
    int64_t quotient = llvm::divideFloorSigned(a, b);
    return name == "floordiv" ? quotient : a - quotient * b;
  }

  Operation *user;
  gl::IndexExpressions::Leaf leaf;
  unsigned nodes = 0;
};
} // namespace

FailureOr<json::Value> gl::IndexExpressions::get(Value value, Operation *user,
                                                 Leaf leaf) {
  return TreeBuilder(user, leaf).get(value);
}
