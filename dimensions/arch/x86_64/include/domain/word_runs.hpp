// SPDX-License-Identifier: BSD-2-Clause
// Many words at once, by the processor's string instructions (Intel SDM volume 2, MOVS and STOS),
// and with its carry.
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

/// Adds so many words to a sum, and to that whatever is carried: an instruction for each, where
/// compilers make two. Between groups neither LEA nor DEC changes the carry.
inline u64 sum_words(u64 sum, void const* from, usize words) {
    constexpr usize group_words = 16;
    usize groups = words / group_words;
    usize rest = words % group_words;
    asm("testq %[groups], %[groups]\n\t" // which clears the carry
        "jz 2f\n"
        "1:\tadcq (%[from]), %[sum]\n\t"
        "adcq 8(%[from]), %[sum]\n\t"
        "adcq 16(%[from]), %[sum]\n\t"
        "adcq 24(%[from]), %[sum]\n\t"
        "adcq 32(%[from]), %[sum]\n\t"
        "adcq 40(%[from]), %[sum]\n\t"
        "adcq 48(%[from]), %[sum]\n\t"
        "adcq 56(%[from]), %[sum]\n\t"
        "adcq 64(%[from]), %[sum]\n\t"
        "adcq 72(%[from]), %[sum]\n\t"
        "adcq 80(%[from]), %[sum]\n\t"
        "adcq 88(%[from]), %[sum]\n\t"
        "adcq 96(%[from]), %[sum]\n\t"
        "adcq 104(%[from]), %[sum]\n\t"
        "adcq 112(%[from]), %[sum]\n\t"
        "adcq 120(%[from]), %[sum]\n\t"
        "leaq 128(%[from]), %[from]\n\t"
        "decq %[groups]\n\t"
        "jnz 1b\n\t"
        "adcq $0, %[sum]\n"
        "2:\ttestq %[rest], %[rest]\n\t"
        "jz 4f\n"
        "3:\tadcq (%[from]), %[sum]\n\t"
        "leaq 8(%[from]), %[from]\n\t"
        "decq %[rest]\n\t"
        "jnz 3b\n\t"
        "adcq $0, %[sum]\n"
        "4:"
        : [sum] "+&r"(sum), [from] "+&r"(from), [groups] "+&r"(groups), [rest] "+&r"(rest)
        :
        : "memory", "cc");
    return sum;
}

} // namespace flat::domain
