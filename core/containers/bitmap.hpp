// SPDX-License-Identifier: BSD-2-Clause
// A fixed number of bits.
#pragma once

#include <core/assert.hpp>
#include <core/bits.hpp>
#include <core/maybe.hpp>
#include <core/types.hpp>

namespace flat {

/// `size` bits, all clear at first.
template<u32 size>
class Bitmap {
public:
    constexpr bool test(u32 index) const {
        assert(index < size);
        return words_[index / 64] & bit(index % 64);
    }

    constexpr void set(u32 index) {
        assert(index < size);
        words_[index / 64] |= bit(index % 64);
    }

    constexpr void clear(u32 index) {
        assert(index < size);
        words_[index / 64] &= ~bit(index % 64);
    }

    /// The highest index whose bit is set.
    constexpr Maybe<u32> highest() const {
        for (u32 word = words; word-- > 0;)
            if (words_[word] != 0) return word * 64 + highest_bit(words_[word]);
        return nothing;
    }

private:
    static constexpr u32 words = divide_up<u32>(size, 64);

    u64 words_[words] = {};
};

} // namespace flat
