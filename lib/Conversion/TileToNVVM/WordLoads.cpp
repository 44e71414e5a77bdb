//===- WordLoads.cpp - Loads of rows that begin anywhere ------------------===//
//
// A run of 16 bytes that begins anywhere lies in two aligned words of 16 bytes.
// A thread reads both and shifts its run out of them: a quarter of the loads
// and addresses, for elements of 16 bits, that reading one by one would take.
//
// That is for runs that are whole. Where a row ends within one, where it lies
// outside the memory, or where a word would reach beyond what the memory has,
// the thread reads the elements of all of its runs instead, into the registers
// that the words would have had, so that neither way waits for the other.
//
//===----------------------------------------------------------------------===//

#include "ThreadCode.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::gl;
using tile::kWordBytes;

/// Registers of 32 bits that a run comes in, and that it has.
static constexpr int64_t kParts = 2 * kWordBytes / 4,
                         kWholeParts = kWordBytes / 4;

namespace {

class WordLoader {
public:
  WordLoader(ImplicitLocOpBuilder &b, AccessEmitter &access,
             const tile::RowRuns &runs, VectorType type)
      : b(b), access(access), runs(runs), type(type),
        element(type.getElementType()) {}

  Value run();

private:
  /// Where a run begins. Runs that are whole words apart have it in common.
  struct Start {
    Value address, at; ///< of the run, or of one that is apart; `at` is i64
    Value before;      ///< bytes of its first word in front of it, i64
    int64_t away = 0;  ///< elements from the root to `address`
    int64_t apart = 0; ///< bytes from `address` to the run
    Value inBounds;    ///< the run's own
  };
  Start getStart(int64_t reg);
  /// What must hold for all runs to be read by words.
  Value areWhole(ArrayRef<Start> starts);
  void loadWords(const Start &start, SmallVectorImpl<Value> &parts);
  void loadElements(int64_t reg, SmallVectorImpl<Value> &parts);
  /// The run that begins `bytes`, an i32, behind the first of `parts`; or whose
  /// elements these are, unless `isByWords`.
  SmallVector<Value> shift(ArrayRef<Value> parts, Value bytes, Value isByWords);

  Value i32(int64_t value) {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
  }
  Value i64(int64_t value) {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
  }

  ImplicitLocOpBuilder &b;
  AccessEmitter &access;
  const tile::RowRuns &runs;
  VectorType type;
  Type element;
  llvm::DenseMap<Value, Start> byRoot; ///< the first run of each
};

} // namespace

WordLoader::Start WordLoader::getStart(int64_t reg) {
  AccessEmitter::Element first = access.getElement(reg);
  auto known = byRoot.find(first.root);
  if (known != byRoot.end()) {
    Start start = known->second;
    start.inBounds = first.inBounds;
    start.apart =
        (first.away - start.away) * element.getIntOrFloatBitWidth() / 8;
    if (start.apart % kWordBytes == 0)
      return start;
  }
  Value at = LLVM::PtrToIntOp::create(b, b.getI64Type(), first.address);
  Value before = arith::AndIOp::create(b, at, i64(kWordBytes - 1));
  Start start{first.address, at, before, first.away, 0, first.inBounds};
  byRoot.try_emplace(first.root, start);
  return start;
}

Value WordLoader::areWhole(ArrayRef<Start> starts) {
  Value whole = access.hasRowsOf(tile::kLeastRowByWords, runs);
  auto require = [&](Value condition) {
    if (!condition)
      return;
    whole = whole ? arith::AndIOp::create(b, whole, condition).getResult()
                  : condition;
  };
  for (auto [i, start] : llvm::enumerate(starts)) {
    require(access.isInOneRow(i * runs.elements, runs));
    require(start.inBounds);
  }
  // Of runs that are known to be apart the lowest and the highest.
  llvm::MapVector<Value, std::pair<int64_t, int64_t>> reach;
  for (const Start &start : starts) {
    auto [it, isNew] =
        reach.try_emplace(start.at, std::pair(start.apart, start.apart));
    auto &[low, high] = it->second;
    low = std::min(low, start.apart);
    high = std::max(high, start.apart);
  }
  for (auto [at, bytes] : reach) {
    Value lowest = arith::AddIOp::create(b, access.getStart(),
                                         i64(kWordBytes - 1 - bytes.first));
    Value highest = arith::SubIOp::create(b, access.getEnd(),
                                          i64(2 * kWordBytes + bytes.second));
    require(arith::CmpIOp::create(b, arith::CmpIPredicate::uge, at, lowest));
    require(arith::CmpIOp::create(b, arith::CmpIPredicate::ule, at, highest));
  }
  return whole;
}

void WordLoader::loadWords(const Start &start, SmallVectorImpl<Value> &parts) {
  Type word = VectorType::get({kWordBytes / 4}, b.getI32Type());
  // A run that is a word itself has the second one for nothing: it may lie
  // behind the memory.
  Value isWord =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, start.before, i64(0));
  Value first = arith::SubIOp::create(b, i64(0), start.before);
  Value second = arith::SelectOp::create(
      b, isWord, i64(0),
      arith::AddIOp::create(b, first, i64(kWordBytes)).getResult());
  for (Value offset : {first, second}) {
    Value place =
        LLVM::GEPOp::create(b, start.address.getType(), b.getI8Type(),
                            start.address, ArrayRef<LLVM::GEPArg>{offset});
    place = LLVM::GEPOp::create(b, place.getType(), b.getI8Type(), place,
                                ArrayRef<LLVM::GEPArg>{i64(start.apart)});
    llvm::append_range(
        parts, unpack(b, LLVM::LoadOp::create(b, word, place, kWordBytes)));
  }
}

void WordLoader::loadElements(int64_t reg, SmallVectorImpl<Value> &parts) {
  int64_t bits = element.getIntOrFloatBitWidth();
  int64_t perPart = std::max<int64_t>(1, runs.elements / kParts);
  size_t end = parts.size() + kParts;
  for (int64_t i = 0; i < runs.elements; ++i) {
    AccessEmitter::Element place = access.getElement(reg + i);
    Value value;
    if (place.inBounds) {
      value = emitPredicatedLoad(b, element, place.address, place.inBounds,
                                 /*isExtended=*/true);
    } else {
      value = LLVM::LoadOp::create(b, b.getIntegerType(bits), place.address,
                                   bits / 8);
      if (bits < 32)
        value = arith::ExtUIOp::create(b, b.getI32Type(), value);
    }
    if (i % perPart == 0)
      parts.push_back(value);
    else
      parts.back() = arith::OrIOp::create(
          b, parts.back(),
          arith::ShLIOp::create(b, value, i32(i % perPart * bits)));
  }
  while (parts.size() < end)
    parts.push_back(i32(0));
}

SmallVector<Value> WordLoader::shift(ArrayRef<Value> parts, Value bytes,
                                     Value isByWords) {
  SmallVector<Value> moved(parts);
  for (size_t by : {2, 1}) {
    Value isMoved = arith::CmpIOp::create(
        b, arith::CmpIPredicate::ne,
        arith::AndIOp::create(b, bytes, i32(4 * by)), i32(0));
    for (size_t i = 0; i + by < moved.size(); ++i)
      moved[i] = arith::SelectOp::create(b, isMoved, moved[i + by], moved[i]);
    moved.resize(moved.size() - by);
  }
  Value bits =
      arith::MulIOp::create(b, arith::AndIOp::create(b, bytes, i32(3)), i32(8));
  for (int64_t i = 0; i < kWholeParts; ++i) {
    // Elements of 32 bits are as many as parts, narrow ones twice as many, or
    // two are in a part already.
    Value single = parts[i];
    if (element.getIntOrFloatBitWidth() < 32) {
      moved[i] = LLVM::FshrOp::create(b, moved[i + 1], moved[i], bits);
      single = arith::OrIOp::create(
          b, parts[2 * i], arith::ShLIOp::create(b, parts[2 * i + 1], i32(16)));
    }
    moved[i] = arith::SelectOp::create(b, isByWords, moved[i], single);
  }
  moved.resize(kWholeParts);
  return moved;
}

Value WordLoader::run() {
  SmallVector<Start> starts;
  for (int64_t reg = 0; reg < type.getNumElements(); reg += runs.elements)
    starts.push_back(getStart(reg));
  Value isByWords = areWhole(starts);
  SmallVector<Type> types(starts.size() * kParts, b.getI32Type());
  auto branch = scf::IfOp::create(b, types, isByWords, /*withElseRegion=*/true);
  for (bool isThen : {true, false}) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(isThen ? branch.thenBlock()
                                      : branch.elseBlock());
    SmallVector<Value> parts;
    for (auto [i, start] : llvm::enumerate(starts)) {
      if (isThen)
        loadWords(start, parts);
      else
        loadElements(i * runs.elements, parts);
    }
    scf::YieldOp::create(b, parts);
  }

  SmallVector<Value> elements;
  for (auto [i, start] : llvm::enumerate(starts)) {
    Value bytes = arith::TruncIOp::create(b, b.getI32Type(), start.before);
    SmallVector<Value> parts(branch.getResults().slice(i * kParts, kParts));
    SmallVector<Value> whole = shift(parts, bytes, isByWords);
    Value vector = vector::FromElementsOp::create(
        b, VectorType::get({kWholeParts}, b.getI32Type()), whole);
    llvm::append_range(
        elements,
        unpack(b, LLVM::BitcastOp::create(
                      b, VectorType::get({runs.elements}, element), vector)));
  }
  return vector::FromElementsOp::create(b, type, elements);
}

Value gl::emitLoadByWords(ImplicitLocOpBuilder &b, AccessEmitter &access,
                          const tile::RowRuns &runs, VectorType type) {
  return WordLoader(b, access, runs, type).run();
}
