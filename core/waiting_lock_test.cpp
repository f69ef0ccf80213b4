// SPDX-License-Identifier: BSD-2-Clause
// Tests of a lock that is held while its thread waits.
#include <core/waiting_lock.hpp>

#include <core/machine/testing.hpp>

#include <gtest/gtest.h>
#include <optional>

namespace flat {
namespace {

/// Threads of which the others run when this one waits or yields.
class Others : public machine::testing::Threads {
public:
    void yield() override { ++yields; }

    u32 yields = 0;
};

TEST(CoreWaitingLock, a_thread_that_finds_it_taken_gets_it_when_it_is_given_back) {
    Others threads;
    WaitingLock lock(threads);
    std::optional<WaitingLock::Guard> first(lock);
    u32 waits = 0;
    threads.on_wait = [&] {
        if (++waits == 2) first.reset();
    };
    WaitingLock::Guard const second(lock);
    EXPECT_EQ(waits, 2u);
    EXPECT_EQ(threads.notified, 1u);
}

TEST(CoreWaitingLock, giving_it_back_lets_those_run_that_wait_for_it) {
    Others threads;
    WaitingLock lock(threads);
    {
        WaitingLock::Guard const nobody_waits(lock);
    }
    EXPECT_EQ(threads.yields, 0u);
    std::optional<WaitingLock::Guard> first(lock);
    threads.on_wait = [&] { first.reset(); };
    {
        WaitingLock::Guard const second(lock);
    }
    EXPECT_EQ(threads.yields, 1u); // by the first: whoever takes it again at once would keep it
}

} // namespace
} // namespace flat
