//===-- Expr.h - Expressions and conditions of a bundle ---------*- C++ -*-===//
//
// An expression is kept in postfix order, so that it is evaluated in a loop
// over a stack of fixed size, without recursion or allocation.
//
//===----------------------------------------------------------------------===//

#ifndef GL_LIB_RUNTIME_EXPR_H
#define GL_LIB_RUNTIME_EXPR_H

#include "InlineArray.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gl::rt {

struct FunctionSpec;

/// The tensors of one call: sizes, strides and addresses, by tensor number.
struct Frame {
  explicit Frame(const FunctionSpec &fn);

  const int64_t *shape(size_t tensor) const;
  const int64_t *strides(size_t tensor) const;
  int64_t *shape(size_t tensor);
  int64_t *strides(size_t tensor);

  const FunctionSpec &fn;
  InlineArray<int64_t, 128> sizes;
  InlineArray<int64_t, 128> steps;
  InlineArray<char *, 32> data;
  InlineArray<bool, 32> empty;
};

struct ExprNode {
  enum Op {
    Constant,
    Dim,
    Stride,
    Add,
    Sub,
    Mul,
    FloorDiv,
    CeilDiv,
    Mod,
    Min,
    Max
  };
  Op op;
  int32_t tensor = 0;
  int32_t dim = 0;
  int64_t value = 0;
};

struct Expr {
  /// The deepest evaluation stack that a record may ask for.
  static constexpr int maxDepth = 64;

  std::vector<ExprNode> code;

  /// The value, or an Error that names the function on overflow and division
  /// by zero.
  int64_t evaluate(const Frame &frame) const;
  /// The tensor and dim if this is a plain ["dim", t, i], else null.
  const ExprNode *asDim() const;
};

struct Condition {
  enum Kind { Eq, Le, Divides, Aligned, Within };
  Kind kind;
  /// eq and le: a, b; divides: d, e.
  Expr a, b;
  /// aligned: the tensor and the alignment in bytes; within: the tensor and the
  /// number of elements.
  int32_t tensor = 0;
  int64_t amount = 0;
  /// The tensors whose strides the condition mentions.
  std::vector<int32_t> strideTensors;
  /// Why the function asks for this; only for checks.
  std::string text;

  bool holds(const Frame &frame) const;
};

const char *opName(ExprNode::Op op);

/// a * b and a + b; an Error that names the function if the result does not
/// fit.
int64_t checkedMul(const FunctionSpec &fn, int64_t a, int64_t b);
int64_t checkedAdd(const FunctionSpec &fn, int64_t a, int64_t b);

} // namespace gl::rt

#endif // GL_LIB_RUNTIME_EXPR_H
