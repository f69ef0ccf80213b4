// SPDX-License-Identifier: BSD-2-Clause
// Objects that pass between a domain and the kernel: the words that name them, and what stands for
// them in the domain.
//
// The word of an object that the domain has from the kernel is 64 times the number of its handle
// and 1; the kernel looks it up among those that the domain may call, each of which is as large.
// That of its own objects is their address, which is even and means nothing to anybody else. 0 is
// that of none.
#pragma once

#include <core/top.hpp>
#include <core/types.hpp>

#include <new>

namespace flat {

/// How many objects of the kernel a domain can hold at once.
inline constexpr u32 handles_max = 64;

/// By this identity what stands for an object of the kernel tells its word.
inline constexpr InterfaceId handle_id = InterfaceId::of("flat.Handle");

constexpr bool is_handle(u64 word) {
    return (word & 1) != 0;
}

/// The word of an object that a domain passes to the kernel.
template<class Interface>
u64 word_of(Interface* object) {
    if (!object) return 0;
    void const* const handle = object->narrow(handle_id);
    return handle ? *static_cast<u64 const*>(handle) : address_of(object);
}

/// A word, and as which of several interfaces it was passed; 0 is the first one. What its holder
/// releases is another object where `released` is not 0: the word of that, as the first interface.
struct TypedWord {
    u64 word = 0;
    u64 type = 0;
    u64 released = 0;
};

/// The same of an object that may be any of several interfaces. A handle says itself what it is.
template<class Interface, class... Others>
TypedWord typed_word_of(Interface* object) {
    TypedWord found{word_of(object), 0};
    if constexpr (sizeof...(Others) > 0) {
        if (!object || is_handle(found.word)) return found;
        u64 type = 0;
        auto const is_one = [&]<class Other>(Other const* other) {
            ++type;
            if (!other) return false;
            bool const is_same = static_cast<Interface const*>(other) == object;
            found = {address_of(other), type, is_same ? 0 : address_of(object)};
            return true;
        };
        static_cast<void>((is_one(narrow_to<Others>(*object)) || ...));
    }
    return found;
}

/// How far from one to the next; nothing between is one.
inline constexpr u64 handle_distance = 64;

constexpr u64 handle_word(u64 number) {
    return handle_distance * number + 1;
}

constexpr u64 handle_number(u64 word) {
    return word / handle_distance;
}

/// Room in a domain for what stands for the kernel's objects of one interface. `Stub` is a
/// generated class. The same word makes the same object again, so nobody excludes anybody.
template<class Stub>
class HandlePlaces {
public:
    /// The object of a word of the kernel's: what stands for it, the domain's own, or null.
    template<class Interface>
    Interface* of(u64 word) {
        if (!is_handle(word)) return pointer_to<Interface>(word);
        return new (places_[handle_number(word)]) Stub({}, word);
    }

private:
    alignas(Stub) u8 places_[handles_max][sizeof(Stub)];
};

} // namespace flat
