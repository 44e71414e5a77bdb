//===- CubinTest.cpp - The assembler's log and its absence ----------------===//
//
// What is read from the logs of ptxas and nvJitLink, and what is said when
// neither is there.
//
//===----------------------------------------------------------------------===//

#include "gl/Target/Cubin.h"
#include "gl/Target/ChipFacts.h"

#include "gtest/gtest.h"

using namespace mlir::gl;

namespace {

TEST(Cubin, ReadsTheLogOfPtxas) {
  auto kernels = parseResources(
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function 'k2' for 'sm_90a'\n"
      "ptxas info    : Function properties for k2\n"
      "    48 bytes stack frame, 40 bytes spill stores, 36 bytes spill loads\n"
      "ptxas info    : Used 168 registers, used 1 barriers, 48 bytes "
      "cumulative "
      "stack size\n"
      "ptxas info    : Compile time = 1.739 ms\n"
      "ptxas info    : Compiling entry function 'k' for 'sm_90a'\n"
      "ptxas info    : Function properties for k\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 8 registers, used 0 barriers, 64 bytes smem\n");
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].kernel, "k2");
  EXPECT_EQ(kernels[0].registers, 168);
  EXPECT_EQ(kernels[0].stackBytes, 48);
  EXPECT_EQ(kernels[0].spillStores, 40);
  EXPECT_EQ(kernels[0].spillLoads, 36);
  EXPECT_EQ(kernels[0].sharedBytes, 0);
  EXPECT_EQ(kernels[1].kernel, "k");
  EXPECT_EQ(kernels[1].registers, 8);
  EXPECT_EQ(kernels[1].sharedBytes, 64);
}

TEST(Cubin, ReadsTheLogOfNvJitLinkOnce) {
  auto kernels = parseResources(
      "ptxas info    : Compiling entry function 'k' for 'sm_90a'\n"
      "ptxas info    : Function properties for k\n"
      "ptxas         .     0 bytes stack frame, 4 bytes spill stores, 8 bytes "
      "spill loads\n"
      "ptxas info    : Used 8 registers, used 0 barriers, 64 bytes smem\n"
      "info    : 0 bytes gmem\n"
      "info    : Function properties for 'k':\n"
      "info    : used 9 registers, used 0 barriers, 0 stack, 1088 bytes "
      "smem\n");
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].registers, 8);
  EXPECT_EQ(kernels[0].sharedBytes, 64);
  EXPECT_EQ(kernels[0].spillStores, 4);
  EXPECT_EQ(kernels[0].spillLoads, 8);
}

TEST(Cubin, AllowsOneBlockWhereNothingLimitsRegisters) {
  std::string ptx = ".entry a(\n.param .u64 p\n)\n.reqntid 128\n{\nret;\n}\n"
                    ".entry ab(\n)\n.reqntid 384\n.maxnreg 168\n{\nret;\n}\n"
                    ".entry abc(\n)\n.reqntid 32\n{\nret;\n}\n";
  EXPECT_EQ(allowOneBlock(ptx, {"abc", "none", "ab", "a"}),
            ".entry a(\n.param .u64 p\n)\n.reqntid 128\n.minnctapersm 1\n"
            "{\nret;\n}\n"
            ".entry ab(\n)\n.reqntid 384\n.maxnreg 168\n{\nret;\n}\n"
            ".entry abc(\n)\n.reqntid 32\n.minnctapersm 1\n{\nret;\n}\n");
  EXPECT_EQ(allowOneBlock(ptx, {"ab"}), ptx);
  EXPECT_EQ(allowOneBlock(ptx, {}), ptx);
}

TEST(Cubin, SaysWhereItLooked) {
  AssemblerSearch search;
  search.libraries = {"/nowhere/libnvJitLink.so.13"};
  search.programs = {"/nowhere/ptxas"};
  llvm::Expected<Cubin> cubin = assemblePTX("", "sm_90a", search);
  ASSERT_FALSE(static_cast<bool>(cubin));
  EXPECT_TRUE(cubin.errorIsA<AssemblerNotFound>());
  EXPECT_EQ(llvm::toString(cubin.takeError()),
            "a cubin needs nvJitLink or ptxas of CUDA 12.0 or newer, and "
            "neither was found\n"
            "  no library /nowhere/libnvJitLink.so.13\n"
            "  no program /nowhere/ptxas");
}

TEST(Cubin, NamedPtxasIsTheOnlyCandidate) {
  AssemblerSearch search = AssemblerSearch::standard("/some/ptxas");
  EXPECT_TRUE(search.libraries.empty());
  ASSERT_EQ(search.programs.size(), 1u);
  EXPECT_EQ(search.programs.front(), "/some/ptxas");
}

TEST(ChipFacts, FloorIsTheSlowerOfWorkAndTraffic) {
  const ChipFacts *facts = getChipFacts("sm_90a");
  ASSERT_NE(facts, nullptr);
  EXPECT_DOUBLE_EQ(facts->floor(66.9e12, 0), 1.0);
  EXPECT_DOUBLE_EQ(facts->floor(66.9e12, 8.5e12), 2.0);
  EXPECT_EQ(getChipFacts("cpu"), nullptr);
}

} // namespace
