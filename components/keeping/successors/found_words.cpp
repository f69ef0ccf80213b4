// SPDX-License-Identifier: BSD-2-Clause
// The words of messages, among which are names of objects: kept by an accomplice for successors.
#include <keeping/successors/found_words.hpp>

#include <core/panic.hpp>
#include <core/span.hpp>

namespace flat::keeping::successors {

void FoundWords::add(u64 const* words, u32 count) {
    for (u32 i = 0; i < count; ++i)
        if (words[i] >> 32 != 0 && !has(words[i]) && count_ < words_max)
            words_[count_++] = words[i];
}

/// The accomplice's sum is how many notes it has.
void FoundWords::leave(demo::Ledger& accomplice) const {
    Span<u8 const> const bytes = bytes_of(Span<u64 const>(words_, count_));
    if (accomplice.note(bytes).is_error() || accomplice.add(1).is_error())
        panic("the accomplice takes no note");
}

void FoundWords::take(demo::Ledger& accomplice) {
    auto const notes = accomplice.add(0);
    if (notes.is_error() || notes.value() == 0) panic("nobody has left anything");
    Span<u8> const room(reinterpret_cast<u8*>(words_), sizeof words_);
    auto const found = accomplice.read(static_cast<u32>(notes.value() - 1), 0, room);
    if (found.is_error()) panic("the accomplice has lost a note");
    count_ = static_cast<u32>(found.value() / sizeof(u64));
}

bool FoundWords::has(u64 word) const {
    for (u32 i = 0; i < count_; ++i)
        if (words_[i] == word) return true;
    return false;
}

} // namespace flat::keeping::successors
