// SPDX-License-Identifier: BSD-2-Clause
// What a call through a binding costs, as a line of the log and a record for the tables.
#pragma once

#include <core/probe.hpp>
#include <core/say.hpp>
#include <core/text.hpp>
#include <flat/log/log.hpp>

namespace flat::demo {

/// Calls three times and says what the last call returned and cost: the first ones bring pages in.
template<class Call>
[[gnu::always_inline]] inline void show_call_cost(log::Log& log, Text kind, Call const& call) {
    ProbeRecord before, after;
    u64 result = 0;
    for (u32 i = 0; i < 3; ++i) {
        probe(before);
        result = call();
        probe(after);
    }
    say(log, "{}: the third call returns {}", kind, result);
    ProbeRecord const cost = difference(before, after);
    if (!cost.valid) return;
    say(log, "@record {}\"kind\": \"{}\", \"kernel\": {}, \"domains\": {}, \"all\": {}{}", "{",
        kind, cost.kernel_instructions, cost.user_instructions,
        cost.kernel_instructions + cost.user_instructions, "}");
}

} // namespace flat::demo
