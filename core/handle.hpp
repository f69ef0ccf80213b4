// SPDX-License-Identifier: BSD-2-Clause
// Objects of the kernel that a domain holds: the words that name them, and what stands for them
// there.
//
// The word of an object is twice the number of its handle and 1, 0 that of none. The kernel looks
// it up among those that the domain may call.
#pragma once

#include <core/types.hpp>

#include <new>

namespace flat {

/// How many objects of the kernel a domain can hold at once.
inline constexpr u32 handles_max = 64;

constexpr bool is_handle(u64 word) {
    return (word & 1) != 0;
}

constexpr u64 handle_word(u64 number) {
    return 2 * number + 1;
}

constexpr u64 handle_number(u64 word) {
    return word / 2;
}

/// Room in a domain for what stands for the kernel's objects of one interface. `Stub` is a
/// generated class. The same word makes the same object again, so nobody excludes anybody.
template<class Stub>
class HandlePlaces {
public:
    /// What stands for the object of a word of the kernel's; null for that of none.
    Stub* of(u64 word) {
        return word == 0 ? nullptr : new (places_[handle_number(word)]) Stub({}, word);
    }

private:
    alignas(Stub) u8 places_[handles_max][sizeof(Stub)];
};

} // namespace flat
