//===- NpyTestUtil.h - Files for the .npy tests -----------------*- C++ -*-===//
#ifndef GL_UNITTEST_SUPPORT_NPYTESTUTIL_H
#define GL_UNITTEST_SUPPORT_NPYTESTUTIL_H

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <stdlib.h>

/// Gives each test an empty folder and removes it afterwards.
class NpyFiles : public ::testing::Test {
protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "gl-npy-XXXXXX";
    ASSERT_NE(::mkdtemp(&pattern[0]), nullptr);
    folder = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::string path(const std::string &name) const {
    return folder + "/" + name;
  }

  void put(const std::string &name, const std::string &bytes) const {
    std::ofstream out(path(name), std::ios::binary);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    ASSERT_TRUE(out.flush());
  }

  std::string slurp(const std::string &name) const {
    std::ifstream in(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  size_t filesInFolder() const {
    return static_cast<size_t>(
        std::distance(std::filesystem::directory_iterator(folder), {}));
  }

  /// A file of the given version around this header and data; the header is
  /// taken as it is.
  static std::string npy(int version, const std::string &header,
                         const std::string &data) {
    std::string bytes = "\x93NUMPY";
    bytes += static_cast<char>(version);
    bytes += '\0';
    for (int byte = 0; byte < (version == 1 ? 2 : 4); ++byte)
      bytes += static_cast<char>(header.size() >> (8 * byte));
    return bytes + header + data;
  }

  static std::string dict(const std::string &descr, const std::string &shape,
                          const std::string &fortran = "False") {
    return "{'descr': " + descr + ", 'fortran_order': " + fortran +
           ", 'shape': " + shape + ", }\n";
  }

  std::string folder;
};

#endif // GL_UNITTEST_SUPPORT_NPYTESTUTIL_H
