//===-- HeadersTest.cpp - The headers in other modes ----------------------===//
//
// The C headers compile as C, and the C++ layer without exceptions and RTTI
// (the test's build file sets those flags for LayerWithoutExceptions.cpp).
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include <string>

extern "C" const char *gl_test_version_from_c(void);
std::string messageWithoutExceptions();

namespace {

TEST(Headers, InC) { EXPECT_STREQ(gl_test_version_from_c(), "0.1.0"); }

TEST(Headers, WithoutExceptions) {
  EXPECT_EQ(messageWithoutExceptions(),
            "not a gl bundle: 3 bytes, expected at least 24");
}

} // namespace
