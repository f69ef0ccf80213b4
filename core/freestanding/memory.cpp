// SPDX-License-Identifier: BSD-2-Clause
// The memory functions of kernels that have no C library: by words, wherever they lie; no SIMD.
#include <core/memory.hpp>

#include <domain/word_runs.hpp>

namespace {

using flat::u64;
using flat::u8;
using flat::usize;

/// Eight bytes at any address that may be part of anything: how they are accessed is up to the
/// compiler, which knows what the machine can.
using Word [[gnu::aligned(1), gnu::may_alias]] = u64;

constexpr usize word_size = sizeof(Word);

/// As much at once as pays for the test of a loop.
constexpr usize group_size = 4 * word_size;

/// From so many bytes on, runs of words pay for what processors take to begin one.
constexpr usize run_size = 4 * group_size;

void copy_word(u8* to, u8 const* from) {
    *reinterpret_cast<Word*>(to) = *reinterpret_cast<Word const*>(from);
}

/// All words are loaded before any is stored, so that both groups may overlap.
void copy_group(u8* to, u8 const* from) {
    auto const* const source = reinterpret_cast<Word const*>(from);
    auto* const target = reinterpret_cast<Word*>(to);
    u64 const first = source[0];
    u64 const second = source[1];
    u64 const third = source[2];
    u64 const fourth = source[3];
    target[0] = first;
    target[1] = second;
    target[2] = third;
    target[3] = fourth;
}

void copy_upwards(u8* to, u8 const* from, usize bytes) {
    if (bytes >= run_size) {
        flat::domain::copy_words(to, from, bytes / word_size);
        usize const copied = bytes - bytes % word_size;
        to += copied;
        from += copied;
        bytes %= word_size;
    }
    for (; bytes >= group_size; bytes -= group_size, to += group_size, from += group_size)
        copy_group(to, from);
    for (; bytes >= word_size; bytes -= word_size, to += word_size, from += word_size)
        copy_word(to, from);
    for (; bytes > 0; --bytes)
        *to++ = *from++;
}

void copy_downwards(u8* to, u8 const* from, usize bytes) {
    for (; bytes >= group_size; bytes -= group_size)
        copy_group(to + bytes - group_size, from + bytes - group_size);
    for (; bytes >= word_size; bytes -= word_size)
        copy_word(to + bytes - word_size, from + bytes - word_size);
    for (; bytes > 0; --bytes)
        to[bytes - 1] = from[bytes - 1];
}

} // namespace

void* memcpy(void* __restrict to, void const* __restrict from, usize bytes) noexcept {
    copy_upwards(static_cast<u8*>(to), static_cast<u8 const*>(from), bytes);
    return to;
}

void* memmove(void* to, void const* from, usize bytes) noexcept {
    auto* const target = static_cast<u8*>(to);
    auto const* const source = static_cast<u8 const*>(from);
    if (to <= from)
        copy_upwards(target, source, bytes);
    else
        copy_downwards(target, source, bytes);
    return to;
}

void* memset(void* to, int value, usize bytes) noexcept {
    auto* target = static_cast<u8*>(to);
    u64 const word = u64(0x0101010101010101) * static_cast<u8>(value);
    if (bytes >= run_size) {
        flat::domain::fill_words(target, word, bytes / word_size);
        target += bytes - bytes % word_size;
        bytes %= word_size;
    }
    for (; bytes >= word_size; bytes -= word_size, target += word_size)
        *reinterpret_cast<Word*>(target) = word;
    for (; bytes > 0; --bytes)
        *target++ = static_cast<u8>(value);
    return to;
}

int memcmp(void const* a, void const* b, usize bytes) noexcept {
    auto const* left = static_cast<u8 const*>(a);
    auto const* right = static_cast<u8 const*>(b);
    auto const are_equal = [&] {
        return *reinterpret_cast<Word const*>(left) == *reinterpret_cast<Word const*>(right);
    };
    for (; bytes >= word_size && are_equal(); bytes -= word_size) {
        left += word_size;
        right += word_size;
    }
    for (; bytes > 0; --bytes, ++left, ++right)
        if (*left != *right) return *left - *right;
    return 0;
}

usize strlen(char const* string) noexcept {
    usize size = 0;
    while (string[size] != '\0')
        ++size;
    return size;
}
