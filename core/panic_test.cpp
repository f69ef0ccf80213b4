// SPDX-License-Identifier: BSD-2-Clause
// Tests of the end of a kernel that cannot go on.
#include <gtest/gtest.h> // first: it brings the C library's `assert`, which ours replaces

#include <core/assert.hpp>
#include <core/panic.hpp>

namespace flat {
namespace {

TEST(CorePanic, shows_the_message_and_ends_with_its_own_status) {
    EXPECT_EXIT(panic("{} of {x}", 3, 255u), testing::ExitedWithCode(101), "panic: 3 of 0xff\n");
}

TEST(CorePanic, shows_where_it_happened) {
    EXPECT_EXIT(panic("here"), testing::ExitedWithCode(101), "panic: here\n    0x[0-9a-f]+");
}

TEST(CoreAssert, shows_the_condition_and_its_place) {
    int const one = 1;
    EXPECT_EXIT(assert(one == 2), testing::ExitedWithCode(101),
                "assertion failed: one == 2 at .*panic_test.cpp:[0-9]+");
    assert(one == 1);
}

} // namespace
} // namespace flat
