// SPDX-License-Identifier: BSD-2-Clause
// Two threads that yield to each other, and what a switch between them costs.
#include <demo/threads/switch_costs.hpp>

#include <core/say.hpp>
#include <demo/start.hpp>
#include <machine/software_trap.hpp>

namespace flat::demo::threads {

void SwitchCosts::run() {
    partner_.join_costs(*this);
    thread::Thread& thread = start(*threads, partner_);
    for (u32 i = 0; i < rounds; ++i) {
        threads->yield();
        probe(after_);
    }
    thread.join();
    thread.release();
    say(*log, "two threads have yielded to each other");
    tell("yield");
    count_traps();
}

void SwitchCosts::count_traps() {
    constexpr u32 vector = machine::software_trap_vector;
    if (trap->register_(vector, *this).is_error()) panic("somebody handles the software trap");
    count_trap("trap, all registers");
    trap->unregister(vector);
    if (trap->register_brief(vector, *this).is_error()) panic("the software trap is never brief");
    count_trap("trap, what a call may change");
    trap->unregister(vector);
}

void SwitchCosts::count_trap(Text what) {
    for (u32 i = 0; i < rounds; ++i) {
        probe(before_);
        machine::software_trap();
        probe(after_);
    }
    tell(what);
}

/// Writes what was counted last, where somebody counts.
void SwitchCosts::tell(Text what) {
    ProbeRecord const cost = difference(before_, after_);
    if (cost.valid)
        say(*log, "@record {}\"what\": \"{}\", \"kernel\": {}{}", "{", what,
            cost.kernel_instructions, "}");
}

void SwitchCosts::Partner::run() {
    thread::ThreadManager& threads = *costs_->threads;
    for (u32 i = 0; i < rounds; ++i) {
        probe(costs_->before_);
        threads.yield();
    }
}

} // namespace flat::demo::threads
