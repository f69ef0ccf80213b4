// SPDX-License-Identifier: BSD-2-Clause
// Tests of ending the process.
#include <platform/power.hpp>

#include <gtest/gtest.h>

namespace flat::platform {
namespace {

TEST(LinuxPower, off_ends_the_process_with_the_status) {
    Power power({}, {});
    EXPECT_EXIT(power.power_off(0), testing::ExitedWithCode(0), "");
    EXPECT_EXIT(power.power_off(42), testing::ExitedWithCode(42), "");
}

} // namespace
} // namespace flat::platform
