//===- PredicatedAccess.cpp - Loads and stores without branches -----------===//
//
// NVVM has no predicated loads and stores, and what LLVM makes of conditional
// ones are branches, behind which it also moves the address and the reading of
// the kernel parameters that this is made of: their latencies then add up with
// those of the access. As inline assembly they stay where they are written.
//
//===----------------------------------------------------------------------===//

#include "ThreadCode.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::gl;

namespace {

/// The registers that one access moves.
struct Words {
  /// Of a type of at most 128 bits, of which those above 32 are words of 32.
  explicit Words(Type type) {
    if (auto vector = dyn_cast<VectorType>(type))
      bits = vector.getNumElements() * vector.getElementTypeBitWidth();
    else
      bits = type.getIntOrFloatBitWidth();
    if (bits > 32)
      count = bits / 32;
    // A byte comes in a register of 16 bits, the smallest.
    word = bits == 8 ? 16 : bits / count;
  }

  /// Their operands in the assembly's text, from `$first` on.
  std::string getNames(int64_t first) const {
    std::string names;
    for (int64_t i = 0; i < count; ++i)
      names += (i ? ", $" : "$") + std::to_string(first + i);
    return count > 1 ? "{" + names + "}" : names;
  }

  /// The access's suffix, as in `ld.global.v4.b32`.
  std::string getSuffix() const {
    if (count > 1)
      return "v" + std::to_string(count) + ".b32";
    return "b" + std::to_string(bits);
  }

  /// Their constraints, each behind `prefix` and before a comma.
  std::string getConstraints(StringRef prefix) const {
    std::string text;
    for (int64_t i = 0; i < count; ++i)
      text += (prefix + (word == 16 ? "h," : "r,")).str();
    return text;
  }

  int64_t bits = 0, count = 1, word = 0;
};

} // namespace

static LLVM::InlineAsmOp emitAssembly(ImplicitLocOpBuilder &b,
                                      TypeRange results, ValueRange operands,
                                      StringRef text, StringRef constraints) {
  return LLVM::InlineAsmOp::create(b, results, operands, text, constraints,
                                   /*has_side_effects=*/true,
                                   /*is_align_stack=*/false,
                                   LLVM::tailcallkind::TailCallKind::None,
                                   LLVM::AsmDialectAttr(), ArrayAttr());
}

Value gl::emitPredicatedLoad(ImplicitLocOpBuilder &b, Type type, Value address,
                             Value condition, bool isExtended) {
  Words words(type);
  if (isExtended)
    words.word = 32;
  Type wordType = b.getIntegerType(words.word);
  std::string text;
  for (int64_t i = 0; i < words.count; ++i)
    text += "mov.b" + std::to_string(words.word) + " $" + std::to_string(i) +
            ", 0; ";
  text += "@$" + std::to_string(words.count + 1) + " ld.global." +
          words.getSuffix() + " " + words.getNames(0) + ", [$" +
          std::to_string(words.count) + "];";
  Type result = wordType;
  if (words.count > 1)
    result = LLVM::LLVMStructType::getLiteral(
        b.getContext(), SmallVector<Type>(words.count, wordType));
  Value loaded = emitAssembly(b, result, {address, condition}, text,
                              words.getConstraints("=&") + "l,b")
                     .getResult(0);
  if (isExtended)
    return loaded;
  if (words.bits == 8)
    return arith::TruncIOp::create(b, type, loaded);
  if (words.count > 1) {
    SmallVector<Value> parts;
    for (int64_t i = 0; i < words.count; ++i)
      parts.push_back(LLVM::ExtractValueOp::create(b, loaded, i));
    loaded = vector::FromElementsOp::create(
        b, VectorType::get({words.count}, wordType), parts);
  }
  return LLVM::BitcastOp::create(b, type, loaded);
}

void gl::emitPredicatedStore(ImplicitLocOpBuilder &b, Value value,
                             Value address, Value condition) {
  Words words(value.getType());
  Type wordType = b.getIntegerType(words.word);
  SmallVector<Value> operands;
  if (words.bits == 8) {
    operands.push_back(arith::ExtUIOp::create(
        b, wordType, LLVM::BitcastOp::create(b, b.getI8Type(), value)));
  } else if (words.count > 1) {
    Value parts = LLVM::BitcastOp::create(
        b, VectorType::get({words.count}, wordType), value);
    operands = unpack(b, parts);
  } else {
    operands.push_back(LLVM::BitcastOp::create(b, wordType, value));
  }
  operands.append({address, condition});
  emitAssembly(b, TypeRange(), operands,
               "@$" + std::to_string(words.count + 1) + " st.global." +
                   words.getSuffix() + " [$" + std::to_string(words.count) +
                   "], " + words.getNames(0) + ";",
               words.getConstraints("") + "l,b,~{memory}");
}
