//===- TensorBuffer.h - Host memory that shows stray accesses ---*- C++ -*-===//
//
// The memory that a tensor has on the device, as the host prepares it and gets
// it back: the elements at their strides, and everything else, the gaps and a
// guard before and after included, filled with bytes 0xff, which are a NaN in
// every dtype. A kernel that reads outside a tensor computes NaN, and one that
// writes outside is found by comparing those bytes.
//
//===----------------------------------------------------------------------===//

#ifndef GL_TOOLS_GL_RUN_TENSORBUFFER_H
#define GL_TOOLS_GL_RUN_TENSORBUFFER_H

#include "gl/Support/HostArray.h"
#include "llvm/Support/Error.h"
#include <cstdlib>
#include <memory>

namespace gl::run {

/// Memory at a multiple of 256 bytes; null if `size` is 0.
class Bytes {
public:
  static llvm::Expected<Bytes> allocate(size_t size);

  unsigned char *data() const { return memory.get(); }
  size_t size() const { return length; }
  void poison();

private:
  struct Free {
    void operator()(unsigned char *pointer) const { std::free(pointer); }
  };
  std::unique_ptr<unsigned char, Free> memory;
  size_t length = 0;
};

class TensorBuffer {
public:
  /// Poisoned memory for arrays with the dtype, shape and strides of `like`.
  /// Element (0, ..., 0) is `offset` >= 0 elements further from a 256-byte
  /// boundary than it would be otherwise.
  static llvm::Expected<TensorBuffer> create(const HostArray &like,
                                             int64_t offset);

  /// Poisons everything and writes the elements.
  void write(const HostArray &array);
  /// Reads the elements.
  void read(HostArray &array) const;
  /// Whether every byte that belongs to no element still is poison. `array` is
  /// like the one of create().
  bool outsideIsIntact(const HostArray &array) const;

  const Bytes &bytes() const { return storage; }
  Bytes &bytes() { return storage; }
  /// Where element (0, ..., 0) is, from the start of bytes().
  size_t origin() const { return originBytes; }
  bool isEmpty() const { return storage.size() == 0; }

private:
  Bytes storage;
  size_t originBytes = 0;
};

} // namespace gl::run

#endif // GL_TOOLS_GL_RUN_TENSORBUFFER_H
