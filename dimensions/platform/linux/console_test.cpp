// SPDX-License-Identifier: BSD-2-Clause
// Tests of the console on the standard output.
#include <platform/console.hpp>

#include <core/text.hpp>

#include <gtest/gtest.h>

namespace flat::platform {
namespace {

TEST(LinuxConsole, writes_every_byte_to_the_standard_output) {
    Console console({}, {});
    testing::internal::CaptureStdout();
    console.write(Text("one\0two\n", 8).bytes());
    EXPECT_EQ(testing::internal::GetCapturedStdout(), std::string("one\0two\n", 8));
}

TEST(LinuxConsole, accepts_no_bytes_at_all) {
    Console console({}, {});
    testing::internal::CaptureStdout();
    console.write({});
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

} // namespace
} // namespace flat::platform
