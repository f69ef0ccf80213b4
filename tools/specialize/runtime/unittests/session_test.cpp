// SPDX-License-Identifier: BSD-2-Clause
// Sessions in slots: opened, broken and closed, in one thread and in many.
#include "made_stencil.hpp"

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace {
std::atomic<int> value;
int plain = 10;
} // namespace

extern "C" {
int add_session_any(int x) {
    return x + value;
}
int add_session(int x);
int close_inside_any(int x) {
    return x;
}
int close_inside(int x);
int plain_any(int x) {
    return x + 10;
}
}
FLATLAND_GATED_SLOT(add_session, add_session_any, int, (int x), (x));
FLATLAND_GATED_SLOT(close_inside, close_inside_any, int, (int x), (x));
FLATLAND_SLOT(not_gated, plain_any);

namespace {
bool value_is_its_hole(FlatlandSession const* session) {
    return static_cast<int>(session->holes[0]) == value;
}

/// Opens one for the value that it reads.
FlatlandStatus open_session(FlatlandSlot& slot) {
    std::uint64_t const known = static_cast<std::uint64_t>(value.load());
    void const* const invariants[] = {&value, &plain};
    FlatlandSession session = {};
    session.stencil = &adding_stencil;
    session.holes = &known;
    session.hole_count = 1;
    session.invariants = invariants;
    session.invariant_count = 2;
    session.holds = value_is_its_hole;
    return flatland_session_open(&slot, &session);
}
} // namespace

TEST(Session, is_what_calls_go_to_until_it_is_closed) {
    value = 5;
    ASSERT_EQ(open_session(add_session_slot), flatland_done);
    value = 6;
    EXPECT_EQ(add_session(1), 6); // nobody said that the value changes
    ASSERT_EQ(flatland_session_close(&add_session_slot), flatland_done);
    EXPECT_EQ(add_session(1), 7);
    EXPECT_EQ(flatland_live_versions(), 0u);
    EXPECT_EQ(flatland_session_close(&add_session_slot), flatland_done);
}

TEST(Session, ends_when_one_of_its_invariants_falls) {
    for (void const* const fallen :
         {static_cast<void const*>(&value), static_cast<void const*>(&plain)}) {
        value = 5;
        ASSERT_EQ(open_session(add_session_slot), flatland_done);
        value = 6;
        ASSERT_EQ(flatland_invalidate(fallen), flatland_done);
        EXPECT_EQ(add_session(1), 7);
        EXPECT_EQ(flatland_collect(), 0u);
        EXPECT_EQ(flatland_live_versions(), 0u);
    }
}

TEST(Session, takes_the_place_of_the_one_before) {
    value = 5;
    ASSERT_EQ(open_session(add_session_slot), flatland_done);
    value = 7;
    ASSERT_EQ(open_session(add_session_slot), flatland_done);
    value = 9;
    EXPECT_EQ(add_session(1), 8);
    EXPECT_EQ(flatland_live_versions(), 1u);
    ASSERT_EQ(flatland_session_close(&add_session_slot), flatland_done);
}

TEST(Session, that_cannot_be_opened_leaves_all_as_it_was) {
    value = 5;
    EXPECT_EQ(open_session(not_gated_slot), flatland_not_gated);
    std::uint64_t const wrong = 4;
    FlatlandSession session = {&adding_stencil, &wrong, 1, nullptr, 0, value_is_its_hole, nullptr};
    EXPECT_EQ(flatland_session_open(&add_session_slot, &session), flatland_does_not_hold);
    session.hole_count = 0;
    EXPECT_EQ(flatland_session_open(&add_session_slot, &session), flatland_wrong_holes);
    EXPECT_EQ(add_session(1), 6);
    EXPECT_EQ(flatland_live_versions(), 0u);
}

TEST(Session, stays_in_memory_while_calls_run_in_it) {
    // `mov rax, hole; jmp rax`: a session that is in this function.
    static unsigned char const code[] = {0x48, 0xb8, 0,    0,    0,    0,    0,   0,
                                         0,    0,    0x50, 0xff, 0xd0, 0x59, 0xc3};
    FlatlandStencil stencil = adding_stencil;
    stencil.code = code;
    stencil.code_bytes = sizeof code;
    auto* const inside = +[](int x) {
        EXPECT_EQ(flatland_session_close(&close_inside_slot), flatland_inside);
        EXPECT_EQ(flatland_live_versions(), 1u);
        return 10 * x;
    };
    auto const hole = reinterpret_cast<std::uint64_t>(inside);
    FlatlandSession const session = {&stencil, &hole, 1, nullptr, 0, nullptr, nullptr};
    ASSERT_EQ(flatland_session_open(&close_inside_slot, &session), flatland_done);
    EXPECT_EQ(close_inside(4), 40);
    EXPECT_EQ(close_inside(4), 4);
    EXPECT_EQ(flatland_session_close(&close_inside_slot), flatland_done);
    EXPECT_EQ(flatland_live_versions(), 0u);
}

TEST(Session, many_are_opened_and_ended_while_threads_call) {
    constexpr long least_calls = 300'000;
    constexpr int least_ends = 300;
    std::atomic<long> calls = 0;
    std::atomic<int> ends = 0;
    std::atomic<int> opened = 0;
    std::atomic<int> wrong = 0;
    auto const is_over = [&] { return calls >= least_calls && ends >= least_ends; };
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 3; thread++)
        threads.emplace_back([&, thread] {
            while (!is_over()) {
                for (int i = 0; i < 1000; i++) {
                    int const before = value;
                    int const result = add_session(thread) - thread;
                    if (result < before - 1 || result > value) wrong++;
                }
                calls += 1000;
            }
        });
    for (int thread = 0; thread < 2; thread++)
        threads.emplace_back([&] {
            while (!is_over()) {
                FlatlandStatus const status = open_session(add_session_slot);
                if (status == flatland_done)
                    opened++;
                else if (status != flatland_does_not_hold)
                    wrong++;
                std::this_thread::sleep_for(std::chrono::microseconds(200));
            }
        });
    while (!is_over()) {
        value++;
        if (flatland_invalidate(&value) != flatland_done) wrong++;
        if (ends % 10 == 0 && flatland_session_close(&add_session_slot) != flatland_done) wrong++;
        ends++;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    for (std::thread& each : threads)
        each.join();
    EXPECT_EQ(flatland_session_close(&add_session_slot), flatland_done);
    EXPECT_EQ(wrong, 0);
    EXPECT_GT(opened, 100);
    EXPECT_EQ(flatland_live_versions(), 0u);
    std::printf("%ld calls, %d sessions opened, %d times a value changed\n", calls.load(),
                opened.load(), ends.load());
}
