// SPDX-License-Identifier: BSD-2-Clause
// What a series of equal round trips cost, exactly.
#pragma once

#include <core/maybe.hpp>
#include <core/measure/probe.hpp>
#include <core/span.hpp>

namespace pingpong {

using flat::u32;
using flat::u64;

/// How many round trips make a series.
constexpr u32 rounds = 64;

/// What one round trip costs, both ways together.
struct RoundTrip {
    u64 kernel_instructions;
    u64 user_instructions;
    u64 kernel_accesses; ///< Reads and writes of at most 8 bytes.
    u64 kernel_lines;    ///< Distinct 64-byte lines, in the middle round trip.
    u64 control_writes;
};

/// Whether somebody filled the marks.
bool are_measured(flat::Span<flat::ProbeRecord const> marks);

/// The cost of one round trip, from the marks between round trips: nothing when they differ, as
/// they do when an interrupt comes between.
flat::Maybe<RoundTrip> evaluate(flat::Span<flat::ProbeRecord const> marks);

/// One more round trip, with a mark on pong's side, too.
struct Halves {
    flat::ProbeRecord before;
    flat::ProbeRecord halfway;
    flat::ProbeRecord after;
};

/// The distinct 64-byte lines of the kernel's one way, of the two the one that takes more: nothing
/// if both together did not do what a round trip of the series does.
flat::Maybe<u64> kernel_lines_one_way(Halves const& halves, RoundTrip const& trip);

} // namespace pingpong
