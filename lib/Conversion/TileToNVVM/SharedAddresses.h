//===- SharedAddresses.h - Places in shared memory ---------------*- C++
//-*-===//
//
// Addresses of rings, of their slots and of a tile's elements in one.
//
//===----------------------------------------------------------------------===//

#ifndef GL_CONVERSION_TILETONVVM_SHAREDADDRESSES_H
#define GL_CONVERSION_TILETONVVM_SHAREDADDRESSES_H

#include "ThreadCode.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::gl {

/// Address of byte `offset` of the block's shared memory.
Value emitSharedAddress(ImplicitLocOpBuilder &b, int64_t offset);

/// Address of slot `slot`, an index, of a ring.
Value emitSlot(ImplicitLocOpBuilder &b, Value ring, Value slot,
               tile::RingType type);

/// Address of the program's part of the slot at `slot`, of `parts`, where
/// `rank` is its place in the cluster, an i32.
Value emitPart(ImplicitLocOpBuilder &b, Value slot, Value rank, int64_t parts,
               tile::RingType type);

/// Addresses of a tile's elements in a slot, for one thread. What depends on
/// the thread is computed once; registers differ by constants, which a swizzle
/// lets through as an exclusive or where the thread's and the register's bits
/// of the column do not meet.
class SlotEmitter {
public:
  SlotEmitter(ImplicitLocOpBuilder &b, const ThreadPlace &place,
              const tile::SharedLayout &shared, const tile::Layout &layout,
              Value base);

  /// Address of the element at the thread's coordinates plus `coordinates`.
  Value getAddress(ArrayRef<int64_t> coordinates);

private:
  Value constant(int64_t value) {
    return LLVM::ConstantOp::create(b, b.getI32Type(),
                                    b.getI32IntegerAttr(value));
  }
  Value add(Value value, int64_t number) {
    return number == 0
               ? value
               : LLVM::AddOp::create(b, value, constant(number)).getResult();
  }
  Value swizzle(Value row);
  int64_t getPanelWidth() const;
  Value panelStart(Value column);

  ImplicitLocOpBuilder &b;
  const tile::SharedLayout &shared;
  Value base, row, column; ///< column in bytes
  Value rowStart;          ///< byte offset of the thread's row and chunk rest
  Value chunk; ///< the thread's swizzled chunk, as a byte offset in the row
  int64_t columnBits = 0; ///< bits that any thread's column can have
};

/// A pattern that needs to know where its thread is.
template <typename OpTy>
struct SharedPattern : OpConversionPattern<OpTy> {
  SharedPattern(const TypeConverter &converter, MLIRContext *context,
                const ThreadPlaces &places)
      : OpConversionPattern<OpTy>(converter, context), places(places) {}
  const ThreadPlaces &places;
};

} // namespace mlir::gl

#endif // GL_CONVERSION_TILETONVVM_SHAREDADDRESSES_H
