// SPDX-License-Identifier: BSD-2-Clause
// Tries the methods of a ledger, and says which it may call.
#include <demo/ledger/guard_check.hpp>

#include <core/say.hpp>

namespace flat::demo::ledger {

namespace {

template<class T>
Text answer(Result<T, LedgerError> const& outcome) {
    if (outcome.is_ok()) return "done";
    return outcome.error().code == LedgerError::Code::forbidden ? "forbidden" : "failed";
}

} // namespace

void GuardCheck::run() {
    u8 text[] = {'a', 'b'};
    say(*log, "add: {}", answer(ledger->add(1)));
    say(*log, "note: {}", answer(ledger->note(text)));
    say(*log, "read: {}", answer(ledger->read(0, 0, text)));
    say(*log, "reverse: {}", answer(ledger->reverse(text)));
    say(*log, "breakDown: {}", answer(ledger->break_down()));
}

} // namespace flat::demo::ledger
