// SPDX-License-Identifier: BSD-2-Clause
// Tests of the timing wheel.
#include <thread/alarm_wheel.hpp>

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <random>

namespace flat::thread {
namespace {

class NumberedAlarm final : public Alarm {
public:
    void expired() override {}
    u64 due = 0; // 0: not set
};

TEST(ThreadAlarmWheel, an_alarm_is_due_at_its_tick_and_once) {
    AlarmWheel wheel;
    NumberedAlarm alarm;
    wheel.set(alarm, 3);
    EXPECT_EQ(wheel.advance(2), nullptr);
    EXPECT_EQ(wheel.advance(3), &alarm);
    EXPECT_EQ(wheel.advance(3), nullptr);
    EXPECT_EQ(wheel.advance(1000), nullptr);
}

TEST(ThreadAlarmWheel, ticks_that_were_missed_are_made_up_for) {
    AlarmWheel wheel;
    NumberedAlarm near, far, later;
    wheel.set(near, 5);
    wheel.set(far, 5000);
    wheel.set(later, 10001);
    EXPECT_NE(wheel.advance(10000), nullptr);
    EXPECT_NE(wheel.advance(10000), nullptr);
    EXPECT_EQ(wheel.advance(10000), nullptr);
    EXPECT_EQ(wheel.advance(10001), &later);
}

TEST(ThreadAlarmWheel, a_cancelled_alarm_is_never_due_and_one_set_again_at_its_last_time) {
    AlarmWheel wheel;
    NumberedAlarm cancelled, moved;
    wheel.set(cancelled, 2);
    wheel.set(moved, 2);
    wheel.set(moved, 700);
    wheel.cancel(cancelled);
    wheel.cancel(cancelled);
    EXPECT_EQ(wheel.advance(699), nullptr);
    EXPECT_EQ(wheel.advance(700), &moved);
}

TEST(ThreadAlarmWheel, any_sequence_of_operations_is_that_on_a_sorted_list) {
    std::mt19937 random(7);
    AlarmWheel wheel;
    std::deque<NumberedAlarm> alarms(50);
    for (u64 now = 1; now < 5000; ++now) {
        NumberedAlarm& alarm = alarms[random() % alarms.size()];
        if (random() % 4 == 0) {
            wheel.cancel(alarm);
            alarm.due = 0;
        } else {
            u64 const tick = now + random() % 2000 - random() % 3;
            wheel.set(alarm, tick);
            alarm.due = std::max(tick, now);
        }
        while (auto* const due = static_cast<NumberedAlarm*>(wheel.advance(now))) {
            EXPECT_EQ(due->due, now);
            due->due = 0;
        }
        for (NumberedAlarm const& each : alarms)
            EXPECT_TRUE(each.due == 0 || each.due > now);
    }
}

} // namespace
} // namespace flat::thread
