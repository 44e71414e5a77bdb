//===- SharedLayout.cpp - Tiles in shared memory --------------------------===//
//
// See SharedLayout.h.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/SharedLayout.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>

using namespace mlir::tile;

SharedLayout::SharedLayout(llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                           unsigned along, int64_t panelBytes)
    : rows(shape[1 - along]), elementBytes(elementBytes),
      pitch(shape[along] * elementBytes), along(along) {
  assert(pitch % kChunkBytes == 0 && "rows are made of whole chunks");
  if (panelBytes != 0) {
    assert(pitch % panelBytes == 0 && "rows are made of whole panels");
    panels = pitch / panelBytes;
    pitch = panelBytes;
  }
  int64_t chunks = pitch / kChunkBytes;
  if (!llvm::isPowerOf2_64(chunks)) {
    pitch = (chunks | 1) * kChunkBytes;
    return;
  }
  // All banks together hold one line of 8 chunks; shorter rows share a line.
  constexpr int64_t kLineChunks = kBanks * kBankBytes / kChunkBytes;
  mask = std::min(chunks, kLineChunks) - 1;
  rowsPerStep = std::max<int64_t>(1, kLineChunks / chunks);
  // Fragments of 4-byte elements whose rows run across the reduction are read
  // word by word, 8 words of each of 4 rows at a time: two chunks a row.
  if (panelBytes == 0 && along == 0 && elementBytes == 4 && mask > 1)
    step = 2;
}

int64_t SharedLayout::getOffset(llvm::ArrayRef<int64_t> coordinates) const {
  int64_t row = coordinates[1 - along];
  int64_t byte = coordinates[along] * elementBytes;
  int64_t panel = 0;
  if (panels != 1) {
    panel = byte / pitch;
    byte %= pitch;
  }
  int64_t chunk = byte / kChunkBytes ^ getSwizzle(row);
  return panel * getPanelBytes() + row * pitch + chunk * kChunkBytes +
         byte % kChunkBytes;
}

int64_t SharedLayout::countBankConflicts(llvm::ArrayRef<int64_t> offsets,
                                         int64_t bytes) {
  constexpr int64_t kPhaseBytes = kBanks * kBankBytes;
  int64_t words = std::max<int64_t>(1, bytes / kBankBytes);
  int64_t lanes = kPhaseBytes / (words * kBankBytes);
  int64_t conflicts = 0;
  for (size_t first = 0; first < offsets.size(); first += lanes) {
    llvm::DenseSet<int64_t> wanted;
    int64_t perBank[kBanks] = {}, most = 1;
    for (int64_t offset :
         offsets.slice(first, std::min<size_t>(lanes, offsets.size() - first)))
      for (int64_t word = 0; word < words; ++word) {
        int64_t address = offset / kBankBytes + word;
        // Lanes that want the same word share it.
        if (wanted.insert(address).second)
          most = std::max(most, ++perBank[address % kBanks]);
      }
    conflicts += most - 1;
  }
  return conflicts;
}
