// SPDX-License-Identifier: BSD-2-Clause
// Tests of alarms on a timer.
#include <thread/timing_wheel.hpp>

#include <functional>
#include <gtest/gtest.h>

namespace flat::thread {
namespace {

/// A timer whose time the test makes.
class FakeTimer : public hal::Timer {
public:
    u64 now_ns() override { return now; }
    void start(u64 period_ns, Tick& tick) override {
        period = period_ns;
        ticked = &tick;
    }
    void stop() override { ticked = nullptr; }
    void pass(u64 ns) {
        for (u64 const end = now + ns; now < end;) {
            now += period;
            ticked->tick();
        }
    }

    u64 now = 0;
    u64 period = 0;
    Tick* ticked = nullptr;
};

class Action : public Alarm {
public:
    explicit Action(std::function<void()> what) : what_(std::move(what)) {}
    void expired() override { what_(); }

private:
    std::function<void()> what_;
};

class CountingTick : public hal::Timer::Tick {
public:
    void tick() override { ++count; }
    int count = 0;
};

constexpr u64 ms = 1'000'000;

class ThreadTimingWheel : public ::testing::Test {
protected:
    FakeTimer timer;
    TimingWheel alarms{{.timer = timer}, {.tick_us = 1000}};
};

TEST_F(ThreadTimingWheel, an_alarm_never_expires_early_and_soon_after_its_time) {
    u64 expired_at = 0;
    Action action([&] { expired_at = timer.now; });
    timer.now = ms / 2; // between two ticks
    alarms.set(action, 5 * ms);
    timer.pass(20 * ms);
    EXPECT_GE(expired_at, 5 * ms + ms / 2);
    EXPECT_LE(expired_at, 8 * ms);
}

TEST_F(ThreadTimingWheel, ticks_that_come_late_make_no_alarm_early) {
    u64 expired_at = 0;
    Action action([&] { expired_at = timer.now; });
    timer.now = 30 * ms; // without a tick
    alarms.set(action, 20 * ms);
    timer.pass(100 * ms);
    EXPECT_GE(expired_at, 50 * ms);
    EXPECT_LE(expired_at, 52 * ms);
}

TEST_F(ThreadTimingWheel, an_alarm_for_ever_never_expires) {
    u32 count = 0;
    Action action([&] { ++count; });
    timer.pass(3 * ms);
    alarms.set(action, ~u64{0});
    timer.pass(1000 * ms);
    EXPECT_EQ(count, 0u);
    alarms.cancel(action);
}

TEST_F(ThreadTimingWheel, an_alarm_can_be_set_again_when_it_expires) {
    int count = 0;
    std::function<void()> again;
    Action action([&] { again(); });
    again = [&] {
        if (++count < 3) alarms.set(action, 0);
    };
    alarms.set(action, 0);
    timer.pass(20 * ms);
    EXPECT_EQ(count, 3);
    alarms.set(action, 0);
    alarms.cancel(action);
    timer.pass(20 * ms);
    EXPECT_EQ(count, 3);
}

TEST_F(ThreadTimingWheel, what_shares_the_timer_is_called_in_its_own_period) {
    CountingTick sharing;
    alarms.start(10 * ms, sharing);
    timer.pass(100 * ms);
    EXPECT_EQ(sharing.count, 10);
    alarms.stop();
    timer.pass(100 * ms);
    EXPECT_EQ(sharing.count, 10);
}

} // namespace
} // namespace flat::thread
