// SPDX-License-Identifier: BSD-2-Clause
// Lets threads of domains yield to each other, and counts what a switch between them costs.
#include <demo/threads/space_switch_costs.hpp>

#include <core/say.hpp>

namespace flat::demo::threads {

void SpaceSwitchCosts::next(u32 caller) {
    yielded_last_ = caller;
    thread::ThreadManager& manager = *threads;
    probe(before_);
    manager.yield();
    probe(after_);
    if (yielded_last_ != caller) cost_ = difference(before_, after_);
    if (++count_ == calls) tell();
}

void SpaceSwitchCosts::tell() {
    say(*log, "two domains have yielded to each other");
    if (cost_.valid)
        say(*log, "@record {}\"what\": \"yield, to another domain\", \"kernel\": {}{}", "{",
            cost_.kernel_instructions, "}");
}

} // namespace flat::demo::threads
