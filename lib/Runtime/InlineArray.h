//===-- InlineArray.h - Array with room on the stack ------------*- C++ -*-===//
//
// A fixed-size array whose length is known at construction. Up to N elements
// live inside the object, so that an ordinary call allocates nothing.
//
//===----------------------------------------------------------------------===//

#ifndef GL_LIB_RUNTIME_INLINEARRAY_H
#define GL_LIB_RUNTIME_INLINEARRAY_H

#include <cstddef>
#include <memory>

namespace gl::rt {

template <typename T, size_t N>
class InlineArray {
public:
  explicit InlineArray(size_t size) : count(size) {
    if (size > N)
      heap.reset(new T[size]());
  }
  InlineArray(const InlineArray &) = delete;
  InlineArray &operator=(const InlineArray &) = delete;

  T &operator[](size_t i) { return data()[i]; }
  const T &operator[](size_t i) const {
    return heap ? heap[i] : inlineElements[i];
  }
  T *data() { return heap ? heap.get() : inlineElements; }
  size_t size() const { return count; }

private:
  T inlineElements[N] = {};
  std::unique_ptr<T[]> heap;
  size_t count;
};

} // namespace gl::rt

#endif // GL_LIB_RUNTIME_INLINEARRAY_H
