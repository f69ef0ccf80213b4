// SPDX-License-Identifier: BSD-2-Clause
// A table of a program's state: keys and values of a few words.
#pragma once

#include <core/types.hpp>
#include <core/utility.hpp>

namespace flat::router::planp {

/// Of fixed size, in sets of four, in memory that its owner gives it. In a full set a new key takes
/// the place of the one that was put in longest ago: a program never fails for want of room, and a
/// stranger who makes up keys takes no memory.
class StateTable {
public:
    static constexpr u32 ways = 4;

    /// How many words of memory a table for so many keys needs.
    static u64 words_for(u32 capacity, u32 key_words, u32 value_words) {
        return u64{sets_for(capacity)} * (1 + ways * (1 + key_words + value_words));
    }

    /// Begins to use memory, all of it 0.
    void begin(u64* words, u32 capacity, u32 key_words, u32 value_words) {
        words_ = words;
        mask_ = sets_for(capacity) - 1;
        key_words_ = key_words;
        value_words_ = value_words;
    }

    /// Copies the value of a key; false if there is none.
    bool get(u64 const* key, u64* value) const {
        u64 const* const entry = find(set_of(key), key);
        if (!entry) return false;
        for (u32 i = 0; i < value_words_; ++i)
            value[i] = entry[1 + key_words_ + i];
        return true;
    }

    void set(u64 const* key, u64 const* value) {
        u64* const set = set_of(key);
        u64* entry = find(set, key);
        if (!entry) {
            entry = set + 1 + set[0]++ % ways * entry_words();
            entry[0] = 1;
            for (u32 i = 0; i < key_words_; ++i)
                entry[1 + i] = key[i];
        }
        for (u32 i = 0; i < value_words_; ++i)
            entry[1 + key_words_ + i] = value[i];
    }

    void remove(u64 const* key) {
        if (u64* const entry = find(set_of(key), key)) entry[0] = 0;
    }

private:
    static constexpr u64 multiplier = 0x9e37'79b9'7f4a'7c15; // Knuth's: 2^64 by the golden ratio

    static u32 sets_for(u32 capacity) {
        u32 sets = 1;
        while (sets * ways < capacity)
            sets *= 2;
        return sets;
    }
    u32 entry_words() const { return 1 + key_words_ + value_words_; }

    /// A set is a count of what was put in, and its entries: whether it is in use, key, value.
    u64* set_of(u64 const* key) const {
        u64 hash = 0;
        for (u32 i = 0; i < key_words_; ++i)
            hash = (hash ^ key[i]) * multiplier ^ hash >> 29;
        return words_ + (hash >> 40 & mask_) * (1 + ways * entry_words());
    }
    u64* find(u64* set, u64 const* key) const {
        u64* entry = set + 1;
        for (u32 way = 0; way < ways; ++way, entry += entry_words()) {
            bool is_same = entry[0] != 0;
            for (u32 i = 0; i < key_words_; ++i)
                is_same = is_same && entry[1 + i] == key[i];
            if (is_same) return entry;
        }
        return nullptr;
    }

    u64* words_ = nullptr;
    u32 mask_ = 0;
    u32 key_words_ = 0;
    u32 value_words_ = 0;
};

} // namespace flat::router::planp
