// SPDX-License-Identifier: BSD-2-Clause
// What a program finds on its stack when it begins: its arguments.
#include <core/machine/first_stack.hpp>

#include <core/bits.hpp>
#include <core/memory.hpp>

namespace flat {

namespace {

/// After the arguments' pointers: their end, that of the environment, AT_NULL with its value.
constexpr u64 words_after = 4;
constexpr u64 stack_alignment = 16;

u64 count(Span<u8 const> arguments) {
    u64 found = 0;
    for (u8 const each : arguments)
        found += each == 0;
    return found;
}

void put(Span<u8> page, u64 at, u64 word) {
    memcpy(page.data() + at, &word, sizeof word);
}

} // namespace

Maybe<u64> write_arguments(Span<u8> page, vaddr address, Span<u8 const> arguments) {
    u64 const bytes = arguments.size();
    if (bytes != 0 && arguments[bytes - 1] != 0) return nothing;
    u64 const texts_count = count(arguments);
    u64 const words = 1 + texts_count + words_after;
    if (bytes > page.size() || words * sizeof(u64) + stack_alignment > page.size() - bytes)
        return nothing;
    u64 const texts = page.size() - bytes;
    u64 const start = align_down(texts - words * sizeof(u64), stack_alignment);
    memcpy(page.data() + texts, arguments.data(), bytes);
    put(page, start, texts_count);
    u64 at = start;
    for (u64 i = 0; i < bytes; ++i)
        if (i == 0 || arguments[i - 1] == 0) put(page, at += sizeof(u64), address + texts + i);
    for (u64 i = 0; i < words_after; ++i)
        put(page, at += sizeof(u64), 0);
    return start;
}

Text first_argument(Span<u8 const> arguments) {
    usize size = 0;
    while (size < arguments.size() && arguments[size] != 0)
        ++size;
    return Text::from_bytes(arguments.first(size));
}

} // namespace flat
