// SPDX-License-Identifier: BSD-2-Clause
// Calls one server through bindings of several kinds, and counts the instructions.
#include <demo/binding_costs.hpp>

#include <core/format.hpp>

namespace flat::demo {

namespace {

constexpr u32 warm_calls = 3;

} // namespace

void BindingCosts::run() {
    ProbeRecord before, after;
    u64 result = 0;
    for (u32 i = 0; i < warm_calls; ++i) {
        probe(before);
        result = direct->pass(7);
        probe(after);
    }
    say("static", result, before, after);
    for (u32 i = 0; i < warm_calls; ++i) {
        probe(before);
        result = syscall->pass(7);
        probe(after);
    }
    say("syscall", result, before, after);
}

void BindingCosts::say(Text kind, u64 result, ProbeRecord const& before, ProbeRecord const& after) {
    TextBuffer<160> line;
    format(line, "{}: the third call returns {}", kind, result);
    log->write(log::Log::Level::info, line.text().bytes());
    ProbeRecord const cost = difference(before, after);
    if (!cost.valid) return;
    TextBuffer<200> record;
    format(record, "@record {}\"kind\": \"{}\", \"kernel\": {}, \"user\": {}, \"all\": {}{}", "{",
           kind, cost.kernel_instructions, cost.user_instructions,
           cost.kernel_instructions + cost.user_instructions, "}");
    log->write(log::Log::Level::info, record.text().bytes());
}

} // namespace flat::demo
