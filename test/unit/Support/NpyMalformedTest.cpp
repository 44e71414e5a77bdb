//===- NpyMalformedTest.cpp - .npy files that must be refused -------------===//
//
// One row per way in which a file can be wrong, with the message it must get.
//
//===----------------------------------------------------------------------===//
#include "NpyTestUtil.h"

#include "gl/Support/Npy.h"

#include <sys/stat.h>
#include <unistd.h>

using namespace gl;

namespace {

class NpyMalformed : public NpyFiles {
protected:
  /// The message without the path in front, or what went wrong here.
  std::string refusal(const std::string &contents) {
    put("in.npy", contents);
    return refusalOf("in.npy");
  }

  std::string refusalOf(const std::string &name) {
    std::string error;
    if (readNpy(path(name), error))
      return "accepted";
    std::string prefix = path(name) + ": ";
    if (error.compare(0, prefix.size(), prefix) != 0)
      return "no path in: " + error;
    return error.substr(prefix.size());
  }
};

TEST_F(NpyMalformed, Preamble) {
  std::string good = npy(1, dict("'<f4'", "(1,)"), std::string(4, '\0'));
  EXPECT_EQ(refusal(good), "accepted");
  EXPECT_EQ(refusal(""), "not a .npy file: it does not start with \\x93NUMPY "
                         "(0 bytes)");
  EXPECT_EQ(refusal("PK\x03\x04 a zip file"),
            "not a .npy file: it does not start with \\x93NUMPY (15 bytes)");
  EXPECT_EQ(refusal(good.substr(0, 5)),
            "not a .npy file: it does not start with \\x93NUMPY (5 bytes)");
  EXPECT_EQ(refusal(good.substr(0, 7)),
            "cut short: expected at least 10 bytes, the file has 7");
  EXPECT_EQ(refusal(good.substr(0, 9)),
            "cut short: expected at least 10 bytes, the file has 9");
  EXPECT_EQ(refusal(npy(2, "", "").substr(0, 11)),
            "cut short: expected at least 12 bytes, the file has 11");
  EXPECT_EQ(refusal(good.substr(0, 40)),
            "the header should end at byte 68, the file has 40 bytes");
  std::string huge = npy(2, "", "");
  huge.replace(8, 4, "\xFF\xFF\xFF\xFF");
  EXPECT_EQ(refusal(huge), "the header should end at byte 4294967307, the file "
                           "has 12 bytes");
  EXPECT_EQ(refusal(npy(0, "", "")), ".npy version 0.0 is not 1.0, 2.0 or 3.0");
  EXPECT_EQ(refusal(npy(4, "", "")), ".npy version 4.0 is not 1.0, 2.0 or 3.0");
  std::string minor = good;
  minor[7] = 1;
  EXPECT_EQ(refusal(minor), ".npy version 1.1 is not 1.0, 2.0 or 3.0");
  // 17 MiB of header that the file does have.
  EXPECT_EQ(refusal(npy(2, std::string(17 << 20, ' '), "")),
            "a header of 17825792 bytes is longer than the limit of 16777216");
}

TEST_F(NpyMalformed, Header) {
  struct {
    const char *header;
    const char *message;
  } table[] = {
      {"", "expected '{' at byte 0"},
      {"[]", "expected '{' at byte 0"},
      {"{", "expected a string at byte 1"},
      {"{}", "key 'descr' is missing"},
      {"{'descr': '<f4', 'fortran_order': False}", "key 'shape' is missing"},
      {"{'descr': '<f4', 'shape': (1,)}", "key 'fortran_order' is missing"},
      {"{'descr': '<f4', 'descr': '<f4'}", "key 'descr' appears twice"},
      {"{'descr': '<f4', 'order': 1}", "unknown key 'order'"},
      {"{'descr' '<f4'}", "expected ':' at byte 9"},
      {"{'descr': '<f4' 'shape': (1,)}", "expected '}' at byte 16"},
      {"{'descr': '<f4", "a string has no end"},
      {"{'descr': None}", "expected a string at byte 10"},
      {"{'descr': [('a', '<f4'", "the list of 'descr' has no end"},
      {"{'fortran_order': 0}", "'fortran_order' is neither True nor False"},
      {"{'fortran_order': true}", "'fortran_order' is neither True nor False"},
      {"{'shape': [1]}", "'shape' is not a tuple"},
      {"{'shape': 1}", "'shape' is not a tuple"},
      {"{'shape': (3)}", "'shape' is a number in parentheses, not a tuple"},
      {"{'shape': (,)}", "dim 0 of 'shape' is not an integer"},
      {"{'shape': (1,,2)}", "dim 1 of 'shape' is not an integer"},
      {"{'shape': (1.5,)}", "expected ')' at byte 12"},
      {"{'shape': (1e3,)}", "expected ')' at byte 12"},
      {"{'shape': (0x10,)}", "expected ')' at byte 12"},
      {"{'shape': (+1,)}", "dim 0 of 'shape' is not an integer"},
      {"{'shape': (None,)}", "dim 0 of 'shape' is not an integer"},
      {"{'shape': (2, -1)}", "dim 1 is negative: -1"},
      {"{'shape': (-0,)}", "dim 0 is negative: -0"},
      {"{'shape': (9223372036854775808,)}",
       "dim 0 is greater than 2^63 - 1: 9223372036854775808"},
      {"{'shape': (18446744073709551617,)}",
       "dim 0 is greater than 2^63 - 1: 18446744073709551617"},
      {"{'shape': (1, 2", "expected ')' at byte 15"},
      {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} 7",
       "text after the closing '}'"},
  };
  for (const auto &row : table)
    EXPECT_EQ(refusal(npy(1, row.header, std::string(4, '\0'))),
              "malformed header: " + std::string(row.message))
        << row.header;

  // The digits of a message are bounded.
  std::string digits(60, '9');
  EXPECT_EQ(refusal(npy(1, "{'shape': (" + digits + ",)}", "")),
            "malformed header: dim 0 is greater than 2^63 - 1: " +
                digits.substr(0, 40) + "...");
  EXPECT_EQ(refusal(npy(1, "{'" + std::string(200, 'k') + "\x01': 1}", "")),
            "malformed header: unknown key '" + std::string(100, 'k') + "'...");
}

TEST_F(NpyMalformed, DTypes) {
  for (const char *descr :
       {"<i4",     "<i8", "|i1", "|u1",     "|b1",     "<u2",  "<c8",
        ">c16",    "|O",  "<U3", "|S4",     "<M8[ns]", "|V3",  ">V2",
        "=V2",     ">V1", "<V4", "|f4",     "f4",      "<f16", "<f3",
        "float32", "",    "<",   "bfloat16"})
    EXPECT_EQ(refusal(npy(1, dict("'" + std::string(descr) + "'", "(1,)"),
                          std::string(4, '\0'))),
              "dtype '" + std::string(descr) +
                  "' is not supported; expected f2, f4 or f8 (f16, f32, f64), "
                  "V2 (bf16), V1 (f8E4M3FN) or f1 (f8E5M2)");
  EXPECT_EQ(refusal(npy(1, dict("[('a', '<f4'), (']', '<f4', (2,))]", "(1,)"),
                        std::string(12, '\0'))),
            "dtype '[('a', '<f4'), (']', '<f4', (2,))]' is not supported; "
            "expected f2, f4 or f8 (f16, f32, f64), V2 (bf16), V1 (f8E4M3FN) "
            "or f1 (f8E5M2)");
}

TEST_F(NpyMalformed, Sizes) {
  std::string header = dict("'<f4'", "(2, 3)");
  std::string tail = " of data for shape (2, 3) and dtype '<f4' after the "
                     "header of 70 bytes, the file has ";
  ASSERT_EQ(header.size() + 10, 70u);
  for (int actual : {0, 1, 23, 25, 28, 48})
    EXPECT_EQ(refusal(npy(1, header, std::string(size_t(actual), 'x'))),
              "expected 24 bytes" + tail + std::to_string(actual));
  EXPECT_EQ(refusal(npy(1, header, std::string(24, 'x'))), "accepted");

  // No memory is asked for before the size is known to be right.
  EXPECT_EQ(refusal(npy(1, dict("'<f8'", "(1099511627776, 8)"), "1234")),
            "expected 70368744177664 bytes of data for shape (1099511627776, "
            "8) and dtype '<f8' after the header of 82 bytes, the file has 4");
  // 2^32 + 1 elements, then 2^63 + 4 bytes: the low bits alone would fit.
  EXPECT_EQ(refusal(npy(1, dict("'<f4'", "(4294967297,)"), "1234")),
            "expected 17179869188 bytes of data for shape (4294967297,) and "
            "dtype '<f4' after the header of 77 bytes, the file has 4");
  EXPECT_EQ(refusal(npy(1, dict("'<f4'", "(2305843009213693953,)"), "1234")),
            "an array of shape (2305843009213693953,) and dtype '<f4' takes "
            "more than 2^63 - 1 bytes");
  EXPECT_EQ(refusal(npy(1, dict("'<f4'", "(4611686018427387904, 4, 0)"), "")),
            "an array of shape (4611686018427387904, 4, 0) and dtype '<f4' "
            "takes more than 2^63 - 1 bytes");
  EXPECT_EQ(refusal(npy(1, dict("'<f4'", "(0,)"), "x")),
            "expected 0 bytes of data for shape (0,) and dtype '<f4' after the "
            "header of 68 bytes, the file has 1");
}

TEST_F(NpyMalformed, FileOver4GiB) {
  // A sparse file one byte too long takes no room, yet 32-bit sizes would fit.
  std::string contents = npy(1, dict("'<f4'", "(1342177280,)"), "");
  put("in.npy", contents);
  off_t length = off_t(contents.size()) + (off_t(5) << 30) + 1;
  if (::truncate(path("in.npy").c_str(), length) != 0)
    GTEST_SKIP() << "the file system has no sparse files of 5 GiB";
  EXPECT_EQ(refusalOf("in.npy"),
            "expected 5368709120 bytes of data for shape (1342177280,) and "
            "dtype '<f4' after the header of 77 bytes, the file has "
            "5368709121");
}

TEST_F(NpyMalformed, NotAFile) {
  EXPECT_EQ(refusalOf("none.npy"), "cannot open: No such file or directory");
  EXPECT_EQ(refusalOf("."), "not a regular file");
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(refusalOf("pipe"), "not a regular file");
}

} // namespace
