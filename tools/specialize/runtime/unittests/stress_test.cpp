// SPDX-License-Identifier: BSD-2-Clause
// Threads that call while others plug and invalidate: right results, and nothing is left over.
#include "made_code.hpp"

#include <chrono>
#include <thread>
#include <vector>

namespace {
std::atomic<int> value;
constexpr int callers = 3;
constexpr long least_calls = 1'000'000;
constexpr int least_invalidations = 300;
} // namespace

extern "C" int add_value_any(int x) {
    return x + value;
}
FLATLAND_GATED_SLOT(add_value, add_value_any, int, (int x), (x));
extern "C" int add_value(int x);

namespace {
/// What goes on until there were enough calls and enough invalidations.
class Stress {
public:
    /// `lag`: by how much a result may be older than the value when its call began.
    explicit Stress(int lag) : lag_(lag) {}

    /// Runs callers, and the other two each in a thread of its own.
    template<typename plugging, typename breaking>
    void run(plugging plug, breaking invalidate) {
        std::vector<std::thread> threads;
        for (int i = 0; i < callers; i++)
            threads.emplace_back([this, i] { call(i); });
        threads.emplace_back([&] {
            while (!is_over())
                plug();
        });
        while (!is_over()) {
            invalidate();
            invalidations_++;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        for (std::thread& each : threads)
            each.join();
        EXPECT_EQ(flatland_slot_unplug(&add_value_slot), flatland_done);
        EXPECT_EQ(flatland_slot_quiesce(&add_value_slot), flatland_done);
        EXPECT_EQ(wrong_, 0);
        EXPECT_GT(special_, 0);
        EXPECT_EQ(flatland_live_versions(), 0u);
        EXPECT_EQ(MadeVersion::alive, 0);
        std::printf("%ld calls, %ld of them while a version was in, %d invalidations\n",
                    calls_.load(), special_.load(), invalidations_.load());
    }

private:
    bool is_over() const { return calls_ >= least_calls && invalidations_ >= least_invalidations; }

    void call(int x) {
        while (!is_over()) {
            long special = 0;
            for (int i = 0; i < 1000; i++) {
                special += flatland_slot_version(&add_value_slot) != nullptr;
                int const before = value;
                int const result = add_value(x) - x;
                if (result < before - lag_ || result > value) wrong_++;
            }
            calls_ += 1000;
            special_ += special;
        }
    }

    int const lag_;
    std::atomic<long> calls_ = 0;
    std::atomic<long> special_ = 0;
    std::atomic<int> invalidations_ = 0;
    std::atomic<int> wrong_ = 0;
};

/// Makes code for the value that it reads; plugging it is refused when the value has changed.
void plug_for_current_value() {
    int const known = value;
    auto* const made = new MadeVersion(add_value_slot, known, flatland_freeable);
    made->rely_on(&value);
    made->version.holds = [](FlatlandVersion* each) {
        return static_cast<MadeVersion*>(each->context)->constant == value;
    };
    FlatlandStatus const status = flatland_slot_plug(&add_value_slot, &made->version);
    if (status == flatland_done) return;
    EXPECT_EQ(status, flatland_does_not_hold);
    delete made;
}
} // namespace

TEST(Stress, a_guard_behind_the_write_is_late_by_no_more_than_that_write) {
    Stress(1).run(plug_for_current_value, [] {
        value++;
        EXPECT_EQ(flatland_invalidate(&value), flatland_done);
    });
}

TEST(Stress, a_guard_that_waits_before_the_write_is_never_late) {
    std::atomic<bool> may_plug = true;
    std::atomic<bool> is_plugging = false;
    Stress(0).run(
        [&] {
            is_plugging = true;
            if (may_plug) plug_for_current_value();
            is_plugging = false;
        },
        [&] {
            may_plug = false;
            while (is_plugging)
                std::this_thread::yield();
            EXPECT_EQ(flatland_invalidate(&value), flatland_done);
            EXPECT_EQ(flatland_slot_quiesce(&add_value_slot), flatland_done);
            value++;
            may_plug = true;
        });
}
