// SPDX-License-Identifier: BSD-2-Clause
// Tests of critical sections on one processor.
#include <smp/lock.hpp>

#include <smp/processor.hpp>

#include <gtest/gtest.h>

namespace flat::smp {
namespace {

TEST(UpLock, interrupts_are_disabled_while_it_is_held_and_as_before_afterwards) {
    Lock first, second;
    arch::enable_interrupts();
    {
        LockGuard const outer(first);
        EXPECT_FALSE(arch::interrupts_enabled());
        {
            LockGuard const inner(second);
        }
        EXPECT_FALSE(arch::interrupts_enabled());
    }
    EXPECT_TRUE(arch::interrupts_enabled());
    arch::disable_interrupts();
    {
        LockGuard const guard(first);
    }
    EXPECT_FALSE(arch::interrupts_enabled());
}

TEST(UpPerProcessor, is_one_value_that_begins_as_zero) {
    PerProcessor<u64> counter;
    EXPECT_EQ(*counter, 0u);
    *counter = 5;
    EXPECT_EQ(*counter.operator->(), 5u);
    EXPECT_EQ(processor_index(), 0u);
}

} // namespace
} // namespace flat::smp
