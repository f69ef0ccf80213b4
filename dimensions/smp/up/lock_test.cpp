// SPDX-License-Identifier: BSD-2-Clause
// Tests of critical sections on one processor.
#include <domain/lock.hpp>

#include <machine/processor.hpp>

#include <gtest/gtest.h>

namespace flat::domain {
namespace {

TEST(UpLock, interrupts_are_disabled_while_it_is_held_and_as_before_afterwards) {
    Lock first, second;
    machine::enable_interrupts();
    {
        LockGuard const outer(first);
        EXPECT_FALSE(machine::interrupts_enabled());
        {
            LockGuard const inner(second);
        }
        EXPECT_FALSE(machine::interrupts_enabled());
    }
    EXPECT_TRUE(machine::interrupts_enabled());
    machine::disable_interrupts();
    {
        LockGuard const guard(first);
    }
    EXPECT_FALSE(machine::interrupts_enabled());
}

TEST(UpPerProcessor, is_one_value_that_begins_as_zero) {
    machine::PerProcessor<u64> counter;
    EXPECT_EQ(*counter, 0u);
    *counter = 5;
    EXPECT_EQ(*counter.operator->(), 5u);
    EXPECT_EQ(machine::processor_index(), 0u);
}

} // namespace
} // namespace flat::domain
