// SPDX-License-Identifier: BSD-2-Clause
// The evaluation of a series accepts equal round trips and nothing else.
#include "series.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace pingpong {
namespace {

using flat::ProbeRecord;
using flat::Span;

/// Marks around `trips` round trips of 100 kernel and 40 user instructions each.
std::vector<ProbeRecord> equal_trips(u32 trips) {
    std::vector<ProbeRecord> marks(trips + 1);
    for (u32 i = 0; i <= trips; ++i) {
        marks[i].valid = 1;
        marks[i].sequence = 7 + i;
        marks[i].kernel_instructions = 1000 + 100 * i;
        marks[i].user_instructions = 500 + 40 * i;
        marks[i].kernel_reads = 30 * i;
        marks[i].kernel_writes = 12 * i;
        marks[i].kernel_lines = 9;
        marks[i].control_writes = 2 * i;
    }
    return marks;
}

Span<ProbeRecord const> all(std::vector<ProbeRecord> const& marks) {
    return {marks.data(), marks.size()};
}

TEST(Series, equal_round_trips_give_the_cost_of_one) {
    auto const marks = equal_trips(8);
    ASSERT_TRUE(are_measured(all(marks)));
    auto const trip = evaluate(all(marks));
    ASSERT_TRUE(trip.has_value());
    EXPECT_EQ(trip->kernel_instructions, 100u);
    EXPECT_EQ(trip->user_instructions, 40u);
    EXPECT_EQ(trip->kernel_accesses, 42u);
    EXPECT_EQ(trip->kernel_lines, 9u);
    EXPECT_EQ(trip->control_writes, 2u);
}

TEST(Series, an_interrupt_in_any_round_trip_spoils_it) {
    for (u32 disturbed = 1; disturbed <= 8; ++disturbed) {
        auto marks = equal_trips(8);
        for (u32 i = disturbed; i <= 8; ++i)
            marks[i].kernel_instructions += 300;
        EXPECT_FALSE(evaluate(all(marks)).has_value()) << disturbed;
    }
}

TEST(Series, lines_are_those_of_the_middle_round_trip) {
    auto marks = equal_trips(8);
    marks[1].kernel_lines = 40;
    marks[5].kernel_lines = 8;
    EXPECT_EQ(evaluate(all(marks))->kernel_lines, 8u);
}

TEST(Series, marks_that_nobody_filled_are_not_measured) {
    auto marks = equal_trips(8);
    marks[3].valid = 0;
    EXPECT_FALSE(are_measured(all(marks)));
    EXPECT_FALSE(evaluate(all(marks)).has_value());
}

/// A round trip of 60 and 40 kernel instructions.
Halves halves() {
    Halves found{};
    ProbeRecord* const marks[] = {&found.before, &found.halfway, &found.after};
    u64 const instructions[] = {1000, 1060, 1100};
    u64 const lines[] = {50, 7, 8};
    for (u32 i = 0; i < 3; ++i) {
        marks[i]->valid = 1;
        marks[i]->sequence = 7 + i;
        marks[i]->kernel_instructions = instructions[i];
        marks[i]->kernel_lines = lines[i];
    }
    return found;
}

RoundTrip trip_of(u64 kernel_instructions) {
    RoundTrip trip{};
    trip.kernel_instructions = kernel_instructions;
    return trip;
}

u64 lines(Halves const& halves) {
    auto const found = kernel_lines_one_way(halves, trip_of(100));
    return found ? *found : 0;
}

TEST(Halves, the_way_that_takes_more_lines_counts) {
    auto trip = halves();
    EXPECT_EQ(lines(trip), 8u);
    trip.halfway.kernel_lines = 9;
    EXPECT_EQ(lines(trip), 9u);
}

TEST(Halves, a_round_trip_that_is_unlike_the_series_does_not_count) {
    EXPECT_FALSE(kernel_lines_one_way(halves(), trip_of(101)).has_value());
    auto unmarked = halves();
    unmarked.halfway.valid = 0;
    EXPECT_FALSE(kernel_lines_one_way(unmarked, trip_of(100)).has_value());
}

TEST(Series, a_mark_of_somebody_else_in_between_spoils_it) {
    auto marks = equal_trips(8);
    for (u32 i = 4; i <= 8; ++i)
        marks[i].sequence += 1;
    EXPECT_FALSE(evaluate(all(marks)).has_value());
}

} // namespace
} // namespace pingpong
