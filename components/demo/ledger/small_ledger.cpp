// SPDX-License-Identifier: BSD-2-Clause
// A ledger in memory, with room for a few notes.
#include <demo/ledger/small_ledger.hpp>

#include <core/memory.hpp>
#include <core/panic.hpp>
#include <core/utility.hpp>

namespace flat::demo::ledger {

Result<u64, LedgerError> SmallLedger::add(u64 amount) {
    if (amount > limit - sum_) return LedgerError{LedgerError::limit};
    sum_ += amount;
    return sum_;
}

Result<Ledger::Outcome, LedgerError> SmallLedger::apply(Change const& change, u32 times) {
    u64 const before = sum_;
    for (u32 i = 0; i < times; ++i) {
        if (change.kind == Kind::withdrawal)
            sum_ -= min(sum_, change.amount);
        else if (add(change.amount).is_error())
            return LedgerError{LedgerError::limit};
    }
    return Outcome{change, before, sum_, static_cast<i32>(sum_) - static_cast<i32>(before)};
}

Result<u32, LedgerError> SmallLedger::note(Span<u8 const> text) {
    Note& note = notes_[notes_count_ % notes_max];
    note.size = min<u32>(static_cast<u32>(text.size()), note_bytes_max);
    if (note.size != 0) memcpy(note.bytes, text.data(), note.size);
    return notes_count_++;
}

Result<u32, LedgerError> SmallLedger::read(u32 number, u32 from, Span<u8> text) {
    if (number >= notes_count_ || notes_count_ - number > notes_max)
        return LedgerError{LedgerError::no_such_note};
    Note const& note = notes_[number % notes_max];
    if (from >= note.size) return u32{0};
    u32 const bytes = min<u32>(static_cast<u32>(text.size()), note.size - from);
    if (bytes != 0) memcpy(text.data(), note.bytes + from, bytes);
    return bytes;
}

Result<void, LedgerError> SmallLedger::reverse(Span<u8> text) {
    for (usize i = 0; i < text.size() / 2; ++i) {
        u8 const first = text[i];
        text[i] = text[text.size() - 1 - i];
        text[text.size() - 1 - i] = first;
    }
    return {};
}

Result<void, LedgerError> SmallLedger::break_down() {
    panic("a ledger broke down, as was asked for");
}

} // namespace flat::demo::ledger
