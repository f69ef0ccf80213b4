// SPDX-License-Identifier: BSD-2-Clause
// Tests of measuring rates while somebody takes the processor away.
#include "calibration.hpp"

#include <gtest/gtest.h>

namespace flat::platform {
namespace {

/// A machine on which 3 ns are a time stamp each, 16 a tick, 838 a count; reading takes 1000 each.
class Machine {
public:
    /// Samples until so much was counted; the processor is away for so long before the numbered
    /// readings, of which a sample has three.
    void sample(u64 count, u32 every, u64 away_ns) {
        while (calibration.counted() < count && calibration.taken() < 100'000) {
            Sample sample;
            sample.before = read(every, away_ns) * 3;
            sample.count = static_cast<u16>(0 - read(every, away_ns) / 838);
            sample.ticks = static_cast<u32>(0 - ns_ / 16);
            sample.after = read(every, away_ns) * 3;
            calibration.take(sample);
        }
    }

    double time_stamps_per_count() const {
        return static_cast<double>(calibration.time_stamps()) /
               static_cast<double>(calibration.counted());
    }

    Calibration calibration;

private:
    u64 read(u32 every, u64 away_ns) {
        ns_ += 1000 + (++readings_ % every == 0 ? away_ns : 0);
        return ns_;
    }

    u64 ns_ = 123;
    u32 readings_ = 0;
};

constexpr double true_rate = 3 * 838;

TEST(Calibration, finds_both_rates) {
    Machine machine;
    machine.sample(2000, 1, 0);
    EXPECT_NEAR(machine.time_stamps_per_count(), true_rate, true_rate / 500);
    double const ticks = static_cast<double>(machine.calibration.ticks());
    EXPECT_NEAR(ticks / static_cast<double>(machine.calibration.counted()), 838 / 16.0, 0.2);
    EXPECT_LT(machine.calibration.taken(), 1000u);
}

TEST(Calibration, is_not_misled_by_who_takes_the_processor_at_any_moment) {
    for (u32 const every : {100u, 101u, 102u, 71u})
        for (u64 const away_ns : {100'000u, 4'000'000u, 200'000'000u}) {
            Machine machine;
            machine.sample(2000, every, away_ns);
            EXPECT_NEAR(machine.time_stamps_per_count(), true_rate, true_rate / 50)
                << every << " " << away_ns;
        }
}

TEST(Calibration, counts_nothing_by_a_timer_that_stands_still) {
    Calibration calibration;
    for (u32 i = 0; i < 100; ++i)
        calibration.take({i * 10, 7, 7, i * 10 + 5});
    EXPECT_EQ(calibration.counted(), 0u);
}

} // namespace
} // namespace flat::platform
