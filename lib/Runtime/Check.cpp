//===-- Check.cpp - The checks of a call ----------------------------------===//
//
// A wrong size, device, stride or overlap would make a kernel read or write the
// wrong memory, so all of them are found here, before anything is launched.
//
//===----------------------------------------------------------------------===//

#include "Check.h"

#include "Error.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace gl::rt {

using Wide = __int128;

std::string describe(const FunctionSpec &fn, size_t tensor) {
  const TensorSpec &spec = fn.tensors[tensor];
  if (spec.role == TensorSpec::Arg)
    return str("argument ", tensor, " '", spec.name, "'");
  if (spec.role == TensorSpec::Result)
    return str("result ", tensor - fn.numArgs, " '", spec.name, "'");
  return str("temporary ", tensor - fn.numArgs - fn.numResults, " '", spec.name,
             "'");
}

std::string describe(gl_device device) {
  if (device.type == GL_DEVICE_CPU)
    return "cpu";
  if (device.type == GL_DEVICE_CUDA)
    return str("cuda:", device.index);
  return str("device of unknown type ", static_cast<int>(device.type));
}

template <typename... Ts>
[[noreturn]] static void invalid(const Ts &...parts) {
  fail(GL_ERROR_INVALID_ARGUMENT, parts...);
}

static std::string plural(size_t n, const char *noun) {
  return str(n, " ", noun, n == 1 ? "" : "s");
}

//===----------------------------------------------------------------------===//
// Rules 1 and 2: what the tensors are
//===----------------------------------------------------------------------===//

static void checkCount(const FunctionSpec &fn, const char *noun,
                       size_t expected, size_t actual, const gl_tensor *list) {
  if (expected != actual)
    invalid("function '", fn.name, "': expected ", plural(expected, noun),
            ", got ", actual);
  if (actual != 0 && !list)
    invalid("function '", fn.name, "': the list of ", noun, "s is NULL");
}

/// Dtype, rank and static sizes of the tensors that the caller passes; copies
/// their sizes.
static void bindShapes(Frame &frame, const CallTensors &tensors) {
  const FunctionSpec &fn = frame.fn;
  for (size_t t = 0; t < tensors.size(); ++t) {
    gl_dtype expected = fn.tensors[t].dtype, actual = tensors[t].dtype;
    if (actual == expected)
      continue;
    if (gl_dtype_size(actual) == 0)
      invalid(describe(fn, t), ": dtype ", static_cast<int>(actual),
              " is not a gl_dtype, expected ", gl_dtype_name(expected));
    invalid(describe(fn, t), ": dtype is ", gl_dtype_name(actual),
            ", expected ", gl_dtype_name(expected));
  }
  for (size_t t = 0; t < tensors.size(); ++t) {
    if (tensors[t].rank != fn.tensors[t].rank())
      invalid(describe(fn, t), ": rank is ", tensors[t].rank, ", expected ",
              fn.tensors[t].rank());
    if (tensors[t].rank != 0 && !tensors[t].shape)
      invalid(describe(fn, t), ": shape is NULL, expected ",
              plural(tensors[t].rank, "size"));
  }
  for (size_t t = 0; t < tensors.size(); ++t) {
    const TensorSpec &spec = fn.tensors[t];
    for (int32_t i = 0; i < spec.rank(); ++i) {
      int64_t size = tensors[t].shape[i];
      if (spec.dims[i].kind == DimSpec::Static && size != spec.dims[i].size)
        invalid(describe(fn, t), ": dim ", i, " is ", size, ", expected ",
                spec.dims[i].size);
      frame.shape(t)[i] = size;
    }
  }
}

static void computeEmpty(Frame &frame, size_t tensor) {
  const int64_t *shape = frame.shape(tensor);
  frame.empty[tensor] =
      std::find(shape, shape + frame.fn.tensors[tensor].rank(), 0) !=
      shape + frame.fn.tensors[tensor].rank();
}

/// Row-major strides. A size below 1 counts as 1: strides of empty tensors do
/// not matter, and negative sizes are refused by rule 2.
static void setContiguousStrides(Frame &frame, size_t tensor) {
  int64_t stride = 1;
  for (int32_t i = frame.fn.tensors[tensor].rank() - 1; i >= 0; --i) {
    frame.strides(tensor)[i] = stride;
    int64_t size = std::max<int64_t>(frame.shape(tensor)[i], 1);
    if (__builtin_mul_overflow(stride, size, &stride) && i != 0)
      invalid(describe(frame.fn, tensor),
              ": strides of a contiguous tensor of this shape do not fit in "
              "64 bits");
  }
}

static void bindStrides(Frame &frame, const CallTensors &tensors) {
  for (size_t t = 0; t < tensors.size(); ++t) {
    frame.data[t] = static_cast<char *>(tensors[t].data);
    computeEmpty(frame, t);
    if (!tensors[t].strides)
      setContiguousStrides(frame, t);
    else
      std::copy_n(tensors[t].strides, frame.fn.tensors[t].rank(),
                  frame.strides(t));
  }
}

/// Evaluates the sizes of a result or temporary that the record computes.
static int64_t expectedSize(const Frame &frame, const DimSpec &dim) {
  return dim.kind == DimSpec::Computed ? dim.expr.evaluate(frame) : dim.size;
}

static void computeShape(Frame &frame, size_t tensor) {
  const TensorSpec &spec = frame.fn.tensors[tensor];
  for (int32_t i = 0; i < spec.rank(); ++i)
    frame.shape(tensor)[i] = expectedSize(frame, spec.dims[i]);
}

static void checkResultShapes(const Frame &frame) {
  const FunctionSpec &fn = frame.fn;
  for (size_t t = fn.numArgs; t < fn.numArgs + fn.numResults; ++t) {
    const TensorSpec &spec = fn.tensors[t];
    for (int32_t i = 0; i < spec.rank(); ++i) {
      int64_t expected = expectedSize(frame, spec.dims[i]);
      if (frame.shape(t)[i] != expected)
        invalid(describe(fn, t), ": dim ", i, " is ", frame.shape(t)[i],
                ", expected ", expected);
    }
  }
}

/// Reports a check that does not hold. If one side is a size or stride the
/// message is about that one, since that is what the caller can change.
[[noreturn]] static void reportCheck(const Frame &frame,
                                     const Condition &check) {
  const FunctionSpec &fn = frame.fn;
  std::string why = check.text.empty() ? "" : str(" (", check.text, ")");
  if (check.kind == Condition::Aligned)
    invalid(describe(fn, check.tensor), ": address is ",
            hex(frame.data[check.tensor]), ", expected a multiple of ",
            check.amount, " bytes", why);
  if (check.kind == Condition::Within)
    invalid(describe(fn, check.tensor), ": expected no negative stride and ",
            "every element less than ", check.amount,
            " elements behind the first", why);
  int64_t a = check.a.evaluate(frame), b = check.b.evaluate(frame);
  auto subject = [&](const Expr &expr) -> std::string {
    if (expr.code.size() != 1 || expr.code[0].op == ExprNode::Constant)
      return "";
    const ExprNode &node = expr.code[0];
    return str(describe(fn, node.tensor),
               node.op == ExprNode::Dim ? ": dim " : ": stride of dim ",
               node.dim);
  };
  std::string left = subject(check.a), right = subject(check.b);
  switch (check.kind) {
  case Condition::Eq:
    if (!left.empty())
      invalid(left, " is ", a, ", expected ", b, why);
    if (!right.empty())
      invalid(right, " is ", b, ", expected ", a, why);
    invalid("function '", fn.name, "': ", a, " is not equal to ", b, why);
  case Condition::Le:
    if (!left.empty())
      invalid(left, " is ", a, ", expected at most ", b, why);
    if (!right.empty())
      invalid(right, " is ", b, ", expected at least ", a, why);
    invalid("function '", fn.name, "': ", a, " is greater than ", b, why);
  default:
    if (!right.empty())
      invalid(right, " is ", b, ", expected a multiple of ", a, why);
    invalid("function '", fn.name, "': ", b, " is not a multiple of ", a, why);
  }
}

static void checkExtents(const Frame &frame, size_t tensor) {
  for (int32_t i = 0; i < frame.fn.tensors[tensor].rank(); ++i) {
    int64_t size = frame.shape(tensor)[i];
    if (size < 0)
      invalid(describe(frame.fn, tensor), ": dim ", i, " is ", size,
              ", expected at least 0");
    if (size >= extentLimit)
      invalid(describe(frame.fn, tensor), ": dim ", i, " is ", size,
              ", expected less than ", extentLimit);
  }
}

/// Rule 2, and the shapes and strides of the temporaries.
static void checkAllExtents(Frame &frame) {
  const FunctionSpec &fn = frame.fn;
  for (size_t t = 0; t < fn.tensors.size(); ++t) {
    if (fn.tensors[t].role == TensorSpec::Temp) {
      computeShape(frame, t);
      computeEmpty(frame, t);
      frame.data[t] = nullptr;
    }
    checkExtents(frame, t);
    if (fn.tensors[t].role == TensorSpec::Temp)
      setContiguousStrides(frame, t);
  }
}

void checkShapes(Frame &frame, const CallTensors &tensors) {
  const FunctionSpec &fn = frame.fn;
  checkCount(fn, "argument", fn.numArgs, tensors.numArgs, tensors.args);
  checkCount(fn, "result", fn.numResults, tensors.numResults, tensors.results);
  bindShapes(frame, tensors);
  bindStrides(frame, tensors);
  checkResultShapes(frame);
  for (const Condition &check : fn.checks)
    if (!check.holds(frame))
      reportCheck(frame, check);
  checkAllExtents(frame);
}

void checkArgumentShapes(Frame &frame, const gl_tensor *args, size_t numArgs) {
  const FunctionSpec &fn = frame.fn;
  checkCount(fn, "argument", fn.numArgs, numArgs, args);
  bindShapes(frame, {args, numArgs, nullptr, 0});
  for (size_t t = fn.numArgs; t < fn.numArgs + fn.numResults; ++t)
    computeShape(frame, t);
  for (const Condition &check : fn.checks)
    if (check.kind != Condition::Aligned && check.kind != Condition::Within &&
        check.strideTensors.empty() && !check.holds(frame))
      reportCheck(frame, check);
  checkAllExtents(frame);
}

//===----------------------------------------------------------------------===//
// Rule 3: where the tensors are
//===----------------------------------------------------------------------===//

gl_device checkDevices(const Frame &frame, const BundleSpec &bundle,
                       const CallTensors &tensors) {
  const FunctionSpec &fn = frame.fn;
  gl_device wanted{bundle.cpu ? GL_DEVICE_CPU : GL_DEVICE_CUDA, 0};
  for (size_t t = 0; t < tensors.size(); ++t) {
    gl_device device = tensors[t].device;
    if (device.type != wanted.type)
      invalid(describe(fn, t), ": device is ", describe(device), ", expected ",
              bundle.cpu ? "cpu" : "a CUDA device",
              " (the module was compiled for ", bundle.target, ")");
    if (t == 0)
      wanted.index = device.index;
    if (!bundle.cpu && device.index != wanted.index)
      invalid(describe(fn, t), ": device is ", describe(device), ", expected ",
              describe(wanted), ", where ", describe(fn, 0),
              " is (all tensors of a call must be on one device)");
  }
  for (size_t t = 0; t < tensors.size(); ++t) {
    if (frame.empty[t])
      continue;
    if (!frame.data[t])
      invalid(describe(fn, t), ": data is NULL, expected the address of a "
                               "tensor that has elements");
    size_t size = gl_dtype_size(fn.tensors[t].dtype);
    if (reinterpret_cast<uintptr_t>(frame.data[t]) % size != 0)
      invalid(describe(fn, t), ": address is ", hex(frame.data[t]),
              ", expected a multiple of ", size, " bytes, the size of ",
              gl_dtype_name(fn.tensors[t].dtype));
  }
  return wanted;
}

//===----------------------------------------------------------------------===//
// Rules 4 and 5: strides and overlap
//===----------------------------------------------------------------------===//

namespace {
/// A dim of size > 1 by its number, size and absolute stride.
struct Axis {
  int32_t dim;
  int64_t size;
  uint64_t stride;
};

/// The bytes that a tensor's elements span: [first, last).
struct Range {
  Wide first, last;
};
} // namespace

/// Rule 4. A dim can be left out of the question when it cannot take part in a
/// collision: if one step along it is longer than the extent of all other dims,
/// or if no shorter combination of its steps is a multiple of every other
/// stride's common divisor. With at most two dims what remains does collide;
/// with more it may, and is refused.
static void checkResultStrides(const Frame &frame, size_t tensor) {
  const FunctionSpec &fn = frame.fn;
  if (frame.empty[tensor])
    return;
  const int64_t *shape = frame.shape(tensor), *strides = frame.strides(tensor);
  InlineArray<Axis, 16> axes(fn.tensors[tensor].dims.size());
  size_t count = 0;
  for (int32_t i = 0; i < fn.tensors[tensor].rank(); ++i) {
    if (shape[i] == 1)
      continue;
    if (strides[i] == 0)
      invalid(describe(fn, tensor), ": stride of dim ", i,
              " is 0 and its size ", shape[i],
              ", so elements of the result would share memory; "
              "expected a stride other than 0");
    uint64_t magnitude = strides[i] < 0 ? 0 - static_cast<uint64_t>(strides[i])
                                        : static_cast<uint64_t>(strides[i]);
    axes[count++] = {i, shape[i], magnitude};
  }
  auto harmless = [&](size_t candidate) {
    Wide extent = 0;
    uint64_t divisor = 0;
    for (size_t i = 0; i < count; ++i)
      if (i != candidate) {
        extent += static_cast<Wide>(axes[i].size - 1) * axes[i].stride;
        divisor = std::gcd(divisor, axes[i].stride);
      }
    const Axis &axis = axes[candidate];
    if (static_cast<Wide>(axis.stride) > extent)
      return true;
    uint64_t steps = divisor / std::gcd(divisor, axis.stride);
    return steps >= static_cast<uint64_t>(axis.size);
  };
  for (size_t i = 0; i < count;) {
    if (!harmless(i)) {
      ++i;
      continue;
    }
    std::copy(axes.data() + i + 1, axes.data() + count, axes.data() + i);
    --count;
    i = 0;
  }
  if (count == 0)
    return;
  std::string dims;
  for (size_t i = 0; i < count; ++i)
    dims += str(i ? ", " : "", "dim ", axes[i].dim, " with size ", axes[i].size,
                " and stride ", strides[axes[i].dim]);
  invalid(describe(fn, tensor), ": strides make elements of the result ",
          count > 2 ? "(possibly) " : "", "share memory (", dims, ")");
}

static Range byteRange(const Frame &frame, size_t tensor) {
  const TensorSpec &spec = frame.fn.tensors[tensor];
  Wide bytes = static_cast<Wide>(gl_dtype_size(spec.dtype));
  Wide low = 0, high = 0;
  for (int32_t i = 0; i < spec.rank(); ++i) {
    Wide reach = static_cast<Wide>(frame.shape(tensor)[i] - 1) *
                 frame.strides(tensor)[i];
    (reach < 0 ? low : high) += reach;
  }
  Wide base =
      static_cast<Wide>(reinterpret_cast<uintptr_t>(frame.data[tensor]));
  Range range{base + low * bytes, base + (high + 1) * bytes};
  if (range.first < 0 ||
      range.last > static_cast<Wide>(std::numeric_limits<uintptr_t>::max()))
    invalid(describe(frame.fn, tensor), ": with data at ",
            hex(frame.data[tensor]),
            " its strides reach outside of the address space");
  return range;
}

static std::string describe(const Range &range) {
  return str(
      "bytes ",
      hex(reinterpret_cast<void *>(static_cast<uintptr_t>(range.first))),
      " to ",
      hex(reinterpret_cast<void *>(static_cast<uintptr_t>(range.last - 1))));
}

static bool overlap(const Range &a, const Range &b) {
  return a.first < b.last && b.first < a.last;
}

void checkWorkspace(const Frame &frame, const gl_call_options &options) {
  int64_t needed = workspaceBytes(frame);
  if (needed == 0)
    return;
  if (!options.workspace)
    invalid("function '", frame.fn.name, "': workspace is NULL, expected ",
            needed, " bytes");
  if (options.workspace_bytes < static_cast<uint64_t>(needed))
    invalid("function '", frame.fn.name, "': workspace has ",
            options.workspace_bytes, " bytes, expected at least ", needed);
  if (reinterpret_cast<uintptr_t>(options.workspace) % temporaryAlignment != 0)
    invalid("function '", frame.fn.name, "': address of the workspace is ",
            hex(options.workspace), ", expected a multiple of ",
            temporaryAlignment, " bytes");
}

void checkMemory(const Frame &frame, const gl_call_options &options) {
  const FunctionSpec &fn = frame.fn;
  size_t count = fn.numArgs + fn.numResults;
  for (size_t t = fn.numArgs; t < count; ++t)
    checkResultStrides(frame, t);

  InlineArray<Range, 32> ranges(count);
  for (size_t t = 0; t < count; ++t)
    if (!frame.empty[t])
      ranges[t] = byteRange(frame, t);
  for (size_t r = fn.numArgs; r < count; ++r) {
    if (frame.empty[r])
      continue;
    for (size_t t = 0; t < r; ++t)
      if (!frame.empty[t] && overlap(ranges[r], ranges[t]))
        invalid(describe(fn, r), " (", describe(ranges[r]), ") overlaps ",
                describe(fn, t), " (", describe(ranges[t]), ")");
  }
  int64_t needed = workspaceBytes(frame);
  if (!options.workspace || needed == 0)
    return;
  Wide base = static_cast<Wide>(reinterpret_cast<uintptr_t>(options.workspace));
  Range space{base, base + needed};
  for (size_t t = 0; t < count; ++t)
    if (!frame.empty[t] && overlap(space, ranges[t]))
      invalid("workspace (", describe(space), ") overlaps ", describe(fn, t),
              " (", describe(ranges[t]), ")");
}

//===----------------------------------------------------------------------===//
// Temporaries
//===----------------------------------------------------------------------===//

/// Bytes that a temporary takes up in the workspace.
static int64_t paddedBytes(const Frame &frame, size_t tensor) {
  const TensorSpec &spec = frame.fn.tensors[tensor];
  if (frame.empty[tensor])
    return 0;
  int64_t bytes = static_cast<int64_t>(gl_dtype_size(spec.dtype));
  for (int32_t i = 0; i < spec.rank(); ++i)
    bytes = checkedMul(frame.fn, bytes, frame.shape(tensor)[i]);
  bytes = checkedAdd(frame.fn, bytes, temporaryAlignment - 1);
  return bytes / temporaryAlignment * temporaryAlignment;
}

int64_t workspaceBytes(const Frame &frame) {
  int64_t total = 0;
  for (size_t t = frame.fn.numArgs + frame.fn.numResults;
       t < frame.fn.tensors.size(); ++t)
    total = checkedAdd(frame.fn, total, paddedBytes(frame, t));
  return total;
}

void placeTemporaries(Frame &frame, void *workspace) {
  char *next = static_cast<char *>(workspace);
  for (size_t t = frame.fn.numArgs + frame.fn.numResults;
       t < frame.fn.tensors.size(); ++t) {
    frame.data[t] = next;
    if (next)
      next += paddedBytes(frame, t);
  }
}

} // namespace gl::rt
