//===- GLOps.h - Operations of the gl dialect --------------------*- C++
//-*-===//
//
// See docs/GLDialect.md for the operations' documentation.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_GL_IR_GLOPS_H
#define GL_DIALECT_GL_IR_GLOPS_H

#include "gl/Dialect/GL/IR/GLDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "gl/Dialect/GL/IR/GLOps.h.inc"

#endif // GL_DIALECT_GL_IR_GLOPS_H
