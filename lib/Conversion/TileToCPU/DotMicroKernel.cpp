//===- DotMicroKernel.cpp - Register-blocked products on vectors ----------===//
//
// Both packed tiles are contiguous along K, so a block of mr x nr results is
// mr x nr vectors of partial sums along K: each step loads mr + nr vectors for
// mr x nr multiply-adds. After K the vectors of a row are summed together, by
// shuffles that halve two vectors into one, which costs far less than summing
// each alone.
//
//===----------------------------------------------------------------------===//

#include "Internal.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::gl::cpu;

namespace {
class DotEmitter {
public:
  DotEmitter(linalg::GenericOp op, const DotBlocking &blocking)
      : b(op), loc(op.getLoc()), lhs(op.getDpsInputs()[0]),
        rhs(op.getDpsInputs()[1]), acc(op.getDpsInits()[0]),
        extentM(op.getDpsInputs()[2]), extentN(op.getDpsInputs()[3]),
        extentK(op.getDpsInputs()[4]) {
    auto type = cast<MemRefType>(lhs.getType());
    sizeM = type.getDimSize(0);
    sizeK = type.getDimSize(1);
    sizeN = cast<MemRefType>(rhs.getType()).getDimSize(0);
    length = blocking.getStep(sizeK);
    vectorType = VectorType::get({length}, b.getF32Type());
    blockM = blocking.getRows(0, sizeM);
    blockN = blocking.getRows(1, sizeN);
  }

  void run() {
    forBlocks(sizeN, extentN, blockN, [&](Value n, int64_t nr) {
      forBlocks(sizeM, extentM, blockM,
                [&](Value m, int64_t mr) { emitBlock(m, n, mr, nr); });
    });
  }

private:
  using Vectors = SmallVector<Value>;

  /// Where the loop over the whole blocks of a dim ends. A dim with a rest has
  /// been filled entirely.
  Value getEnd(int64_t size, Value extent, int64_t block) {
    return size % block == 0 ? extent : makeIndex(b, loc, size / block * block);
  }

  /// Calls `body` for the whole blocks of a dim, in a loop, and for the rest.
  void forBlocks(int64_t size, Value extent, int64_t block,
                 function_ref<void(Value, int64_t)> body) {
    int64_t whole = size / block * block;
    makeLoop(b, loc, makeIndex(b, loc, 0), getEnd(size, extent, block), block,
             [&](OpBuilder &, Value i) { body(i, block); });
    if (whole != size)
      body(makeIndex(b, loc, whole), size - whole);
  }

  Value offset(Value base, int64_t by) {
    return by == 0 ? base
                   : arith::AddIOp::create(b, loc, base, makeIndex(b, loc, by))
                         .getResult();
  }

  Value makeZero() {
    return arith::ConstantOp::create(b, loc, vectorType,
                                     b.getZeroAttr(vectorType));
  }

  /// `count` elements of a row at column k, and zeros up to a whole vector.
  Value loadRow(Value tile, Value row, Value k, int64_t count) {
    Value part =
        vector::LoadOp::create(b, loc, VectorType::get({count}, b.getF32Type()),
                               tile, ValueRange{row, k});
    if (count == length)
      return part;
    return vector::InsertStridedSliceOp::create(
        b, loc, part, makeZero(), ArrayRef<int64_t>{0}, ArrayRef<int64_t>{1});
  }

  /// One step along K: the new partial sums.
  Vectors step(ValueRange sums, ArrayRef<Value> rowsM, ArrayRef<Value> rowsN,
               Value k, int64_t count) {
    Vectors left, result;
    for (Value row : rowsM)
      left.push_back(loadRow(lhs, row, k, count));
    for (auto [j, row] : llvm::enumerate(rowsN)) {
      Value right = loadRow(rhs, row, k, count);
      for (auto [i, value] : llvm::enumerate(left)) {
        // Contracted where the processor can; a call of fma would be made for
        // one that cannot.
        Value product = arith::MulFOp::create(b, loc, value, right,
                                              arith::FastMathFlags::contract);
        result.push_back(
            arith::AddFOp::create(b, loc, sums[j * left.size() + i], product,
                                  arith::FastMathFlags::contract));
      }
    }
    return result;
  }

  Value add(Value x, Value y) { return arith::AddFOp::create(b, loc, x, y); }

  /// One vector whose element i is the sum of the elements of `vectors[i]`;
  /// their number is a power of two and at most `length`.
  Value sumEach(Vectors vectors) {
    int64_t count = vectors.size(), segment = length, size = length;
    // Each vector holds `size / segment` sums of `segment` terms; add the first
    // and second halves of the segments.
    while (segment > 1) {
      int64_t half = segment / 2;
      bool pair = vectors.size() > 1;
      int64_t span = pair ? 2 * size : size;
      SmallVector<int64_t> low, high;
      for (int64_t i = 0; i < span; ++i)
        (i % segment < half ? low : high).push_back(i);
      Vectors next;
      for (size_t i = 0; i < vectors.size(); i += pair ? 2 : 1) {
        Value x = vectors[i], y = pair ? vectors[i + 1] : x;
        next.push_back(add(vector::ShuffleOp::create(b, loc, x, y, low),
                           vector::ShuffleOp::create(b, loc, x, y, high)));
      }
      vectors = next;
      size = low.size();
      segment = half;
    }
    assert(vectors.size() == 1 && size == count && "one sum per vector");
    (void)count;
    return vectors.front();
  }

  void emitBlock(Value m, Value n, int64_t mr, int64_t nr) {
    Vectors rowsM, rowsN;
    for (int64_t i = 0; i < mr; ++i)
      rowsM.push_back(offset(m, i));
    for (int64_t j = 0; j < nr; ++j)
      rowsN.push_back(offset(n, j));
    int64_t whole = sizeK / length * length;
    auto loop = scf::ForOp::create(
        b, loc, makeIndex(b, loc, 0), getEnd(sizeK, extentK, length),
        makeIndex(b, loc, length), Vectors(mr * nr, makeZero()),
        [&](OpBuilder &, Location, Value k, ValueRange sums) {
          scf::YieldOp::create(b, loc, step(sums, rowsM, rowsN, k, length));
        });
    Vectors sums(loop.getResults());
    if (whole != sizeK)
      sums = step(sums, rowsM, rowsN, makeIndex(b, loc, whole), sizeK - whole);
    for (int64_t i = 0; i < mr; ++i) {
      for (int64_t j = 0; j < nr;) {
        int64_t count =
            std::min<int64_t>(llvm::bit_floor<uint64_t>(nr - j), length);
        Vectors together;
        for (int64_t c = 0; c < count; ++c)
          together.push_back(sums[(j + c) * mr + i]);
        Value total = sumEach(together);
        SmallVector<Value> place{rowsM[i], rowsN[j]};
        auto type = cast<VectorType>(total.getType());
        Value old = vector::LoadOp::create(b, loc, type, acc, place);
        vector::StoreOp::create(b, loc, add(old, total), acc, place);
        j += count;
      }
    }
  }

  OpBuilder b;
  Location loc;
  Value lhs, rhs, acc, extentM, extentN, extentK;
  int64_t sizeM, sizeN, sizeK, blockM, blockN, length;
  VectorType vectorType;
};
} // namespace

void gl::cpu::lowerDots(func::FuncOp func, const DotBlocking &blocking) {
  func.walk([&](linalg::GenericOp op) {
    if (!op->hasAttr(kProductAttrName))
      return;
    DotEmitter(op, blocking).run();
    op.erase();
  });
}
