// SPDX-License-Identifier: BSD-2-Clause
// A ledger in memory, with room for a few notes.
#pragma once

#include <core/utility.hpp>
#include <demo/ledger/small_ledger.flat.hpp>

namespace flat::demo::ledger {

/// Keeps the last notes; the number of a note says where it was.
class SmallLedger : public SmallLedgerComponent, NonCopyable {
public:
    using SmallLedgerComponent::SmallLedgerComponent;

    Result<u64, LedgerError> add(u64 amount) override;
    Result<Outcome, LedgerError> apply(Change const& change, u32 times) override;
    Result<u32, LedgerError> note(Span<u8 const> text) override;
    Result<u32, LedgerError> read(u32 number, u32 from, Span<u8> text) override;
    Result<void, LedgerError> reverse(Span<u8> text) override;
    Result<void, LedgerError> break_down() override;

private:
    static constexpr u32 notes_max = 4;
    static constexpr u32 note_bytes_max = 4096;

    struct Note {
        u8 bytes[note_bytes_max];
        u32 size;
    };

    u64 sum_ = 0;
    u32 notes_count_ = 0;
    Note notes_[notes_max] = {};
};

} // namespace flat::demo::ledger
