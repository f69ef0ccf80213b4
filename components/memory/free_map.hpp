// SPDX-License-Identifier: BSD-2-Clause
// Which blocks of each order are free: the bitmaps of the buddy system.
#pragma once

#include <core/bits.hpp>
#include <core/span.hpp>
#include <core/types.hpp>

namespace flat::memory {

/// One bit for each block of each order in a range of frames. Blocks are named by their first
/// frame, counted from physical address 0. Callers hold the lock of the frames.
class FreeMap {
public:
    /// Orders are 0 to 18: up to 1 GiB with frames of 4 KiB.
    static constexpr u32 orders = 19;

    /// A map without room for anything.
    FreeMap() = default;

    /// A map for the frames [begin, end), nothing free; its `words_for` words are `words`.
    FreeMap(u64 begin, u64 end, Span<u64> words) : begin_(begin), end_(end) {
        for (u32 order = 0; order < orders; ++order) {
            usize const needed = words_of(begin, end, order);
            words_[order] = words.first(needed);
            words = words.after(needed);
            for (u64& word : words_[order])
                word = 0;
        }
    }

    /// How many words a map for [begin, end) needs.
    static usize words_for(u64 begin, u64 end) {
        usize words = 0;
        for (u32 order = 0; order < orders; ++order)
            words += words_of(begin, end, order);
        return words;
    }

    u64 begin() const { return begin_; }
    u64 end() const { return end_; }

    /// Whether the block of this order that `frame` is part of is free. Frames outside the range
    /// are not, nor blocks that reach out of it.
    bool is_free(u64 frame, u32 order) const {
        if (frame < begin_ || frame >= end_) return false;
        u64 const index = index_of(frame, order);
        return words_[order][index / 64] & bit(index % 64);
    }

    void set_free(u64 frame, u32 order) {
        u64 const index = index_of(frame, order);
        words_[order][index / 64] |= bit(index % 64);
    }

    void set_taken(u64 frame, u32 order) {
        u64 const index = index_of(frame, order);
        words_[order][index / 64] &= ~bit(index % 64);
    }

private:
    static usize words_of(u64 begin, u64 end, u32 order) {
        return divide_up<u64>(((end - 1) >> order) - (begin >> order) + 1, 64);
    }

    u64 index_of(u64 frame, u32 order) const { return (frame >> order) - (begin_ >> order); }

    u64 begin_ = 0;
    u64 end_ = 0;
    Span<u64> words_[orders];
};

} // namespace flat::memory
