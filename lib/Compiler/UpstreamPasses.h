//===- UpstreamPasses.h - The upstream passes that gl's tools offer -------===//
//
// Private to lib/Compiler; see UpstreamPasses.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef GL_LIB_COMPILER_UPSTREAMPASSES_H
#define GL_LIB_COMPILER_UPSTREAMPASSES_H

namespace mlir {
class DialectRegistry;
}

namespace mlir::gl {

/// Attaches the implementations of interfaces that the upstream passes need.
void registerUpstreamInterfaces(DialectRegistry &registry);

/// Registers the upstream passes for use by name.
void registerUpstreamPasses();

} // namespace mlir::gl

#endif // GL_LIB_COMPILER_UPSTREAMPASSES_H
