//===- PanelsTest.cpp - Tiles in shared memory as the engine sees them ----===//
//
// Tiles in panels: every element has a place of its own, which is that of the
// copy engine, and what warps write there meets no bank conflict.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/SharedLayout.h"

#include "gtest/gtest.h"
#include <algorithm>
#include <vector>

using mlir::tile::SharedLayout;

namespace {

/// Calls `test(shared, shape)` for tiles of all kinds of elements, panels and
/// sides.
template <typename Test>
void forTiles(Test test) {
  for (int64_t bytes : {2, 4})
    for (unsigned along : {0u, 1u})
      for (int64_t panel : {32, 64, 128})
        for (int64_t panels : {1, 2, 3, 4})
          for (int64_t rows : {8, 16, 24, 64, 200, 256}) {
            int64_t shape[2] = {rows, panels * panel / bytes};
            if (along == 0)
              std::swap(shape[0], shape[1]);
            SCOPED_TRACE(testing::Message()
                         << shape[0] << " x " << shape[1] << " of " << bytes
                         << " bytes along " << along << ", panels of "
                         << panel);
            test(SharedLayout(shape, bytes, along, panel), shape, panel);
          }
}

TEST(Panels, EveryElementHasAPlaceOfItsOwn) {
  forTiles([](const SharedLayout &shared, const int64_t *shape, int64_t) {
    int64_t bytes = shared.getElementBytes();
    ASSERT_EQ(shared.getBytes(), shape[0] * shape[1] * bytes);
    std::vector<bool> taken(shape[0] * shape[1]);
    for (int64_t i = 0; i < shape[0]; ++i)
      for (int64_t j = 0; j < shape[1]; ++j) {
        int64_t offset = shared.getOffset({i, j});
        ASSERT_EQ(offset % bytes, 0);
        ASSERT_TRUE(offset >= 0 && offset < shared.getBytes());
        ASSERT_FALSE(taken[offset / bytes]) << i << ", " << j;
        taken[offset / bytes] = true;
      }
  });
}

TEST(Panels, LieWhereTheCopyEnginePutsThem) {
  // CUDA driver API, CU_TENSOR_MAP_SWIZZLE_*: chunks of 16 bytes are exchanged
  // by the number of the 128-byte line that they lie in, modulo the chunks of
  // the span.
  forTiles([](const SharedLayout &shared, const int64_t *shape, int64_t panel) {
    unsigned along = shared.getAlong();
    int64_t rows = shape[1 - along];
    EXPECT_EQ(shared.getPitch(), panel);
    EXPECT_EQ(shared.getPanelBytes(), rows * panel);
    EXPECT_EQ(shared.getNumPanels() * shared.getPanelBytes(),
              shared.getBytes());
    for (int64_t i = 0; i < shape[0]; ++i)
      for (int64_t j = 0; j < shape[1]; ++j) {
        int64_t place[2] = {i, j};
        int64_t byte = place[along] * shared.getElementBytes();
        int64_t linear = byte / panel * rows * panel +
                         place[1 - along] * panel + byte % panel;
        int64_t line = linear / 128, chunk = linear % panel / 16;
        int64_t moved = chunk ^ line % (panel / 16);
        ASSERT_EQ(shared.getOffset(place), linear + (moved - chunk) * 16);
      }
  });
}

TEST(Panels, RowsAndMatricesMeetNoBankConflict) {
  forTiles([](const SharedLayout &shared, const int64_t *shape, int64_t) {
    unsigned along = shared.getAlong();
    int64_t perChunk = SharedLayout::kChunkBytes / shared.getElementBytes();
    auto offsetOf = [&](int64_t row, int64_t chunk) {
      int64_t place[2];
      place[along] = chunk * perChunk;
      place[1 - along] = row;
      return shared.getOffset(place);
    };
    // One phase of stmatrix and ldmatrix: 8 rows of 16 bytes, below one
    // another.
    for (int64_t row = 0; row < shape[1 - along]; row += 8)
      for (int64_t chunk = 0; chunk * perChunk < shape[along]; ++chunk) {
        std::vector<int64_t> matrix;
        for (int64_t i = 0; i < 8; ++i)
          matrix.push_back(offsetOf(row + i, chunk));
        ASSERT_EQ(SharedLayout::countBankConflicts(matrix, 16), 0)
            << "matrix at row " << row << ", chunk " << chunk;
      }
    // Eight chunks that lie side by side: rows of one panel.
    int64_t perRow = shared.getPitch() / SharedLayout::kChunkBytes;
    int64_t rowsAtOnce = 8 / perRow;
    for (int64_t row = 0; row + rowsAtOnce <= shape[1 - along];
         row += rowsAtOnce)
      for (int64_t first = 0; first * perChunk < shape[along];
           first += perRow) {
        std::vector<int64_t> line;
        for (int64_t i = 0; i < 8; ++i)
          line.push_back(offsetOf(row + i / perRow, first + i % perRow));
        ASSERT_EQ(SharedLayout::countBankConflicts(line, 16), 0)
            << "rows from " << row << ", chunk " << first;
      }
  });
}

} // namespace
