// SPDX-License-Identifier: BSD-2-Clause
// Tests of the POSIX timer.
#include <platform/timer.hpp>

#include <core/bits.hpp>
#include <machine/interrupts.hpp>
#include <machine/register_frame.hpp>
#include <platform/testing.hpp>

#include <gtest/gtest.h>
#include <signal.h>
#include <time.h>

namespace flat::platform {
namespace {

class Counter : public hal::Timer::Tick {
public:
    void tick() override { ++ticks; }
    u32 ticks = 0;
};

class LinuxTimer : public ::testing::Test {
protected:
    /// Waits for the timer's signal, which the host delivers nowhere else; false after a second.
    static bool signal_arrives() {
        sigset_t alarm;
        sigemptyset(&alarm);
        sigaddset(&alarm, SIGALRM);
        timespec const second{1, 0};
        return sigtimedwait(&alarm, nullptr, &second) == SIGALRM;
    }

    LinuxTimer() {
        sigset_t alarm;
        sigemptyset(&alarm);
        sigaddset(&alarm, SIGALRM);
        sigprocmask(SIG_BLOCK, &alarm, nullptr);
    }

    testing::FakeTrap trap;
    Timer timer{{.trap = trap}, {}};
    Counter counter;
    RegisterFrame frame;
};

TEST_F(LinuxTimer, time_begins_at_zero_and_never_goes_back) {
    u64 last = timer.now_ns();
    EXPECT_LT(last, 1'000'000'000u);
    for (int i = 0; i < 1000; ++i) {
        u64 const now = timer.now_ns();
        EXPECT_GE(now, last);
        last = now;
    }
}

TEST_F(LinuxTimer, ticks_arrive_again_and_again_once_started) {
    timer.start(2'000'000, counter);
    EXPECT_TRUE(signal_arrives());
    EXPECT_TRUE(signal_arrives());
    trap.handler().handle(SIGALRM, frame);
    EXPECT_EQ(counter.ticks, 1u);
}

TEST_F(LinuxTimer, a_signal_that_comes_after_stop_is_no_tick) {
    timer.start(1'000'000, counter);
    timer.stop();
    trap.handler().handle(SIGALRM, frame);
    EXPECT_EQ(counter.ticks, 0u);
}

TEST_F(LinuxTimer, starting_again_replaces_the_receiver) {
    Counter other;
    timer.start(1'000'000, counter);
    timer.start(1'000'000, other);
    trap.handler().handle(SIGALRM, frame);
    EXPECT_EQ(counter.ticks, 0u);
    EXPECT_EQ(other.ticks, 1u);
}

TEST_F(LinuxTimer, interrupts_only_while_it_runs) {
    auto const is_unmasked = [] {
        return (arch::interrupt_state.unmasked.load() & arch::signal_bit(SIGALRM)) != 0;
    };
    EXPECT_FALSE(is_unmasked());
    timer.start(1'000'000'000, counter);
    EXPECT_TRUE(is_unmasked());
    timer.stop();
    EXPECT_FALSE(is_unmasked());
}

TEST(LinuxTimerAlone, panics_when_its_interrupt_is_taken) {
    testing::FakeTrap trap;
    Timer first({.trap = trap}, {});
    EXPECT_EXIT(Timer({.trap = trap}, {}), ::testing::ExitedWithCode(101), "somebody else");
}

TEST(LinuxTimerAlone, gives_its_interrupt_back) {
    testing::FakeTrap trap;
    {
        Timer timer({.trap = trap}, {});
    }
    EXPECT_EQ(trap.vector(), 0u);
}

} // namespace
} // namespace flat::platform
