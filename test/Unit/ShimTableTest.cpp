// The table of torch's C shim, and the releases that it speaks of.
#include "Shim/ShimTable.h"
#include "llvm/ADT/STLExtras.h"
#include <gtest/gtest.h>

using namespace aoti;

namespace {

TorchReleases release(llvm::StringRef Text) { return parseTorchReleases(Text).value(); }

TEST(TorchRelease, IsReadOrRefused) {
  EXPECT_EQ(release("2.9").name(), "2.9");
  EXPECT_EQ(release("2.9.0").name(), "2.9.0");
  EXPECT_EQ(release("2.13.1+cu128").name(), "2.13.1");
  EXPECT_EQ(release("2.11.0.dev20260110+cu128").name(), "2.11.0");
  EXPECT_EQ(release("2.9.0a0+50eac811a6.nv25.09").name(), "2.9.0");
  EXPECT_EQ(release("2.9rc1").name(), "2.9");
  EXPECT_EQ(release("2.9.1.post1").name(), "2.9.1");
  EXPECT_EQ((TorchRelease{9, 0}.name()), "2.9");
  EXPECT_EQ((TorchRelease{7, 1}.name()), "2.7.1");
  for (llvm::StringRef Text : {"", "2", "2.", "1.13", "3.0", "2.x", "2.9.", "2.9.x", "2.9.1.2",
                               "v2.9", "2.9+", "2.-1", "2.99999", "2.9rc", "2.9.dev", "2.9.0a0x", "2.9 "})
    EXPECT_FALSE(parseTorchReleases(Text)) << Text.str();
}

TEST(ShimTable, KnowsReleases) {
  EXPECT_TRUE(llvm::is_sorted(shimReleases()));
  EXPECT_EQ(shimReleases().front(), (TorchRelease{4, 0}));
  EXPECT_GE(shimReleases().back(), (TorchRelease{15, 0}));
}

TEST(ShimTable, SaysWhatAReleaseLacks) {
  const ShimFunction *Handle = findShimFunction("aoti_torch_new_tensor_handle");
  ASSERT_TRUE(Handle);
  EXPECT_EQ(Handle->first(), (TorchRelease{7, 0}));
  EXPECT_FALSE(Handle->last());
  EXPECT_TRUE(isMissingIn(*Handle, release("2.6")));
  EXPECT_FALSE(isMissingIn(*Handle, release("2.7")));
  EXPECT_FALSE(isMissingIn(*Handle, release("2.99")));
  const ShimFunction *Gone = findShimFunction("aoti_torch_cpu__qconv2d_pointwise_tensor");
  ASSERT_TRUE(Gone);
  EXPECT_TRUE(isMissingIn(*Gone, release("2.5.1")));
  EXPECT_FALSE(isMissingIn(*Gone, release("2.7")));
  EXPECT_TRUE(isMissingIn(*Gone, release("2.8")));
  // What the oldest release in the table has may be older.
  const ShimFunction *Old = findShimFunction("aoti_torch_empty_strided");
  ASSERT_TRUE(Old);
  EXPECT_FALSE(isMissingIn(*Old, release("2.2")));
  EXPECT_TRUE(isMissingIn(*Handle, release("2.2")));
  EXPECT_FALSE(findShimFunction("aoti_torch_cpu_my_op"));
}

TEST(ShimTable, KnowsForms) {
  const ShimFunction *Scaled = findShimFunction("aoti_torch_cuda__scaled_mm");
  ASSERT_TRUE(Scaled);
  EXPECT_EQ(Scaled->formIn(release("2.4.1"))->numParameters(), 10u);
  EXPECT_EQ(Scaled->formIn(release("2.15"))->numParameters(), 9u);
  EXPECT_EQ(findShimFunction("aoti_torch_device_type_cpu")->formIn(release("2.9"))->numParameters(),
            0u);
  EXPECT_EQ(findShimFunction("aoti_torch_new_tensor_handle")->formIn(release("2.6")), nullptr);
}

TEST(ShimTable, TellsLaterVersions) {
  EXPECT_EQ(findUnversioned("aoti_torch_cpu_abs_v2"), findShimFunction("aoti_torch_cpu_abs"));
  EXPECT_FALSE(findUnversioned("aoti_torch_cpu_abs"));
  EXPECT_FALSE(findUnversioned("aoti_torch_create_tensor_from_blob_v2"));
  EXPECT_FALSE(findUnversioned("aoti_torch_cpu_my_op_v2"));
  EXPECT_FALSE(findUnversioned("aoti_torch_cpu_abs_v"));
  EXPECT_FALSE(findUnversioned("aoti_torch_cpu_abs2"));
}

TEST(TorchBounds, AreDecidedByFunctions) {
  TorchBounds Bounds;
  Bounds.add("aoti_torch_empty_strided");
  EXPECT_FALSE(Bounds.Oldest || Bounds.Newest);
  Bounds.add("aoti_torch_new_tensor_handle");
  Bounds.add("aoti_torch_is_defined");
  Bounds.add("aoti_torch_cpu_my_op");
  EXPECT_EQ(Bounds.Oldest->Function, "aoti_torch_is_defined");
  EXPECT_EQ(Bounds.Oldest->Release, (TorchRelease{9, 0}));
  Bounds.add("aoti_torch_cpu__qconv2d_pointwise_tensor");
  EXPECT_EQ(Bounds.Newest->Release, (TorchRelease{7, 1}));
  EXPECT_TRUE(Bounds.InNone.empty());
  Bounds.add("aoti_torch_cpu_abs_v2");
  EXPECT_EQ(Bounds.InNone, "aoti_torch_cpu_abs_v2");
}

} // namespace
