//===- HostArray.h - Typed, strided arrays in host memory -------*- C++ -*-===//
//
// The arrays that the tools and tests read, fill, run on and compare: an owned
// buffer with a dtype, a shape and arbitrary strides. Elements are read and
// written as double, which holds every supported dtype exactly; writing rounds
// once, straight from double to the dtype, so no result is rounded twice.
//
// Nothing here throws or needs MLIR. A function that a user's input can make
// fail returns an empty optional or false and puts the reason in `error`.
//
//===----------------------------------------------------------------------===//
#ifndef GL_SUPPORT_HOSTARRAY_H
#define GL_SUPPORT_HOSTARRAY_H

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gl {

/// Element types. F64 exists for reference results; kernels do not take it.
enum class DType { F32, F16, BF16, F8E4M3FN, F8E5M2, F64 };

/// The spelling used in IR and bundles: f32, f16, bf16, f8E4M3FN, f8E5M2, f64.
const char *dtypeName(DType dtype);
/// The inverse of dtypeName; empty for any other text.
std::optional<DType> parseDType(std::string_view name);
/// Size of one element in bytes.
int64_t dtypeBytes(DType dtype);
/// Bits of the significand, the implicit one included (24 for f32). Integers of
/// magnitude up to 2^dtypePrecision are exact (all dtypes have the range).
int dtypePrecision(DType dtype);

// Conversions between double and the bits of a narrow dtype. Encoding rounds to
// nearest, ties to even, subnormals included, whatever the rounding or flush
// mode of the processor. NaN stays NaN: quiet, with its sign and, where there
// is room, its upper payload bits. A value that rounds beyond the largest
// finite one becomes infinity in f16, bf16 and f8E5M2, and NaN in f8E4M3FN,
// which has no infinity. Decoding is exact.
uint16_t encodeF16(double value);
uint16_t encodeBF16(double value);
uint8_t encodeF8E4M3FN(double value);
uint8_t encodeF8E5M2(double value);
double decodeF16(uint16_t bits);
double decodeBF16(uint16_t bits);
double decodeF8E4M3FN(uint8_t bits);
double decodeF8E5M2(uint8_t bits);

/// Reads one element of type `dtype`; `source` needs no alignment.
double loadElement(DType dtype, const void *source);
/// Rounds `value` to `dtype` and writes it; `target` needs no alignment.
void storeElement(DType dtype, void *target, double value);

/// The shape as Python writes a tuple: "()", "(3,)", "(3, 4)".
std::string formatTuple(const std::vector<int64_t> &values);

/// An array that owns its memory. It can be moved, and copied with convert().
class HostArray {
public:
  /// A contiguous row-major array of zeros. Fails on a negative dim, on a shape
  /// whose size in bytes (zero dims left out) does not fit int64_t, and when
  /// the memory is not there.
  static std::optional<HostArray>
  create(DType dtype, std::vector<int64_t> shape, std::string &error);

  /// As above with strides, counted in elements, one per dim. They may leave
  /// gaps, be negative, or be zero; the buffer spans exactly the elements that
  /// can be reached, gaps are zero bytes. Strides that let two elements share
  /// memory are allowed: the element then has the value written last.
  static std::optional<HostArray> create(DType dtype,
                                         std::vector<int64_t> shape,
                                         std::vector<int64_t> strides,
                                         std::string &error);

  DType dtype() const { return type; }
  int64_t rank() const { return static_cast<int64_t>(dims.size()); }
  const std::vector<int64_t> &shape() const { return dims; }
  /// In elements. The strides of dims of size 0 or 1 mean nothing.
  const std::vector<int64_t> &strides() const { return steps; }
  int64_t numElements() const { return count; }

  /// Address of element (0, ..., 0); not the lowest one if a stride is
  /// negative. Null for an array with no elements.
  void *data() { return count ? storage.get() + originBytes : nullptr; }
  const void *data() const {
    return count ? storage.get() + originBytes : nullptr;
  }

  /// The whole buffer, gaps included; aligned to 256 bytes.
  unsigned char *buffer() { return storage.get(); }
  const unsigned char *buffer() const { return storage.get(); }
  int64_t bufferBytes() const { return storageBytes; }

  /// Whether the elements lie in row-major order without gaps.
  bool isContiguous() const;

  /// Distance of an element from data(), in elements. One index per dim, each
  /// within its dim.
  int64_t offsetOf(const std::vector<int64_t> &index) const;
  /// The same for the element with this row-major number.
  int64_t offsetOfFlat(int64_t flat) const;

  double get(const std::vector<int64_t> &index) const {
    return loadElement(type, at(offsetOf(index)));
  }
  void set(const std::vector<int64_t> &index, double value) {
    storeElement(type, at(offsetOf(index)), value);
  }
  double getFlat(int64_t flat) const {
    return loadElement(type, at(offsetOfFlat(flat)));
  }
  void setFlat(int64_t flat, double value) {
    storeElement(type, at(offsetOfFlat(flat)), value);
  }

  /// Sets every element; gaps stay as they are.
  void fill(double value);

  /// Copies all elements of an array of the same shape, bit for bit if the
  /// dtypes are equal and rounded to this dtype if not. The arrays must not
  /// share memory.
  bool copyFrom(const HostArray &source, std::string &error);

  /// A contiguous row-major copy in another (or the same) dtype.
  std::optional<HostArray> convert(DType target, std::string &error) const;

  /// Calls fn(flat, offset, length, stride) for every innermost row in
  /// row-major order: `flat` is the row-major number of its first element,
  /// `offset` the distance of that element from data(); the elements follow at
  /// `stride`. A rank-0 array is one row of length 1.
  template <typename Fn>
  void forEachRow(Fn fn) const {
    if (!count)
      return;
    size_t outer = dims.empty() ? 0 : dims.size() - 1;
    int64_t length = dims.empty() ? 1 : dims.back();
    int64_t stride = length > 1 ? steps.back() : 1;
    std::vector<int64_t> index(outer, 0);
    int64_t offset = 0;
    for (int64_t flat = 0;;) {
      fn(flat, offset, length, stride);
      flat += length;
      if (flat == count)
        return;
      for (size_t d = outer; d-- > 0;) {
        if (++index[d] < dims[d]) {
          offset += steps[d];
          break;
        }
        // A dim of size 1 may have any stride; it never left its first index.
        if (dims[d] > 1)
          offset -= (dims[d] - 1) * steps[d];
        index[d] = 0;
      }
    }
  }

private:
  struct Free {
    void operator()(unsigned char *memory) const;
  };

  HostArray() = default;
  unsigned char *at(int64_t offset) {
    return storage.get() + originBytes + offset * dtypeBytes(type);
  }
  const unsigned char *at(int64_t offset) const {
    return storage.get() + originBytes + offset * dtypeBytes(type);
  }

  DType type = DType::F32;
  std::vector<int64_t> dims;
  std::vector<int64_t> steps;
  int64_t count = 0;
  int64_t originBytes = 0;
  int64_t storageBytes = 0;
  std::unique_ptr<unsigned char[], Free> storage;
};

} // namespace gl

#endif // GL_SUPPORT_HOSTARRAY_H
