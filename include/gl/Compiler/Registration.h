//===- Registration.h - Everything gl's tools know ---------------*- C++
//-*-===//
//
// One place that registers the dialects, passes and pipelines that the tools
// share.
//
//===----------------------------------------------------------------------===//

#ifndef GL_COMPILER_REGISTRATION_H
#define GL_COMPILER_REGISTRATION_H

namespace mlir {
class DialectRegistry;
}

namespace mlir::gl {

/// gl, tile and the upstream dialects that their pipelines meet.
void registerAllDialects(DialectRegistry &registry);

/// gl's passes and named pipelines, and the upstream passes that are useful
/// with them.
void registerAllPasses();

} // namespace mlir::gl

#endif // GL_COMPILER_REGISTRATION_H
