// SPDX-License-Identifier: BSD-2-Clause
// A server that answers or not, as it is asked to.
#include <partners/partner.hpp>

#include <core/panic.hpp>

namespace flat::partners {

namespace {

u64 volatile rounds = 0;

} // namespace

Result<u64, demo::LedgerError> Partner::ask(Way way, u64 value) {
    switch (way) {
    case Way::answers:
        break;
    case Way::loops:
        for (;;)
            rounds = rounds + 1;
    case Way::waits:
        sleeper->sleep();
        break;
    case Way::dies:
        panic("as was asked for");
    case Way::asks_who_loops:
        return other->ask(Way::loops, value);
    case Way::asks_for_ever:
        for (;;)
            rounds = rounds + TRY(other->ask(Way::answers, value));
    case Way::asks:
        return other->ask(Way::answers, value);
    case Way::is_asked_back:
        return other->ask(Way::asks, value);
    }
    return value + 1;
}

} // namespace flat::partners
