//===- NpyTest.cpp - .npy files read and written --------------------------===//
//
// Files are compared with bytes written by hand here, never with what the
// writer itself would make.
//
//===----------------------------------------------------------------------===//
#include "NpyTestUtil.h"

#include "gl/Support/Npy.h"

#include <clocale>
#include <csignal>
#include <cstring>
#include <locale>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace gl;

namespace {

using Dims = std::vector<int64_t>;

std::string bytes(std::initializer_list<int> values) {
  std::string result;
  for (int value : values)
    result += static_cast<char>(value);
  return result;
}

/// What NumPy 2 writes for np.array([[1, 2, 3], [-1, 0.5, 0]], 'f4').
const std::string numpyF4 =
    bytes({0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 0x76, 0}) +
    "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }" +
    std::string(58, ' ') + "\n" +
    bytes({0, 0, 0x80, 0x3F, 0, 0, 0, 0x40, 0, 0, 0x40, 0x40,
           0, 0, 0x80, 0xBF, 0, 0, 0, 0x3F, 0, 0, 0,    0});

HostArray make(DType dtype, Dims shape, Dims strides,
               std::initializer_list<double> values) {
  std::string error;
  std::optional<HostArray> array =
      HostArray::create(dtype, shape, strides, error);
  EXPECT_TRUE(array) << error;
  int64_t i = 0;
  for (double value : values)
    array->setFlat(i++, value);
  EXPECT_EQ(i, array->numElements());
  return std::move(*array);
}

class NpyTest : public NpyFiles {
protected:
  HostArray read(const std::string &contents) {
    put("in.npy", contents);
    std::string error;
    std::optional<HostArray> array = readNpy(path("in.npy"), error);
    EXPECT_TRUE(array) << error;
    return array ? std::move(*array) : make(DType::F32, {0}, {1}, {});
  }
};

void expectValues(const HostArray &array, std::vector<double> values) {
  ASSERT_EQ(array.numElements(), static_cast<int64_t>(values.size()));
  for (size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(array.getFlat(static_cast<int64_t>(i)), values[i]) << i;
}

TEST_F(NpyTest, ReadsNumPysBytes) {
  ASSERT_EQ(numpyF4.size(), 128u + 24u);
  HostArray array = read(numpyF4);
  EXPECT_EQ(array.dtype(), DType::F32);
  EXPECT_EQ(array.shape(), (Dims{2, 3}));
  EXPECT_EQ(array.strides(), (Dims{3, 1}));
  expectValues(array, {1, 2, 3, -1, 0.5, 0});
}

TEST_F(NpyTest, WritesNumPysBytes) {
  HostArray array = make(DType::F32, {2, 3}, {3, 1}, {1, 2, 3, -1, 0.5, 0});
  std::string error;
  ASSERT_TRUE(writeNpy(path("out.npy"), array, error)) << error;
  EXPECT_EQ(slurp("out.npy"), numpyF4);
  EXPECT_EQ(filesInFolder(), 1u) << "a temporary file is left";
}

TEST_F(NpyTest, WritesStridedArraysInRowMajorOrder) {
  std::string error;
  for (Dims strides : {Dims{1, 2}, Dims{10, 3}, Dims{-3, -1}, Dims{1, -2}}) {
    HostArray array = make(DType::F32, {2, 3}, strides, {1, 2, 3, -1, 0.5, 0});
    ASSERT_TRUE(writeNpy(path("out.npy"), array, error)) << error;
    EXPECT_EQ(slurp("out.npy"), numpyF4) << formatTuple(strides);
  }
}

TEST_F(NpyTest, WritesStridedArraysLongerThanABlock) {
  std::string error;
  std::optional<HostArray> array =
      HostArray::create(DType::F32, {700, 1000}, {1, 700}, error);
  ASSERT_TRUE(array) << error;
  for (int64_t i = 0; i < 700000; ++i)
    array->setFlat(i, double(i));
  ASSERT_TRUE(writeNpy(path("out.npy"), *array, error)) << error;
  std::string contents = slurp("out.npy");
  ASSERT_EQ(contents.size(), 128u + 2800000u);
  for (int64_t i = 0; i < 700000; ++i)
    ASSERT_EQ(loadElement(DType::F32, contents.data() + 128 + i * 4),
              double(i));
}

TEST_F(NpyTest, Versions) {
  std::string data = bytes({0, 0, 0x80, 0x3F});
  for (int version : {1, 2, 3}) {
    HostArray array = read(npy(version, dict("'<f4'", "(1,)"), data));
    expectValues(array, {1.0});
  }
}

TEST_F(NpyTest, LongHeaders) {
  std::string data = bytes({0, 0, 0x80, 0x3F});
  std::string header = dict("'<f4'", "(1,)");
  for (auto [version, length] :
       {std::pair(1, 255), std::pair(1, 256), std::pair(1, 300),
        std::pair(1, 65535), std::pair(2, 65536), std::pair(3, 70000)}) {
    std::string padded = header;
    padded.insert(padded.size() - 1, size_t(length) - padded.size(), ' ');
    ASSERT_EQ(padded.size(), size_t(length));
    expectValues(read(npy(version, padded, data)), {1.0});
  }
}

TEST_F(NpyTest, WritesVersion2ForALongHeader) {
  Dims shape(30000, 1);
  std::string error;
  std::optional<HostArray> array = HostArray::create(DType::F64, shape, error);
  ASSERT_TRUE(array) << error;
  array->setFlat(0, 1.0);
  ASSERT_TRUE(writeNpy(path("out.npy"), *array, error)) << error;
  std::string contents = slurp("out.npy");
  // 3 characters per dim, 52 around them, a newline, 12 bytes in front; to 64.
  size_t preamble = (12 + 52 + 3 * 30000 + 1 + 63) / 64 * 64;
  ASSERT_EQ(contents.size(), preamble + 8);
  size_t header = preamble - 12;
  EXPECT_EQ(contents.substr(0, 12),
            bytes({0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0, int(header & 0xFF),
                   int(header >> 8 & 0xFF), int(header >> 16), 0}));
  HostArray back = read(contents);
  EXPECT_EQ(back.shape(), shape);
  expectValues(back, {1.0});
}

TEST_F(NpyTest, DTypesAndByteOrders) {
  struct {
    const char *descr;
    std::string data;
    DType dtype;
  } table[] = {
      // -1.5 and 2 in each type.
      {"<f2", bytes({0x00, 0xBE, 0x00, 0x40}), DType::F16},
      {">f2", bytes({0xBE, 0x00, 0x40, 0x00}), DType::F16},
      {"<f4", bytes({0, 0, 0xC0, 0xBF, 0, 0, 0, 0x40}), DType::F32},
      {">f4", bytes({0xBF, 0xC0, 0, 0, 0x40, 0, 0, 0}), DType::F32},
      {"<f8", bytes({0, 0, 0, 0, 0, 0, 0xF8, 0xBF, 0, 0, 0, 0, 0, 0, 0, 0x40}),
       DType::F64},
      {">f8", bytes({0xBF, 0xF8, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0}),
       DType::F64},
      {"<V2", bytes({0xC0, 0xBF, 0x00, 0x40}), DType::BF16},
      {"|V2", bytes({0xC0, 0xBF, 0x00, 0x40}), DType::BF16},
      {"<V1", bytes({0xBC, 0x40}), DType::F8E4M3FN},
      {"|V1", bytes({0xBC, 0x40}), DType::F8E4M3FN},
      {"<f1", bytes({0xBE, 0x40}), DType::F8E5M2},
      {"|f1", bytes({0xBE, 0x40}), DType::F8E5M2},
  };
  for (const auto &row : table) {
    SCOPED_TRACE(row.descr);
    std::string header = dict("'" + std::string(row.descr) + "'", "(2,)");
    HostArray array = read(npy(1, header, row.data));
    EXPECT_EQ(array.dtype(), row.dtype);
    expectValues(array, {-1.5, 2.0});
  }
}

TEST_F(NpyTest, NativeByteOrder) {
  float values[2] = {-1.5f, 2.0f};
  std::string data(8, '\0');
  std::memcpy(&data[0], values, 8);
  expectValues(read(npy(1, dict("'=f4'", "(2,)"), data)), {-1.5, 2.0});
}

TEST_F(NpyTest, WritesEveryDType) {
  struct {
    DType dtype;
    const char *descr;
    std::string data;
  } table[] = {
      {DType::F16, "<f2", bytes({0x00, 0xBE, 0x00, 0x40})},
      {DType::F32, "<f4", bytes({0, 0, 0xC0, 0xBF, 0, 0, 0, 0x40})},
      {DType::F64, "<f8",
       bytes({0, 0, 0, 0, 0, 0, 0xF8, 0xBF, 0, 0, 0, 0, 0, 0, 0, 0x40})},
      {DType::BF16, "<V2", bytes({0xC0, 0xBF, 0x00, 0x40})},
      {DType::F8E4M3FN, "<V1", bytes({0xBC, 0x40})},
      {DType::F8E5M2, "<f1", bytes({0xBE, 0x40})},
  };
  for (const auto &row : table) {
    HostArray array = make(row.dtype, {2}, {1}, {-1.5, 2.0});
    std::string error;
    ASSERT_TRUE(writeNpy(path("out.npy"), array, error)) << error;
    std::string contents = slurp("out.npy");
    EXPECT_EQ(contents.substr(10, 57),
              "{'descr': '" + std::string(row.descr) +
                  "', 'fortran_order': False, 'shape': (2,), }");
    EXPECT_EQ(contents.substr(128), row.data) << row.descr;
    HostArray back = read(contents);
    EXPECT_EQ(back.dtype(), row.dtype);
    expectValues(back, {-1.5, 2.0});
  }
}

TEST_F(NpyTest, KeepsNaNBits) {
  std::string data = bytes({0x01, 0x7C, 0xFF, 0xFF, 0x00, 0x7C});
  HostArray array = read(npy(1, dict("'<f2'", "(3,)"), data));
  std::string error;
  ASSERT_TRUE(writeNpy(path("out.npy"), array, error)) << error;
  EXPECT_EQ(slurp("out.npy").substr(128), data);
}

TEST_F(NpyTest, FortranOrder) {
  std::string data = bytes(
      {0x00, 0x3C, 0x00, 0x40, 0x00, 0x42, 0x00, 0x44, 0x00, 0x45, 0x00, 0x46});
  HostArray array = read(npy(1, dict("'<f2'", "(2, 3)", "True"), data));
  EXPECT_EQ(array.shape(), (Dims{2, 3}));
  EXPECT_EQ(array.strides(), (Dims{1, 2}));
  expectValues(array, {1, 3, 5, 2, 4, 6});
}

TEST_F(NpyTest, ScalarsAndEmptyArrays) {
  HostArray scalar = read(npy(1, dict("'<f4'", "()"), bytes({0, 0, 0, 0x3F})));
  EXPECT_EQ(scalar.shape(), Dims{});
  expectValues(scalar, {0.5});
  std::string error;
  ASSERT_TRUE(writeNpy(path("out.npy"), scalar, error)) << error;
  EXPECT_EQ(slurp("out.npy").substr(10, 55),
            "{'descr': '<f4', 'fortran_order': False, 'shape': (), }");
  EXPECT_EQ(slurp("out.npy").size(), 128u + 4u);

  HostArray empty = read(npy(1, dict("'<f4'", "(3, 0)"), ""));
  EXPECT_EQ(empty.shape(), (Dims{3, 0}));
  EXPECT_EQ(empty.numElements(), 0);
  ASSERT_TRUE(writeNpy(path("out.npy"), empty, error)) << error;
  EXPECT_EQ(slurp("out.npy").size(), 128u);
}

TEST_F(NpyTest, AcceptsOtherSpellings) {
  std::string data = bytes({0, 0, 0x80, 0x3F});
  for (const char *header :
       {"{'descr':'<f4','fortran_order':False,'shape':(1,)}",
        "{\"shape\": (1L,), \"descr\": \"<f4\", \"fortran_order\": False}\n\n",
        " {\n'fortran_order': False,\t'shape': (1, 1, 1, 1), 'descr': "
        "'<f4',\n}",
        "{'descr': '<f4', 'fortran_order': True, 'shape': (0001 , ) , }   "}) {
    SCOPED_TRACE(header);
    expectValues(read(npy(1, header, data)), {1.0});
  }
}

/// Numbers as in German text: 1.234,5.
struct GermanNumbers : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST_F(NpyTest, LocaleDoesNotMatter) {
  std::locale before =
      std::locale::global(std::locale(std::locale(), new GermanNumbers));
  std::string old = std::setlocale(LC_ALL, nullptr);
  for (const char *name : {"de_DE.UTF-8", "de_DE.utf8", "de_DE"})
    if (std::setlocale(LC_ALL, name))
      break;
  std::string error;
  std::optional<HostArray> array =
      HostArray::create(DType::F32, {1234, 2}, error);
  bool written = array && writeNpy(path("out.npy"), *array, error);
  std::optional<HostArray> back = readNpy(path("out.npy"), error);
  std::setlocale(LC_ALL, old.c_str());
  std::locale::global(before);
  ASSERT_TRUE(written && back) << error;
  EXPECT_EQ(back->shape(), (Dims{1234, 2}));
  EXPECT_NE(slurp("out.npy").find("'shape': (1234, 2), }"), std::string::npos);
}

TEST_F(NpyTest, ReplacesAFileAndFollowsLinks) {
  put("real.npy", "old");
  ASSERT_EQ(::symlink("real.npy", path("link.npy").c_str()), 0);
  HostArray array = make(DType::F32, {2, 3}, {3, 1}, {1, 2, 3, -1, 0.5, 0});
  std::string error;
  ASSERT_TRUE(writeNpy(path("link.npy"), array, error)) << error;
  EXPECT_TRUE(std::filesystem::is_symlink(path("link.npy")));
  EXPECT_EQ(slurp("real.npy"), numpyF4);
  EXPECT_EQ(filesInFolder(), 2u);
}

TEST_F(NpyTest, FailedWriteLeavesTheOldFile) {
  put("out.npy", "old");
  std::string error;
  std::optional<HostArray> array =
      HostArray::create(DType::F32, {100000}, error);
  ASSERT_TRUE(array) << error;

  // A limit on the size of files stands in for a full disk.
  struct rlimit before, small;
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  small = before;
  small.rlim_cur = 4096;
  auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  bool existing = writeNpy(path("out.npy"), *array, error);
  std::string second;
  bool fresh = writeNpy(path("new.npy"), *array, second);
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);

  EXPECT_FALSE(existing);
  EXPECT_EQ(error, path("out.npy") + ": cannot write: File too large");
  EXPECT_FALSE(fresh);
  EXPECT_EQ(second, path("new.npy") + ": cannot write: File too large");
  EXPECT_EQ(slurp("out.npy"), "old");
  EXPECT_EQ(filesInFolder(), 1u) << "a temporary or half-written file is left";
}

TEST_F(NpyTest, WriteErrors) {
  HostArray array = make(DType::F32, {1}, {1}, {1.0});
  std::string error;
  EXPECT_FALSE(writeNpy(path("no/such/y.npy"), array, error));
  EXPECT_EQ(error, path("no/such/y.npy") +
                       ": cannot create: No such file or directory");
  EXPECT_FALSE(writeNpy(folder, array, error));
  EXPECT_EQ(error, folder + ": cannot write: Is a directory");
  EXPECT_FALSE(writeNpy("", array, error));
  EXPECT_EQ(error, ": cannot write: No such file or directory");
  if (::access("/dev/full", W_OK) == 0) {
    EXPECT_FALSE(writeNpy("/dev/full", array, error));
    EXPECT_EQ(error, "/dev/full: cannot write: No space left on device");
    struct stat status;
    ASSERT_EQ(::stat("/dev/full", &status), 0);
    EXPECT_TRUE(S_ISCHR(status.st_mode)) << "the device was replaced";
  }
  EXPECT_EQ(filesInFolder(), 0u);
}

} // namespace
