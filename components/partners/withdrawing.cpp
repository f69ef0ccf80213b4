// SPDX-License-Identifier: BSD-2-Clause
// Has pages withdrawn while it is called, as the buffer says that it gets.
#include <partners/withdrawing.hpp>

#include <core/bits.hpp>
#include <domain/page.hpp>
#include <partners/withdrawal.hpp>

namespace flat::partners {

using demo::LedgerError;

Result<u64, LedgerError> Withdrawing::add(u64 amount) {
    return amount;
}

Result<demo::Ledger::Outcome, LedgerError> Withdrawing::apply(Change const& change, u32) {
    return Outcome{change, 0, 0, 0};
}

Result<u32, LedgerError> Withdrawing::note(Span<u8 const> text) {
    have_withdrawn(text);
    return static_cast<u32>(text.size());
}

Result<u32, LedgerError> Withdrawing::read(u32, u32, Span<u8> text) {
    have_withdrawn(text);
    return static_cast<u32>(text.size());
}

Result<void, LedgerError> Withdrawing::reverse(Span<u8> text) {
    have_withdrawn(text);
    return {};
}

Result<void, LedgerError> Withdrawing::break_down() {
    return LedgerError{LedgerError::limit};
}

/// The client does not know where a buffer is here that was copied: at the end of the stack, of
/// which the last page has nothing else.
void Withdrawing::have_withdrawn(Span<u8 const> text) {
    u64 const word = first_word(text);
    vaddr const own = align_down(address_of(text.data()) + text.size() - 1, domain::page_size);
    switch (static_cast<Side>(word % domain::page_size)) {
    case Side::nobody:
        return;
    case Side::client:
        (void)withdraw->pass(word);
        return;
    case Side::server:
        (void)withdraw->pass(own + static_cast<u64>(Side::server));
        return;
    }
}

} // namespace flat::partners
