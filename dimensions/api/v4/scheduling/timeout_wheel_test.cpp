// SPDX-License-Identifier: BSD-2-Clause
// Time-outs end when they should, whatever the wheel leaves where it is.
#include <api/scheduling/timeout_wheel.hpp>
#include <api/testing.hpp>

#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <random>

namespace flat::api {
namespace {

constexpr u64 ms = 1'000'000;
constexpr u64 slot_ns = u64{1} << TimeoutWheel::slot_log2_ns;
constexpr u64 revolution_ns = slot_ns * TimeoutWheel::slot_count;

class ApiTimeoutWheel : public ::testing::Test {
protected:
    ~ApiTimeoutWheel() override {
        for (Tcb& thread : threads)
            wheel.forget(thread);
    }

    /// The numbers of the threads whose time-outs have ended by then, in the order of the wheel.
    std::vector<usize> ended_by(u64 now_ns) {
        std::vector<usize> found;
        wheel.advance(now_ns);
        while (Tcb* const thread = wheel.take_ended())
            found.push_back(static_cast<usize>(thread - threads));
        return found;
    }

    using Numbers = std::vector<usize>;

    TimeoutWheel wheel;
    Tcb threads[40];
};

TEST_F(ApiTimeoutWheel, ends_time_outs_to_the_nanosecond_and_once) {
    wheel.set(threads[0], 5 * ms);
    EXPECT_EQ(threads[0].hazards() & hazard_timeout, u32(hazard_timeout));
    EXPECT_EQ(ended_by(5 * ms - 1), Numbers{});
    EXPECT_EQ(ended_by(5 * ms), Numbers{0});
    EXPECT_EQ(threads[0].hazards() & hazard_timeout, 0u);
    EXPECT_EQ(ended_by(2 * revolution_ns), Numbers{});
}

TEST_F(ApiTimeoutWheel, ends_time_outs_of_different_slots_in_their_order) {
    u64 const deadlines_ms[] = {30, 10, 50, 20, 40};
    for (u32 i = 0; i < 5; ++i)
        wheel.set(threads[i], deadlines_ms[i] * ms);
    EXPECT_EQ(ended_by(100 * ms), (Numbers{1, 3, 0, 4, 2}));
}

TEST_F(ApiTimeoutWheel, ends_equal_time_outs_in_the_order_in_which_they_were_set) {
    for (Tcb& each : threads)
        wheel.set(each, 7 * ms);
    EXPECT_EQ(ended_by(7 * ms - 1).size(), 0u);
    Numbers const ended = ended_by(7 * ms);
    ASSERT_EQ(ended.size(), std::size(threads));
    EXPECT_TRUE(std::ranges::is_sorted(ended));
}

TEST_F(ApiTimeoutWheel, keeps_those_of_a_slot_that_end_later_in_it) {
    for (u32 i = 0; i < 10; ++i)
        wheel.set(threads[i], 3 * slot_ns + 100 - i);
    for (u32 i = 10; i-- > 0;)
        EXPECT_EQ(ended_by(3 * slot_ns + 100 - i), Numbers{i});
}

TEST_F(ApiTimeoutWheel, tells_revolutions_apart) {
    for (u32 i = 0; i < 5; ++i)
        wheel.set(threads[i], 10 * ms + i * revolution_ns);
    for (u32 i = 0; i < 5; ++i) {
        EXPECT_EQ(ended_by(10 * ms + i * revolution_ns - 1), Numbers{});
        EXPECT_EQ(ended_by(10 * ms + i * revolution_ns), Numbers{i});
    }
}

TEST_F(ApiTimeoutWheel, ends_all_after_a_tick_that_came_revolutions_too_late) {
    wheel.set(threads[0], 10 * ms);
    wheel.set(threads[1], 10 * ms + 3 * revolution_ns);
    wheel.set(threads[2], 10 * ms + 9 * revolution_ns);
    EXPECT_EQ(ended_by(8 * revolution_ns).size(), 2u);
    EXPECT_EQ(ended_by(10 * revolution_ns), Numbers{2});
}

TEST_F(ApiTimeoutWheel, takes_the_longest_time_out_that_there_is) {
    u64 const longest_ns = (u64{1023} << 31) * 1000;
    wheel.set(threads[0], longest_ns);
    EXPECT_EQ(ended_by(longest_ns - 1), Numbers{});
    EXPECT_EQ(ended_by(longest_ns), Numbers{0});
}

TEST_F(ApiTimeoutWheel, does_not_end_what_is_cancelled) {
    wheel.set(threads[0], 5 * ms);
    wheel.cancel(threads[0]);
    EXPECT_TRUE(threads[0].timeout_link.is_linked()); // that is what is lazy
    EXPECT_EQ(ended_by(5 * ms), Numbers{});
    EXPECT_FALSE(threads[0].timeout_link.is_linked());
    wheel.cancel(threads[0]);
    wheel.set(threads[0], 7 * ms);
    EXPECT_EQ(ended_by(7 * ms), Numbers{0});
}

TEST_F(ApiTimeoutWheel, notes_a_later_time_out_where_the_thread_is_filed) {
    EXPECT_FALSE(wheel.renew(threads[0], 5 * ms)); // it is filed nowhere
    EXPECT_EQ(threads[0].hazards() & hazard_timeout, 0u);
    wheel.set(threads[0], 5 * ms);
    wheel.cancel(threads[0]);
    EXPECT_TRUE(wheel.renew(threads[0], 900 * ms));
    EXPECT_EQ(ended_by(5 * ms), Numbers{}); // filed under 900 now
    EXPECT_TRUE(wheel.renew(threads[0], 901 * ms));
    EXPECT_EQ(ended_by(901 * ms - 1), Numbers{});
    EXPECT_EQ(ended_by(901 * ms), Numbers{0});
}

TEST_F(ApiTimeoutWheel, files_an_earlier_time_out_anew) {
    wheel.set(threads[0], 900 * ms);
    EXPECT_FALSE(wheel.renew(threads[0], 5 * ms));
    wheel.set(threads[0], 5 * ms);
    EXPECT_EQ(ended_by(5 * ms), Numbers{0});
    EXPECT_EQ(ended_by(1000 * ms), Numbers{});
}

TEST_F(ApiTimeoutWheel, lets_time_outs_change_while_ended_ones_are_taken) {
    for (u32 i = 0; i < 5; ++i)
        wheel.set(threads[i], 5 * ms);
    wheel.advance(5 * ms);
    EXPECT_EQ(wheel.take_ended(), &threads[0]);
    wheel.cancel(threads[1]);
    wheel.set(threads[2], 6 * ms);
    wheel.forget(threads[3]);
    wheel.set(threads[0], 6 * ms);
    EXPECT_EQ(wheel.take_ended(), &threads[4]);
    EXPECT_EQ(wheel.take_ended(), nullptr);
    EXPECT_EQ(ended_by(6 * ms), (Numbers{0, 2}));
}

TEST_F(ApiTimeoutWheel, knows_nothing_of_a_thread_that_it_was_told_to_forget) {
    wheel.set(threads[0], 5 * ms);
    wheel.set(threads[1], 5 * ms);
    wheel.forget(threads[0]);
    EXPECT_FALSE(threads[0].timeout_link.is_linked());
    EXPECT_EQ(threads[0].hazards() & hazard_timeout, 0u);
    EXPECT_EQ(ended_by(5 * ms), Numbers{1});
}

/// Random operations, beside a map of what must come of them.
TEST_F(ApiTimeoutWheel, does_what_a_plain_map_does) {
    std::mt19937 random{1};
    auto const below = [&](u64 limit) {
        return std::uniform_int_distribution<u64>(0, limit - 1)(random);
    };
    std::map<usize, u64> deadlines_ns;
    u64 now_ns = 0;
    for (u32 step = 0; step < 200'000; ++step) {
        usize const number = below(std::size(threads));
        u64 const deadline_ns = now_ns + 1 + below(below(2) ? 20 * slot_ns : 3 * revolution_ns);
        switch (below(8)) {
        case 0:
            wheel.forget(threads[number]);
            deadlines_ns.erase(number);
            break;
        case 1:
            wheel.cancel(threads[number]);
            deadlines_ns.erase(number);
            break;
        case 2:
            if (wheel.renew(threads[number], deadline_ns)) deadlines_ns[number] = deadline_ns;
            break;
        case 3: {
            now_ns += below(1000) == 0 ? below(4 * revolution_ns) : below(2 * slot_ns);
            Numbers ended = ended_by(now_ns);
            Numbers expected;
            for (auto const& [each, end_ns] : deadlines_ns)
                if (end_ns <= now_ns) expected.push_back(each);
            std::erase_if(deadlines_ns, [&](auto const& each) { return each.second <= now_ns; });
            std::ranges::sort(ended);
            ASSERT_EQ(ended, expected) << "in step " << step;
            break;
        }
        default:
            wheel.set(threads[number], deadline_ns);
            deadlines_ns[number] = deadline_ns;
        }
    }
}

} // namespace
} // namespace flat::api
