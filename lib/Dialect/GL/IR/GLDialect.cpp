//===- GLDialect.cpp - The gl dialect and its attributes ------------------===//
//
// Registration, and the text form and verification of `#gl.schedule` and
// `#gl.target`.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/GL/IR/GLDialect.h"

#include "gl/Dialect/GL/IR/GLOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::gl;

#include "gl/Dialect/GL/IR/GLDialect.cpp.inc"
#include "gl/Dialect/GL/IR/GLEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "gl/Dialect/GL/IR/GLAttrs.cpp.inc"

void GLDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "gl/Dialect/GL/IR/GLOps.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "gl/Dialect/GL/IR/GLAttrs.cpp.inc"
      >();
}

LogicalResult GLDialect::verifyOperationAttribute(Operation *op,
                                                  NamedAttribute attribute) {
  if (attribute.getName() != kTargetAttrName)
    return op->emitError() << "unknown attribute '"
                           << attribute.getName().getValue()
                           << "' of the gl dialect";
  if (!isa<TargetAttr>(attribute.getValue()))
    return op->emitError() << "'" << kTargetAttrName
                           << "' must be a #gl.target, got "
                           << attribute.getValue();
  return success();
}

//===----------------------------------------------------------------------===//
// ScheduleAttr
//===----------------------------------------------------------------------===//

static ParseResult parseIntegers(AsmParser &parser,
                                 SmallVectorImpl<int64_t> &values) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(values.emplace_back());
  });
}

Attribute ScheduleAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::optional<Family> family;
  SmallVector<int64_t> tile, warps, lanes, micro;
  int64_t vector = 1, maxResults = 0;
  SmallVector<StringRef> seen;
  auto parseField = [&]() -> ParseResult {
    StringRef key;
    SMLoc keyLoc = parser.getCurrentLocation();
    if (parser.parseKeyword(&key) || parser.parseEqual())
      return failure();
    if (llvm::is_contained(seen, key))
      return parser.emitError(keyLoc) << "field '" << key << "' is given twice";
    seen.push_back(key);
    if (key == "family") {
      StringRef name;
      SMLoc nameLoc = parser.getCurrentLocation();
      if (parser.parseKeyword(&name))
        return failure();
      family = symbolizeFamily(name);
      if (!family)
        return parser.emitError(nameLoc)
               << "unknown family '" << name << "'; known are cpu and simt";
      return success();
    }
    if (key == "vector")
      return parser.parseInteger(vector);
    if (key == "max_results")
      return parser.parseInteger(maxResults);
    SmallVectorImpl<int64_t> *list =
        llvm::StringSwitch<SmallVectorImpl<int64_t> *>(key)
            .Case("tile", &tile)
            .Case("warps", &warps)
            .Case("lanes", &lanes)
            .Case("micro", &micro)
            .Default(nullptr);
    if (!list)
      return parser.emitError(keyLoc)
             << "unknown field '" << key
             << "' of a schedule; known are family, tile, warps, lanes, "
                "micro, vector and max_results";
    return parseIntegers(parser, *list);
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseField))
    return {};
  if (!family) {
    parser.emitError(loc) << "a schedule needs the field 'family'";
    return {};
  }
  return parser.getChecked<ScheduleAttr>(loc, parser.getContext(), *family,
                                         tile, warps, lanes, micro, vector,
                                         maxResults);
}

void ScheduleAttr::print(AsmPrinter &printer) const {
  printer << "<family = " << stringifyFamily(getFamily());
  auto printList = [&](StringRef name, ArrayRef<int64_t> values) {
    if (values.empty())
      return;
    printer << ", " << name << " = [";
    llvm::interleaveComma(values, printer.getStream());
    printer << "]";
  };
  printList("tile", getTile());
  printList("warps", getWarps());
  printList("lanes", getLanes());
  printList("micro", getMicro());
  if (getVector() != 1)
    printer << ", vector = " << getVector();
  if (getMaxResults() != 0)
    printer << ", max_results = " << getMaxResults();
  printer << ">";
}

LogicalResult ScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   Family family, ArrayRef<int64_t> tile,
                                   ArrayRef<int64_t> warps,
                                   ArrayRef<int64_t> lanes,
                                   ArrayRef<int64_t> micro, int64_t vector,
                                   int64_t maxResults) {
  if (maxResults < 0)
    return emitError() << "'max_results' is " << maxResults
                       << ", must be 0 (no limit) or more";
  auto checkList = [&](StringRef name, ArrayRef<int64_t> values,
                       size_t size) -> LogicalResult {
    if (values.size() != size)
      return emitError() << "'" << name << "' needs " << size
                         << " numbers for family " << stringifyFamily(family)
                         << ", got " << values.size();
    for (int64_t value : values)
      if (value < 1 || value > 65536)
        return emitError() << "'" << name << "' holds " << value
                           << ", must be in 1..65536";
    return success();
  };
  if (failed(checkList("tile", tile, 3)))
    return failure();
  if (vector < 1 || vector > 8 || !llvm::isPowerOf2_64(vector))
    return emitError() << "'vector' is " << vector
                       << ", must be 1, 2, 4 or 8 elements";
  if (tile[2] % vector != 0)
    return emitError() << "tile K " << tile[2]
                       << " is not a multiple of 'vector' " << vector;

  if (family == Family::cpu) {
    if (!warps.empty() || !lanes.empty())
      return emitError() << "family cpu has no warps and lanes";
    if (failed(checkList("micro", micro, 2)))
      return failure();
    for (unsigned axis = 0; axis < 2; ++axis)
      if (tile[axis] % micro[axis] != 0)
        return emitError() << "tile " << "MN"[axis] << " " << tile[axis]
                           << " is not a multiple of the micro-kernel's "
                           << micro[axis];
    if (micro[0] * micro[1] > 32)
      return emitError() << "micro-kernel of " << micro[0] << " x " << micro[1]
                         << " needs " << micro[0] * micro[1]
                         << " accumulators, more than the 32 vector registers";
    return success();
  }

  if (!micro.empty())
    return emitError() << "'micro' belongs to family cpu";
  if (failed(checkList("warps", warps, 2)) ||
      failed(checkList("lanes", lanes, 3)))
    return failure();
  if (lanes[0] * lanes[1] * lanes[2] != 32)
    return emitError() << "lanes " << lanes[0] << " x " << lanes[1] << " x "
                       << lanes[2] << " make " << lanes[0] * lanes[1] * lanes[2]
                       << ", a warp has 32";
  if (warps[0] * warps[1] > 32)
    return emitError() << "warps " << warps[0] << " x " << warps[1] << " make "
                       << warps[0] * warps[1] * 32
                       << " threads, a block has at most 1024";
  int64_t unit[3] = {warps[0] * lanes[0], warps[1] * lanes[1],
                     lanes[2] * vector};
  for (unsigned axis = 0; axis < 3; ++axis)
    if (tile[axis] % unit[axis] != 0)
      return emitError() << "tile " << "MNK"[axis] << " " << tile[axis]
                         << " is not a multiple of the " << unit[axis]
                         << " elements that the block's threads hold at once "
                            "along it";
  int64_t rm = tile[0] / unit[0], rn = tile[1] / unit[1],
          rk = tile[2] / lanes[2];
  // Accumulators, one step's operands, and about 40 for addresses.
  int64_t registers = rm * rn + (rm + rn) * rk + 40;
  if (registers > 255)
    return emitError() << "needs about " << registers << " registers a thread ("
                       << rm << " x " << rn << " results and " << rm + rn
                       << " rows of " << rk
                       << " elements), the limit is 255: make the tile "
                          "smaller or use more warps";
  return success();
}

int64_t ScheduleAttr::getThreads() const {
  return getFamily() == Family::cpu ? 1 : getWarps()[0] * getWarps()[1] * 32;
}

int64_t ScheduleAttr::getRegisterExtent(unsigned axis) const {
  assert(getFamily() == Family::simt && "only simt spreads tiles over lanes");
  if (axis == 2)
    return getTileK() / (getLanes()[2] * getVector());
  return getTile()[axis] / (getWarps()[axis] * getLanes()[axis]);
}

//===----------------------------------------------------------------------===//
// TargetAttr
//===----------------------------------------------------------------------===//

LogicalResult TargetAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringRef arch, int64_t sms,
                                 int64_t sharedBytes, int64_t registers) {
  if (arch != "cpu" && arch != "sm_90" && arch != "sm_90a")
    return emitError() << "unknown arch \"" << arch
                       << "\"; known are cpu, sm_90 and sm_90a";
  if (sms < 1 || sharedBytes < 0 || registers < 0)
    return emitError() << "needs at least 1 multiprocessor and no negative "
                          "limits, got sms = "
                       << sms << ", shared_bytes = " << sharedBytes
                       << ", registers = " << registers;
  return success();
}

TargetAttr TargetAttr::forArch(MLIRContext *context, StringRef arch) {
  if (arch == "cpu")
    return get(context, arch, /*sms=*/1, /*shared_bytes=*/0, /*registers=*/0);
  // H100 and H200: 132 multiprocessors, 227 KiB of shared memory per block.
  if (arch == "sm_90" || arch == "sm_90a")
    return get(context, arch, /*sms=*/132, /*shared_bytes=*/232448,
               /*registers=*/255);
  return {};
}
