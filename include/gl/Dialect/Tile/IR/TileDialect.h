//===- TileDialect.h - The tile dialect --------------------------*- C++
//-*-===//
//
// Declares the dialect and its attributes. See docs/TileDialect.md.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_TILE_IR_TILEDIALECT_H
#define GL_DIALECT_TILE_IR_TILEDIALECT_H

#include "gl/Dialect/GL/IR/GLDialect.h"
#include "gl/Dialect/Tile/IR/Layout.h"
#include "gl/Dialect/Tile/IR/SharedLayout.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/TensorEncoding.h"

#include "gl/Dialect/Tile/IR/TileDialect.h.inc"
#include "gl/Dialect/Tile/IR/TileEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "gl/Dialect/Tile/IR/TileAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "gl/Dialect/Tile/IR/TileTypes.h.inc"

#endif // GL_DIALECT_TILE_IR_TILEDIALECT_H
