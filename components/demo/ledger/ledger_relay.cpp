// SPDX-License-Identifier: BSD-2-Clause
// A ledger that asks another one.
#include <demo/ledger/ledger_relay.hpp>

namespace flat::demo::ledger {

Result<u64, LedgerError> LedgerRelay::add(u64 amount) {
    return beyond->add(amount);
}

Result<Ledger::Outcome, LedgerError> LedgerRelay::apply(Change const& change, u32 times) {
    return beyond->apply(change, times);
}

Result<u32, LedgerError> LedgerRelay::note(Span<u8 const> text) {
    return beyond->note(text);
}

Result<u32, LedgerError> LedgerRelay::read(u32 number, u32 from, Span<u8> text) {
    return beyond->read(number, from, text);
}

Result<void, LedgerError> LedgerRelay::reverse(Span<u8> text) {
    return beyond->reverse(text);
}

Result<void, LedgerError> LedgerRelay::break_down() {
    return beyond->break_down();
}

} // namespace flat::demo::ledger
