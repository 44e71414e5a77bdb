//===- Header.cpp - A bundle as a C header --------------------------------===//
//
// See writeHeader in Bundle.h.
//
//===----------------------------------------------------------------------===//

#include "gl/Compiler/Bundle.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

void gl::writeHeader(llvm::raw_ostream &os, StringRef bundle, StringRef name) {
  std::string symbol;
  for (char c : name)
    symbol += llvm::isAlnum(c) ? c : '_';
  if (symbol.empty() || llvm::isDigit(symbol.front()))
    symbol.insert(symbol.begin(), '_');
  std::string guard = "GL_BUNDLE_" + StringRef(symbol).upper() + "_H";
  os << "/* Made by " << getCompilerVersion() << "; do not edit. */\n"
     << "#ifndef " << guard << "\n#define " << guard << "\n\n"
     << "#include <stddef.h>\n\n"
     << "static const unsigned char " << symbol << "_bundle[] = {";
  constexpr size_t kPerLine = 20;
  for (auto [i, byte] : llvm::enumerate(bundle.bytes()))
    os << (i % kPerLine == 0 ? "\n  " : " ") << static_cast<unsigned>(byte)
       << ",";
  os << "\n};\n"
     << "static const size_t " << symbol << "_bundle_size = sizeof(" << symbol
     << "_bundle);\n\n#endif\n";
}
