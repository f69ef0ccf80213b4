// SPDX-License-Identifier: BSD-2-Clause
// What a series of equal round trips cost, exactly.
#include "series.hpp"

namespace pingpong {

using flat::difference;
using flat::ProbeRecord;
using flat::usize;

namespace {

RoundTrip cost_of(ProbeRecord const& counts) {
    return {counts.kernel_instructions, counts.user_instructions,
            counts.kernel_reads + counts.kernel_writes, counts.kernel_lines, counts.control_writes};
}

/// Whether two round trips did the same; the lines they touched may differ.
bool are_alike(RoundTrip const& a, RoundTrip const& b) {
    return a.kernel_instructions == b.kernel_instructions &&
           a.user_instructions == b.user_instructions && a.kernel_accesses == b.kernel_accesses &&
           a.control_writes == b.control_writes;
}

} // namespace

bool are_measured(flat::Span<ProbeRecord const> marks) {
    for (auto const& mark : marks)
        if (mark.valid == 0) return false;
    return true;
}

flat::Maybe<RoundTrip> evaluate(flat::Span<ProbeRecord const> marks) {
    usize const trips = marks.size() - 1;
    auto const middle = cost_of(difference(marks[trips / 2], marks[trips / 2 + 1]));
    for (usize trip = 0; trip < trips; ++trip) {
        auto const counts = difference(marks[trip], marks[trip + 1]);
        if (counts.valid == 0 || !are_alike(cost_of(counts), middle)) return flat::nothing;
    }
    return middle;
}

flat::Maybe<u64> kernel_lines_one_way(Halves const& halves, RoundTrip const& trip) {
    auto const there = difference(halves.before, halves.halfway);
    auto const back = difference(halves.halfway, halves.after);
    bool const is_alike =
        there.valid != 0 && back.valid != 0 &&
        there.kernel_instructions + back.kernel_instructions == trip.kernel_instructions;
    if (!is_alike) return flat::nothing;
    return there.kernel_lines > back.kernel_lines ? there.kernel_lines : back.kernel_lines;
}

} // namespace pingpong
