// SPDX-License-Identifier: BSD-2-Clause
// Many words at once, as compilers make it: sanitizers see each.
#pragma once

#include <core/types.hpp>

namespace flat::domain {

/// Copies words of eight bytes upwards, one after the other, wherever they lie.
inline void copy_words(void* to, void const* from, usize words) {
    u8* const target = static_cast<u8*>(to);
    u8 const* const source = static_cast<u8 const*>(from);
    for (usize i = 0; i < words * sizeof(u64); i += sizeof(u64)) {
        u64 word; // source and target may overlap
        __builtin_memcpy(&word, source + i, sizeof word);
        __builtin_memcpy(target + i, &word, sizeof word);
    }
}

/// Sets so many words to `word`.
inline void fill_words(void* to, u64 word, usize words) {
    u8* const target = static_cast<u8*>(to);
    for (usize i = 0; i < words * sizeof(u64); i += sizeof(u64))
        __builtin_memcpy(target + i, &word, sizeof word);
}

/// Adds so many words to a sum, and to that whatever is carried.
inline u64 sum_words(u64 sum, void const* from, usize words) {
    u8 const* const source = static_cast<u8 const*>(from);
    for (usize i = 0; i < words * sizeof(u64); i += sizeof(u64)) {
        u64 word;
        __builtin_memcpy(&word, source + i, sizeof word);
        if (__builtin_add_overflow(sum, word, &sum)) ++sum;
    }
    return sum;
}

} // namespace flat::domain
