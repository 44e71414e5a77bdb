//===- TileDialect.cpp - The tile dialect and its attributes --------------===//
//
// Registration, and the text form of `#tile.layout`.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/TileDialect.h"

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

#include "gl/Dialect/Tile/IR/TileDialect.cpp.inc"
#include "gl/Dialect/Tile/IR/TileEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "gl/Dialect/Tile/IR/TileAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "gl/Dialect/Tile/IR/TileTypes.cpp.inc"

void TileDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "gl/Dialect/Tile/IR/TileOps.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "gl/Dialect/Tile/IR/TileAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "gl/Dialect/Tile/IR/TileTypes.cpp.inc"
      >();
}

/// Values of one counter; beyond any tile, and far below overflow.
static constexpr int64_t kMaxCounter = 65536;

/// digit ::= integer `x` (`rep` | `sum` | `d` integer `*` integer)
static ParseResult parseDigits(AsmParser &parser, StringRef name,
                               Layout::Digits &digits) {
  if (parser.parseKeyword(name) || parser.parseEqual())
    return failure();
  int64_t count = 1;
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        LayoutDigit &digit = digits.emplace_back();
        StringRef place;
        SMLoc loc = parser.getCurrentLocation();
        if (parser.parseInteger(digit.size) || parser.parseKeyword("x") ||
            parser.parseKeyword(&place))
          return failure();
        if (digit.size < 1)
          return parser.emitError(loc)
                 << "a digit must count to 1 or more, got " << digit.size;
        if (llvm::MulOverflow(count, digit.size, count) || count > kMaxCounter)
          return parser.emitError(loc)
                 << "the counter '" << name << "' has more than " << kMaxCounter
                 << " values";
        if (place == "rep" || place == "sum") {
          digit.dim = place == "rep" ? LayoutDigit::kReplicated
                                     : LayoutDigit::kPartialSum;
          return success();
        }
        if (!place.consume_front("d") || place.getAsInteger(10, digit.dim) ||
            digit.dim < 0)
          return parser.emitError(loc)
                 << "expected 'rep', 'sum' or a dim such as 'd0' in a digit";
        return failure(parser.parseStar() || parser.parseInteger(digit.stride));
      });
}

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  Layout::Digits registers, lanes, warps;
  if (parser.parseLess() || parseDigits(parser, "registers", registers) ||
      parser.parseComma() || parseDigits(parser, "lanes", lanes) ||
      parser.parseComma() || parseDigits(parser, "warps", warps) ||
      parser.parseGreater())
    return {};
  return get(parser.getContext(), Layout(registers, lanes, warps));
}

void LayoutAttr::print(AsmPrinter &printer) const {
  auto printDigits = [&](StringRef name, ArrayRef<LayoutDigit> digits) {
    printer << name << " = [";
    llvm::interleaveComma(
        digits, printer.getStream(), [&](const LayoutDigit &digit) {
          printer << digit.size << " x ";
          if (digit.dim == LayoutDigit::kReplicated)
            printer << "rep";
          else if (digit.dim == LayoutDigit::kPartialSum)
            printer << "sum";
          else
            printer << "d" << digit.dim << " * " << digit.stride;
        });
    printer << "]";
  };
  printer << "<";
  printDigits("registers", getLayout().getRegisters());
  printer << ", ";
  printDigits("lanes", getLayout().getLanes());
  printer << ", ";
  printDigits("warps", getLayout().getWarps());
  printer << ">";
}

LogicalResult
LayoutAttr::verifyEncoding(ArrayRef<int64_t> shape, Type elementType,
                           function_ref<InFlightDiagnostic()> emitError) const {
  std::string wrong = getLayout().check(shape);
  if (wrong.empty())
    return success();
  return emitError() << "layout does not fit the tile: " << wrong;
}

//===----------------------------------------------------------------------===//
// RingType
//===----------------------------------------------------------------------===//

RankedTensorType RingType::getPart(int64_t parts) const {
  RankedTensorType tile = getTile();
  return tile.clone({tile.getDimSize(0) / parts, tile.getDimSize(1)});
}

SharedLayout RingType::getSharedLayout() const {
  return SharedLayout(getTile().getShape(),
                      getTile().getElementTypeBitWidth() / 8, getAlong(),
                      getSwizzle());
}

LogicalResult RingType::verify(function_ref<InFlightDiagnostic()> emitError,
                               int64_t stages, RankedTensorType tile,
                               int64_t along, int64_t swizzle) {
  if (stages < 1 || stages > 64)
    return emitError() << "a ring has 1 to 64 stages, got " << stages;
  if (tile.getRank() != 2 || !tile.hasStaticShape() || tile.getEncoding() ||
      !tile.getElementType().isFloat() || tile.getNumElements() == 0)
    return emitError() << "a ring holds static tiles of rank 2 of floats, got "
                       << tile;
  if (along < 0 || along > 1)
    return emitError() << "'along' is " << along << ", must be 0 or 1";
  int64_t bytes = tile.getDimSize(along) * tile.getElementTypeBitWidth() / 8;
  if (bytes % SharedLayout::kChunkBytes != 0)
    return emitError() << "dim " << along << " of " << tile << " takes "
                       << bytes << " bytes, must be a multiple of "
                       << SharedLayout::kChunkBytes;
  if (swizzle != 0 && swizzle != 32 && swizzle != 64 && swizzle != 128)
    return emitError() << "a ring's panels are 32, 64 or 128 bytes wide, got "
                       << swizzle;
  if (swizzle != 0 && bytes % swizzle != 0)
    return emitError() << "dim " << along << " of " << tile << " takes "
                       << bytes << " bytes, must be a multiple of the "
                       << swizzle << " bytes of a panel";
  return success();
}

//===----------------------------------------------------------------------===//
// BarriersType
//===----------------------------------------------------------------------===//

LogicalResult BarriersType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   int64_t count, int64_t arrivals) {
  if (count < 1 || count > 64)
    return emitError() << "there are 1 to 64 barriers, got " << count;
  // PTX ISA, "mbarrier.init": 2^20 - 1.
  constexpr int64_t kMaxArrivals = (int64_t(1) << 20) - 1;
  if (arrivals < 1 || arrivals > kMaxArrivals)
    return emitError() << "a barrier takes 1 to " << kMaxArrivals
                       << " arrivals, got " << arrivals;
  return success();
}

//===----------------------------------------------------------------------===//
// TensorMapType
//===----------------------------------------------------------------------===//

int64_t TensorMapType::getBoxBytes() const {
  int64_t bytes = getElement().getIntOrFloatBitWidth() / 8;
  for (int64_t extent : getBox())
    bytes *= extent;
  return bytes;
}

LogicalResult
TensorMapType::verify(function_ref<InFlightDiagnostic()> emitError,
                      ArrayRef<int64_t> box, Type element, int64_t swizzle) {
  constexpr size_t kMaxRank = 5;
  constexpr int64_t kMaxBox = 256;
  if (box.empty() || box.size() > kMaxRank)
    return emitError() << "a tensor map has 1 to " << kMaxRank << " dims, got "
                       << box.size();
  for (int64_t extent : box)
    if (extent < 1 || extent > kMaxBox)
      return emitError() << "a box has 1 to " << kMaxBox
                         << " elements along each dim, got " << extent;
  if (!isa<Float32Type, Float16Type, BFloat16Type, Float8E4M3FNType,
           Float8E5M2Type>(element))
    return emitError() << "a tensor map's elements are f32, f16, bf16, "
                          "f8E4M3FN or f8E5M2, got "
                       << element;
  if (swizzle != 0 && swizzle != 32 && swizzle != 64 && swizzle != 128)
    return emitError() << "a swizzle spans 32, 64 or 128 bytes, or 0 for none, "
                          "got "
                       << swizzle;
  int64_t bytes = box[0] * element.getIntOrFloatBitWidth() / 8;
  if (bytes % SharedLayout::kChunkBytes != 0)
    return emitError() << "a box is " << bytes << " bytes wide, must be a "
                       << "multiple of " << SharedLayout::kChunkBytes;
  if (swizzle != 0 && bytes > swizzle)
    return emitError() << "a box is " << bytes << " bytes wide, at most "
                       << swizzle << " fit the swizzle";
  return success();
}
