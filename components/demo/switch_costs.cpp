// SPDX-License-Identifier: BSD-2-Clause
// Two threads that yield to each other, and what a switch between them costs.
#include <demo/switch_costs.hpp>

#include <core/say.hpp>
#include <demo/start.hpp>
#include <machine/software_trap.hpp>

namespace flat::demo {

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
    count_trap();
}

void SwitchCosts::count_trap() {
    if (trap->register_(machine::software_trap_vector, *this).is_error())
        panic("somebody else handles the software trap");
    for (u32 i = 0; i < rounds; ++i) {
        probe(before_);
        machine::software_trap();
        probe(after_);
    }
    trap->unregister(machine::software_trap_vector);
    tell("trap, all registers");
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

} // namespace flat::demo
