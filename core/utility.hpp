// SPDX-License-Identifier: BSD-2-Clause
// Moving, forwarding, replacing and comparing values.
#pragma once

#include <core/traits.hpp>

namespace flat {

/// Lets the value of `object` be taken away.
template<class T>
[[gnu::always_inline]] constexpr RemoveReference<T>&& move(T&& object) {
    return static_cast<RemoveReference<T>&&>(object);
}

/// Passes an argument on as it was passed.
template<class T>
[[gnu::always_inline]] constexpr T&& forward(RemoveReference<T>& object) {
    return static_cast<T&&>(object);
}

/// Stores a new value and returns the old one.
template<class T>
constexpr T exchange(T& object, TypeIdentity<T> value) {
    T old = flat::move(object);
    object = flat::move(value);
    return old;
}

/// The smaller of two values.
template<class T>
constexpr T min(T a, TypeIdentity<T> b) {
    return b < a ? b : a;
}

/// The greater of two values.
template<class T>
constexpr T max(T a, TypeIdentity<T> b) {
    return a < b ? b : a;
}

/// The base of classes that have an identity: neither copied nor moved.
class NonCopyable {
public:
    NonCopyable() = default;
    NonCopyable(NonCopyable const&) = delete;
    NonCopyable& operator=(NonCopyable const&) = delete;
};

} // namespace flat
