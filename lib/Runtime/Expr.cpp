//===-- Expr.cpp - Expressions and conditions of a bundle -----------------===//
//
// Evaluation on int64. A value that does not fit is an error of the call and
// never wraps: a wrapped product of sizes would skip a launch or address the
// wrong memory.
//
//===----------------------------------------------------------------------===//

#include "Expr.h"

#include "Bundle.h"
#include "Error.h"

#include <algorithm>
#include <limits>

namespace gl::rt {

Frame::Frame(const FunctionSpec &fn)
    : fn(fn), sizes(fn.totalDims), steps(fn.totalDims), data(fn.tensors.size()),
      empty(fn.tensors.size()) {}

int64_t *Frame::shape(size_t tensor) {
  return sizes.data() + fn.tensors[tensor].firstDim;
}
int64_t *Frame::strides(size_t tensor) {
  return steps.data() + fn.tensors[tensor].firstDim;
}
const int64_t *Frame::shape(size_t tensor) const {
  return const_cast<Frame *>(this)->shape(tensor);
}
const int64_t *Frame::strides(size_t tensor) const {
  return const_cast<Frame *>(this)->strides(tensor);
}

const char *opName(ExprNode::Op op) {
  static const char *const names[] = {"constant", "dim", "stride",   "add",
                                      "sub",      "mul", "floordiv", "ceildiv",
                                      "mod",      "min", "max"};
  return names[op];
}

[[noreturn]] static void overflow(const FunctionSpec &fn, ExprNode::Op op,
                                  int64_t a, int64_t b) {
  fail(GL_ERROR_INVALID_ARGUMENT, "function '", fn.name, "': ", opName(op), "(",
       a, ", ", b, ") does not fit in 64 bits");
}

int64_t checkedMul(const FunctionSpec &fn, int64_t a, int64_t b) {
  int64_t result;
  if (__builtin_mul_overflow(a, b, &result))
    overflow(fn, ExprNode::Mul, a, b);
  return result;
}

int64_t checkedAdd(const FunctionSpec &fn, int64_t a, int64_t b) {
  int64_t result;
  if (__builtin_add_overflow(a, b, &result))
    overflow(fn, ExprNode::Add, a, b);
  return result;
}

static int64_t divide(const FunctionSpec &fn, ExprNode::Op op, int64_t a,
                      int64_t b) {
  if (b == 0)
    fail(GL_ERROR_INVALID_ARGUMENT, "function '", fn.name, "': ", opName(op),
         "(", a, ", 0) divides by zero");
  if (b == -1) {
    // The hardware traps on the quotient that does not fit.
    if (op == ExprNode::Mod)
      return 0;
    if (a == std::numeric_limits<int64_t>::min())
      overflow(fn, op, a, b);
  }
  int64_t quotient = a / b, remainder = a % b;
  bool inexact = remainder != 0, negative = (a < 0) != (b < 0);
  if (op == ExprNode::FloorDiv)
    return quotient - (inexact && negative);
  if (op == ExprNode::CeilDiv)
    return quotient + (inexact && !negative);
  return inexact && negative ? remainder + b : remainder;
}

static int64_t apply(const FunctionSpec &fn, ExprNode::Op op, int64_t a,
                     int64_t b) {
  int64_t result;
  switch (op) {
  case ExprNode::Add:
    return checkedAdd(fn, a, b);
  case ExprNode::Sub:
    if (__builtin_sub_overflow(a, b, &result))
      overflow(fn, op, a, b);
    return result;
  case ExprNode::Mul:
    return checkedMul(fn, a, b);
  case ExprNode::Min:
    return std::min(a, b);
  case ExprNode::Max:
    return std::max(a, b);
  default:
    return divide(fn, op, a, b);
  }
}

int64_t Expr::evaluate(const Frame &frame) const {
  int64_t stack[maxDepth];
  int top = 0;
  for (const ExprNode &node : code) {
    switch (node.op) {
    case ExprNode::Constant:
      stack[top++] = node.value;
      break;
    case ExprNode::Dim:
      stack[top++] = frame.shape(node.tensor)[node.dim];
      break;
    case ExprNode::Stride:
      stack[top++] = frame.strides(node.tensor)[node.dim];
      break;
    default:
      --top;
      stack[top - 1] = apply(frame.fn, node.op, stack[top - 1], stack[top]);
    }
  }
  return stack[0];
}

const ExprNode *Expr::asDim() const {
  return code.size() == 1 && code[0].op == ExprNode::Dim ? &code[0] : nullptr;
}

/// Whether no stride is negative and every element lies less than `limit`
/// elements behind the first.
static bool isWithin(const Frame &frame, int32_t tensor, int64_t limit) {
  if (frame.empty[tensor])
    return true;
  int64_t last = 0;
  for (int32_t dim = 0; dim < frame.fn.tensors[tensor].rank(); ++dim) {
    int64_t size = frame.shape(tensor)[dim];
    int64_t stride = frame.strides(tensor)[dim];
    if (size == 1)
      continue;
    // Sizes are below 2^31, so that the product does not overflow.
    if (stride < 0 || stride >= limit)
      return false;
    last += (size - 1) * stride;
    if (last >= limit)
      return false;
  }
  return true;
}

bool Condition::holds(const Frame &frame) const {
  if (kind == Aligned)
    return frame.empty[tensor] ||
           reinterpret_cast<uintptr_t>(frame.data[tensor]) %
                   static_cast<uintptr_t>(amount) ==
               0;
  if (kind == Within)
    return isWithin(frame, tensor, amount);
  for (int32_t t : strideTensors)
    if (frame.empty[t])
      return true;
  int64_t x = a.evaluate(frame), y = b.evaluate(frame);
  if (kind == Eq)
    return x == y;
  if (kind == Le)
    return x <= y;
  return divide(frame.fn, ExprNode::Mod, y, x) == 0;
}

} // namespace gl::rt
