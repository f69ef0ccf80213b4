// SPDX-License-Identifier: BSD-2-Clause
// Two threads that yield to each other, and what a switch between them costs.
#include <demo/switch_costs.hpp>

#include <core/panic.hpp>
#include <demo/say.hpp>

namespace flat::demo {

void SwitchCosts::run() {
    auto const created = threads->create({});
    if (created.is_error()) panic("there is no memory for a thread");
    auto& thread = *narrow_to<thread::Thread>(*created.value());
    partner_.join_costs(*this);
    thread.start(partner_);
    for (u32 i = 0; i < rounds; ++i) {
        threads->yield();
        probe(after_);
    }
    thread.join();
    thread.release();
    say(*log, "two threads have yielded to each other");
    ProbeRecord const cost = difference(before_, after_);
    if (cost.valid)
        say(*log, "@record {}\"what\": \"yield\", \"kernel\": {}{}", "{", cost.kernel_instructions,
            "}");
}

void SwitchCosts::Partner::run() {
    for (u32 i = 0; i < rounds; ++i) {
        probe(costs_->before_);
        costs_->threads->yield();
    }
}

} // namespace flat::demo
