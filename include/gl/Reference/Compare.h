//===- Compare.h - Is a result as good as it must be? -----------*- C++ -*-===//
//
// Compares what a compiled function computed with the float64 reference.
//
// Let y be the result, r the reference and q its rounding, once, to y's dtype;
// t is the reference rounded after every operation (ReferenceOptions), if
// given. With E(a) = ||a - r|| / ||r|| in the Frobenius norm (0 if a = r), the
// result passes if E(y) <= bar, where
//
//   bar = max(base, 1.05 max(E(q), E(t)))   for f32; base is 1e-6 for `ieee`,
//                                           2e-6 for `tf32x3`, 1e-3 for `tf32`
//   bar = 1e-6 + 1.05 max(E(q), E(t))       for narrower dtypes
//
// Products of f8 on a GPU, whose tensor cores keep few bits of short sums, have
// 2e-3 for that, which is what such sums cost the vendor's library; since it
// has nothing to do with the rounding of the result, the two add up as squares:
//
//   bar = sqrt((2e-3)^2 + (1.05 max(E(q), E(t)))^2)
//
// So a narrow result may be no worse than one rounding of the ideal, or than
// the program as it is typed, whichever is worse; 1e-6 is left for the f32
// arithmetic inside. Besides, whatever the bar, an element must be NaN where q
// is, the same infinity where q is one, and finite elsewhere; elements where q
// is not finite are not part of the norms.
//
//===----------------------------------------------------------------------===//

#ifndef GL_REFERENCE_COMPARE_H
#define GL_REFERENCE_COMPARE_H

#include "gl/Dialect/GL/IR/GLDialect.h"
#include "gl/Support/HostArray.h"
#include <optional>
#include <string>

namespace mlir::gl {

struct CompareOptions {
  /// The lowest precision that a product of the program asks for.
  Precision precision = Precision::ieee;
  /// Whether products of f8 were computed by a GPU.
  bool hasF8Sums = false;
  /// A bar for E(y) in place of the one above.
  std::optional<double> tolerance;
  /// A bar for the largest |y - r|, besides that for E(y).
  std::optional<double> maxAbs;
  /// Demands y = q, bit for bit (any NaN equals any other), and nothing else.
  bool exact = false;
};

struct Comparison {
  bool pass = false;
  double relativeError = 0; ///< E(y)
  double maxAbsError = 0;   ///< largest |y - r| of the elements in the norms
  double bar = 0;           ///< for E(y); 0 if exact
  /// Why it failed: the element with the largest error or the first one of the
  /// wrong kind, with its index, the expected and the actual value.
  std::string reason;
};

/// `actual` has any dtype but f64, `ideal` and `typed` are f64; all have the
/// same shape. `typed` may be null.
Comparison compareWithReference(const ::gl::HostArray &actual,
                                const ::gl::HostArray &ideal,
                                const ::gl::HostArray *typed,
                                const CompareOptions &options);

} // namespace mlir::gl

#endif // GL_REFERENCE_COMPARE_H
