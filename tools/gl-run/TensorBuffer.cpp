//===- TensorBuffer.cpp - Host memory that shows stray accesses -----------===//
//
// See TensorBuffer.h.
//
//===----------------------------------------------------------------------===//

#include "TensorBuffer.h"

#include "Options.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace llvm;
using namespace gl;
using namespace gl::run;

static constexpr size_t kAlignment = 256;
/// Bytes before and after a tensor; a multiple of the alignment.
static constexpr size_t kGuard = 512;
static constexpr int kPoison = 0xff;

Expected<Bytes> Bytes::allocate(size_t size) {
  Bytes bytes;
  if (size == 0)
    return bytes;
  bytes.memory.reset(static_cast<unsigned char *>(
      std::aligned_alloc(kAlignment, alignTo(size, kAlignment))));
  if (!bytes.memory)
    return makeError("cannot allocate " + Twine(size) + " bytes");
  bytes.length = size;
  return bytes;
}

void Bytes::poison() {
  if (length)
    std::memset(memory.get(), kPoison, length);
}

Expected<TensorBuffer> TensorBuffer::create(const HostArray &like,
                                            int64_t offset) {
  TensorBuffer buffer;
  if (like.numElements() == 0)
    return buffer;
  constexpr int64_t maxOffset = int64_t(1) << 40;
  if (offset < 0 || offset > maxOffset)
    return makeError("the offset " + Twine(offset) + " is not in 0.." +
                     Twine(maxOffset));
  size_t lead = kGuard + static_cast<size_t>(offset * dtypeBytes(like.dtype()));
  Expected<Bytes> storage =
      Bytes::allocate(lead + static_cast<size_t>(like.bufferBytes()) + kGuard);
  if (!storage)
    return storage.takeError();
  buffer.storage = std::move(*storage);
  buffer.originBytes =
      lead +
      static_cast<size_t>(static_cast<const unsigned char *>(like.data()) -
                          like.buffer());
  buffer.storage.poison();
  return buffer;
}

/// Copies the elements between an array and memory with the same layout whose
/// element (0, ..., 0) is at `origin`.
template <typename Copy>
static void forEachElement(const HostArray &array, Copy copy) {
  array.forEachRow(
      [&](int64_t, int64_t offset, int64_t length, int64_t stride) {
        for (int64_t i = 0; i < length; ++i)
          copy((offset + i * stride) * dtypeBytes(array.dtype()));
      });
}

void TensorBuffer::write(const HostArray &array) {
  storage.poison();
  unsigned char *target = storage.data() + originBytes;
  const unsigned char *source =
      static_cast<const unsigned char *>(array.data());
  size_t bytes = dtypeBytes(array.dtype());
  forEachElement(
      array, [&](int64_t at) { std::memcpy(target + at, source + at, bytes); });
}

void TensorBuffer::read(HostArray &array) const {
  const unsigned char *source = storage.data() + originBytes;
  unsigned char *target = static_cast<unsigned char *>(array.data());
  size_t bytes = dtypeBytes(array.dtype());
  forEachElement(
      array, [&](int64_t at) { std::memcpy(target + at, source + at, bytes); });
}

bool TensorBuffer::outsideIsIntact(const HostArray &array) const {
  std::unique_ptr<bool[]> isElement(new bool[storage.size()]());
  int64_t bytes = dtypeBytes(array.dtype());
  forEachElement(array, [&](int64_t at) {
    std::fill_n(&isElement[originBytes + at], bytes, true);
  });
  for (size_t i = 0; i < storage.size(); ++i)
    if (!isElement[i] && storage.data()[i] != kPoison)
      return false;
  return true;
}
