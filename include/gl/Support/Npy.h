//===- Npy.h - Reading and writing NumPy's .npy files -----------*- C++ -*-===//
//
// The file format of the tools' inputs and outputs (NumPy's NEP 1). Reading
// takes versions 1.0, 2.0 and 3.0, both byte orders and both element orders.
// NumPy's own types lack bf16 and f8, so the files use what the ml_dtypes
// package makes NumPy write for them:
//
//   dtype     read from              written as
//   f16       <f2 >f2 =f2            <f2
//   f32       <f4 >f4 =f4            <f4
//   f64       <f8 >f8 =f8            <f8
//   bf16      <V2 |V2                <V2
//   f8E4M3FN  <V1 |V1                <V1
//   f8E5M2    <f1 |f1                <f1
//
// In Python, np.load(f).view(ml_dtypes.bfloat16) gives a bf16 file its type
// back, and np.save of a bfloat16 array writes one. np.load rejects '<f1'.
// Every other dtype (integers, complex, structured, ...) is refused.
//
//===----------------------------------------------------------------------===//
#ifndef GL_SUPPORT_NPY_H
#define GL_SUPPORT_NPY_H

#include "gl/Support/HostArray.h"

#include <optional>
#include <string>

namespace gl {

/// Reads a .npy file. The array has the file's dtype (f64 is not narrowed; see
/// HostArray::convert) and is without gaps: row-major, or with the first dim
/// fastest if the file says fortran_order. Only a regular file is read. The
/// file must end with the last element; every error starts with the path, and
/// one about sizes has the expected and the actual number of bytes.
std::optional<HostArray> readNpy(const std::string &path, std::string &error);

/// Writes an array of any strides as a row-major little-endian .npy file of
/// version 1.0 (2.0 if the header is too long for it). The data goes to a
/// temporary file in the same folder, which is renamed when complete: after a
/// failure `path` is what it was before. A symbolic link is followed. A device
/// or pipe, such as /dev/stdout, is written to directly.
bool writeNpy(const std::string &path, const HostArray &array,
              std::string &error);

} // namespace gl

#endif // GL_SUPPORT_NPY_H
