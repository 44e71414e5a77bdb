//===- MatrixDescriptorTest.cpp - How wgmma finds an operand --------------===//
//
// The hardware is played here as the PTX ISA describes it ("Matrix Descriptor
// Format", "Shared Memory Matrix Layout", "Strides"): it takes a descriptor
// apart and computes the address of each element of an operand. That must be
// where the copy engine has put the element, which is played too: a box is
// written row by row, and the swizzle permutes bits of the address.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/MatrixDescriptor.h"

#include "gtest/gtest.h"

using mlir::tile::MatrixDescriptor;
using mlir::tile::SharedLayout;

namespace {

/// Slots begin at multiples of the largest swizzle's period.
constexpr int64_t kSlot = 5 * 1024;

/// A swizzle over `span` bytes XORs bits 7 and up of an address into bits 4 and
/// up: three of them for 128 bytes, two for 64, one for 32.
int64_t swizzle(int64_t address, int64_t span) {
  return address ^ (address >> 3 & (span - 1) & ~int64_t(15));
}

/// Where the copy engine puts the element of a box of `span` bytes by `rows`
/// rows, boxes one behind the other.
int64_t placeOfCopy(int64_t row, int64_t byte, int64_t rows, int64_t span) {
  return swizzle(kSlot + byte / span * (rows * span) + row * span + byte % span,
                 span);
}

/// A descriptor's fields in bytes, as the hardware reads them.
struct Fields {
  explicit Fields(uint64_t bits)
      : start((bits & 0x3fff) * 16), leading((bits >> 16 & 0x3fff) * 16),
        stride((bits >> 32 & 0x3fff) * 16), base(bits >> 49 & 7),
        span(bits >> 62 == 1   ? 128
             : bits >> 62 == 2 ? 64
             : bits >> 62 == 3 ? 32
                               : 0) {}
  int64_t start, leading, stride, base, span;
};

/// Address of the element (row, k) of the operand that begins at a K-major
/// descriptor, from the canonical layouts ((8, m), (T, 2)) : ((S, stride),
/// (1, T)), where T elements are 16 bytes and S is the swizzle's span.
int64_t addressKMajor(const Fields &fields, int64_t row, int64_t k,
                      int64_t elementBytes) {
  return swizzle(fields.start + row % 8 * fields.span +
                     row / 8 * fields.stride + k * elementBytes,
                 fields.span);
}

/// The same of a descriptor whose rows run along M or N: ((T, S/16, m),
/// (8, k)) : ((1, T, leading), (S, stride)).
int64_t addressRowMajor(const Fields &fields, int64_t row, int64_t k,
                        int64_t elementBytes) {
  int64_t perSpan = fields.span / elementBytes;
  return swizzle(fields.start + row % perSpan * elementBytes +
                     row / perSpan * fields.leading + k % 8 * fields.span +
                     k / 8 * fields.stride,
                 fields.span);
}

/// Reads all of an operand of `rows` x `depth` elements, by `partRows` rows at
/// a time, and expects each where the copy engine has put it.
void check(int64_t rows, int64_t depth, int64_t elementBytes, unsigned along,
           int64_t span, int64_t partRows) {
  SCOPED_TRACE(testing::Message()
               << rows << " x " << depth << " of " << elementBytes
               << " bytes along " << along << ", panels of " << span);
  SharedLayout shared({rows, depth}, elementBytes, along, span);
  MatrixDescriptor descriptor(shared);
  ASSERT_EQ(descriptor.isKMajor(), along == 1);
  int64_t perDepth = MatrixDescriptor::kDepthBytes / elementBytes;
  for (int64_t part = 0; part < rows; part += partRows)
    for (int64_t step = 0; step * perDepth < depth; ++step) {
      Fields fields(descriptor.getConstantBits() +
                    (kSlot / 16 + descriptor.getOffset(part, step)));
      ASSERT_EQ(fields.span, span);
      ASSERT_EQ(fields.base, 0);
      for (int64_t row = 0; row < partRows; ++row)
        for (int64_t k = 0; k < perDepth; ++k) {
          int64_t address = along == 1
                                ? addressKMajor(fields, row, k, elementBytes)
                                : addressRowMajor(fields, row, k, elementBytes);
          int64_t place[2] = {part + row, step * perDepth + k};
          ASSERT_EQ(address,
                    placeOfCopy(place[1 - along], place[along] * elementBytes,
                                along == 1 ? rows : depth, span))
              << "row " << place[0] << ", k " << place[1];
          ASSERT_EQ(address, kSlot + shared.getOffset(place));
        }
    }
}

TEST(MatrixDescriptor, FindsKMajorOperands) {
  for (int64_t elementBytes : {2, 4})
    for (int64_t span : {128, 64, 32})
      for (int64_t panels : {1, 2, 3})
        for (int64_t rows : {64, 128, 192, 256})
          check(rows, panels * span / elementBytes, elementBytes, 1, span, 64);
}

TEST(MatrixDescriptor, FindsColumnsOfAnyWidth) {
  // The instruction's right operand: a multiple of 8 columns, which the
  // warpgroups may share out.
  for (int64_t columns : {8, 16, 24, 40, 104, 248, 256})
    for (int64_t groups : {1, 2, 3})
      for (int64_t span : {128, 64, 32})
        check(groups * columns, 2 * span / 2, 2, 1, span, columns);
}

TEST(MatrixDescriptor, FindsOperandsWhoseRowsRunAcrossK) {
  // Only elements of 16 bits, and only panels of 128 bytes; groups of
  // warpgroups have whole panels.
  for (int64_t rows : {64, 128, 192, 256})
    for (int64_t depth : {16, 32, 64, 80, 128})
      for (int64_t partRows : {int64_t(64), rows})
        check(rows, depth, 2, 0, 128, partRows);
}

TEST(MatrixDescriptor, Bits) {
  // 128 x 64 of 16 bits: a group of 8 rows is 1024 bytes.
  EXPECT_EQ(
      MatrixDescriptor(SharedLayout({128, 64}, 2, 1, 128)).getConstantBits(),
      uint64_t(1) << 62 | uint64_t(64) << 32 | uint64_t(1) << 16);
  EXPECT_EQ(
      MatrixDescriptor(SharedLayout({128, 64}, 2, 1, 64)).getConstantBits(),
      uint64_t(2) << 62 | uint64_t(32) << 32 | uint64_t(1) << 16);
  EXPECT_EQ(
      MatrixDescriptor(SharedLayout({128, 64}, 2, 1, 32)).getConstantBits(),
      uint64_t(3) << 62 | uint64_t(16) << 32 | uint64_t(1) << 16);
  // 256 of 64 deep: the next 64 of N lie 64 rows of 128 bytes further.
  EXPECT_EQ(
      MatrixDescriptor(SharedLayout({256, 64}, 2, 0, 128)).getConstantBits(),
      uint64_t(1) << 62 | uint64_t(64) << 32 | uint64_t(512) << 16);
}

TEST(MatrixDescriptor, FieldsHoldTheLargestTiles) {
  // Leading and stride have 14 bits of 16 bytes, and shared memory is what they
  // must reach over.
  for (int64_t depth : {64, 256, 512}) {
    Fields fields(MatrixDescriptor(SharedLayout({128, depth}, 2, 0, 128))
                      .getConstantBits());
    EXPECT_EQ(fields.leading, depth * 128);
    EXPECT_EQ(fields.stride, 1024);
  }
}

} // namespace
