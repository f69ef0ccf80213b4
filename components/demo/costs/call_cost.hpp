// SPDX-License-Identifier: BSD-2-Clause
// What a call through a binding costs, as a line of the log and a record for the tables.
#pragma once

#include <core/measure/probe.hpp>
#include <core/say.hpp>
#include <core/text.hpp>
#include <flat/log/log.hpp>

namespace flat::demo::costs {

/// Calls three times and returns what the last call did: the first ones bring pages in.
template<class Call>
[[gnu::always_inline]] inline u64 count_calls(Call const& call, ProbeRecord& before,
                                              ProbeRecord& after) {
    u64 result = 0;
    for (u32 i = 0; i < 3; ++i) {
        probe(before);
        result = call();
        probe(after);
    }
    return result;
}

/// Writes it, where somebody counts.
inline void tell_cost(log::Log& log, Text kind, ProbeRecord const& cost) {
    if (!cost.valid) return;
    say(log, "@record {}\"kind\": \"{}\", \"kernel\": {}, \"domains\": {}, \"all\": {}{}", "{",
        kind, cost.kernel_instructions, cost.user_instructions,
        cost.kernel_instructions + cost.user_instructions, "}");
}

/// Calls three times and says what the last call returned and cost.
template<class Call>
[[gnu::always_inline]] inline void show_call_cost(log::Log& log, Text kind, Call const& call) {
    ProbeRecord before, after;
    u64 const result = count_calls(call, before, after);
    say(log, "{}: the third call returns {}", kind, result);
    tell_cost(log, kind, difference(before, after));
}

} // namespace flat::demo::costs
