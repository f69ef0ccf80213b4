// SPDX-License-Identifier: BSD-2-Clause
// The memory functions of kernels that have no C library: words where alignment allows, no SIMD.
#include <core/memory.hpp>

#include <core/bits.hpp>

namespace {

using flat::u64;
using flat::u8;
using flat::usize;

/// A word that may alias anything, as memory functions do.
using Word [[gnu::may_alias]] = u64;

bool are_words(void const* a, void const* b, usize bytes) {
    auto const mixed = reinterpret_cast<u64>(a) | reinterpret_cast<u64>(b) | bytes;
    return flat::is_aligned<u64>(mixed, sizeof(Word));
}

void copy_upwards(void* to, void const* from, usize bytes) {
    if (are_words(to, from, bytes)) {
        for (usize i = 0; i < bytes / sizeof(Word); ++i)
            static_cast<Word*>(to)[i] = static_cast<Word const*>(from)[i];
        return;
    }
    for (usize i = 0; i < bytes; ++i)
        static_cast<u8*>(to)[i] = static_cast<u8 const*>(from)[i];
}

void copy_downwards(void* to, void const* from, usize bytes) {
    for (usize i = bytes; i-- > 0;)
        static_cast<u8*>(to)[i] = static_cast<u8 const*>(from)[i];
}

} // namespace

void* memcpy(void* __restrict to, void const* __restrict from, usize bytes) noexcept {
    copy_upwards(to, from, bytes);
    return to;
}

void* memmove(void* to, void const* from, usize bytes) noexcept {
    if (to <= from)
        copy_upwards(to, from, bytes);
    else
        copy_downwards(to, from, bytes);
    return to;
}

void* memset(void* to, int value, usize bytes) noexcept {
    auto const byte = static_cast<u8>(value);
    if (are_words(to, nullptr, bytes)) {
        for (usize i = 0; i < bytes / sizeof(Word); ++i)
            static_cast<Word*>(to)[i] = u64(0x0101010101010101) * byte;
        return to;
    }
    for (usize i = 0; i < bytes; ++i)
        static_cast<u8*>(to)[i] = byte;
    return to;
}

int memcmp(void const* a, void const* b, usize bytes) noexcept {
    for (usize i = 0; i < bytes; ++i) {
        int const difference = static_cast<u8 const*>(a)[i] - static_cast<u8 const*>(b)[i];
        if (difference != 0) return difference;
    }
    return 0;
}

usize strlen(char const* string) noexcept {
    usize size = 0;
    while (string[size] != '\0')
        ++size;
    return size;
}
