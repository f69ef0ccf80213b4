// SPDX-License-Identifier: BSD-2-Clause
// Many words at once, by the processor's string instructions (Intel SDM volume 2, MOVS and STOS).
#pragma once

#include <core/types.hpp>

namespace flat::domain {

/// Copies words of eight bytes upwards, one after the other, wherever they lie. One instruction
/// each when counted; processors move whole lines. The direction flag is clear in all code of ours.
inline void copy_words(void* to, void const* from, usize words) {
    asm volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(words) : : "memory");
}

/// Sets so many words to `word`.
inline void fill_words(void* to, u64 word, usize words) {
    asm volatile("rep stosq" : "+D"(to), "+c"(words) : "a"(word) : "memory");
}

} // namespace flat::domain
