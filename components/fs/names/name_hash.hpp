// SPDX-License-Identifier: BSD-2-Clause
// Names as numbers.
#pragma once

#include <core/text.hpp>
#include <core/types.hpp>

namespace flat::fs {

template<class Word>
u64 word_at(char const* place) {
    Word word = 0;
    __builtin_memcpy(&word, place, sizeof word);
    return word;
}

/// Mixes a word into a hash, whose upper bits are good then (multiplicative hashing; Knuth, The Art
/// of Computer Programming 3, section 6.4).
inline u64 mixed(u64 hash, u64 word) {
    return (hash ^ word) * 0x9e37'79b9'7f4a'7c15;
}

/// All bytes of a name of which there are few, as one word: some count twice.
inline u64 short_word(Text name) {
    char const* const first = name.data();
    usize const size = name.size();
    if (size >= 4) return word_at<u32>(first) << 32 | word_at<u32>(first + size - 4);
    u64 const middle = static_cast<u8>(first[size / 2]);
    return u64{static_cast<u8>(first[0])} << 16 | middle << 8 | static_cast<u8>(first[size - 1]);
}

/// A hash of a name that is not empty, and of whatever `start` is.
inline u64 name_hash(u64 start, Text name) {
    usize const size = name.size();
    u64 hash = mixed(start, size);
    if (size < sizeof(u64)) return mixed(hash, short_word(name));
    for (usize i = 0; i + sizeof(u64) < size; i += sizeof(u64))
        hash = mixed(hash, word_at<u64>(name.data() + i)) ^ hash >> 32;
    return mixed(hash, word_at<u64>(name.data() + size - sizeof(u64)));
}

/// The number of a name (`Names.numberOf`).
inline u64 number_of_name(Text name) {
    return name_hash(0, name);
}

} // namespace flat::fs
