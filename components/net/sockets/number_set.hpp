// SPDX-License-Identifier: BSD-2-Clause
// A set of numbers below a bound, which is searched by 64 numbers at a time.
#pragma once

#include <core/atomic.hpp>
#include <core/bits.hpp>
#include <core/maybe.hpp>
#include <core/panic.hpp>
#include <core/utility.hpp>
#include <flat/memory/allocator.hpp>

#include <new>

namespace flat::net::sockets {

/// Threads share it; what is added or removed during a search may be found or not.
class NumberSet : NonCopyable {
public:
    NumberSet(memory::Allocator& allocator, u32 bound)
        : allocator_(allocator), words_(divide_up<u32>(bound, 64)) {
        auto const piece = allocator.allocate(words_ * sizeof(Word), alignof(Word));
        if (piece.is_error()) panic("there is no memory for a set of {} numbers", bound);
        word_ = pointer_to<Word>(piece.value());
        for (u32 i = 0; i < words_; ++i)
            new (word_ + i) Word(0);
    }
    ~NumberSet() { allocator_.free(address_of(word_)); }

    void add(u32 number) { word_[number / 64].fetch_or(bit(number % 64)); }
    void remove(u32 number) { word_[number / 64].fetch_and(~bit(number % 64)); }

    /// The least number in the set that is not below `first`.
    Maybe<u32> next(u32 first) const {
        u64 ahead = ~u64{0} << first % 64;
        for (u32 i = first / 64; i < words_; ++i, ahead = ~u64{0})
            if (u64 const found = word_[i].load() & ahead; found != 0)
                return i * 64 + lowest_bit(found);
        return nothing;
    }

private:
    using Word = Atomic<u64>;

    memory::Allocator& allocator_;
    u32 words_;
    Word* word_;
};

} // namespace flat::net::sockets
