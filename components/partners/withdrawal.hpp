// SPDX-License-Identifier: BSD-2-Clause
// What a buffer begins with whose pages are to be withdrawn while a server has it.
#pragma once

#include <core/memory.hpp>
#include <core/span.hpp>
#include <core/types.hpp>

namespace flat::partners {

/// Whose page goes: the sum of this and the address of the page is what the kernel gets.
enum class Side : u8 { nobody, client, server };

/// The first word of a buffer: the address of the page that goes, and whose it is.
inline u64 first_word(Span<u8 const> text) {
    u64 word = 0;
    if (text.size() >= sizeof word) memcpy(&word, text.data(), sizeof word);
    return word;
}

} // namespace flat::partners
