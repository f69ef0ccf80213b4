// SPDX-License-Identifier: BSD-2-Clause
// Tests of paths that name an open file.
#include <unix/files/descriptor_name.hpp>

#include <gtest/gtest.h>

namespace flat::unix::files {
namespace {

Maybe<u32> named(char const* path) {
    return named_descriptor(Text(path).bytes());
}

TEST(UnixDescriptorName, folders_and_the_standard_ones) {
    EXPECT_EQ(named("/dev/fd/0").value_or(99), 0u);
    EXPECT_EQ(named("/dev/fd/63").value_or(99), 63u);
    EXPECT_EQ(named("/proc/self/fd/7").value_or(99), 7u);
    EXPECT_EQ(named("/dev/stdin").value_or(99), 0u);
    EXPECT_EQ(named("/dev/stderr").value_or(99), 2u);
}

TEST(UnixDescriptorName, other_paths_name_none) {
    for (char const* const path :
         {"", "/", "/dev/fd", "/dev/fd/", "/dev/fd/x", "/dev/fd/1x", "/dev/fd/-1", "/dev/fd/1/2",
          "/dev/fd/00000", "/dev/stdinx", "/dev/fd/99999999999", "dev/fd/1", "/proc/1/fd/1"})
        EXPECT_FALSE(named(path)) << path;
}

} // namespace
} // namespace flat::unix::files
