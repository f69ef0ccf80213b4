// SPDX-License-Identifier: BSD-2-Clause
// A value that may be absent.
#pragma once

#include <core/assert.hpp>
#include <core/traits.hpp>

namespace flat {

/// Says that a `Maybe` has no value.
struct Nothing {};
inline constexpr Nothing nothing{};

/// Either a `T` or nothing. Small ones are returned in registers.
template<PlainData T>
class Maybe {
public:
    constexpr Maybe() : absent_(), has_value_(false) {}
    constexpr Maybe(Nothing) : Maybe() {}
    constexpr Maybe(T value) : value_(value), has_value_(true) {}

    constexpr bool has_value() const { return has_value_; }
    constexpr explicit operator bool() const { return has_value_; }

    /// The value, which must be present.
    constexpr T& value() {
        assert(has_value_);
        return value_;
    }
    constexpr T const& value() const {
        assert(has_value_);
        return value_;
    }
    constexpr T& operator*() { return value(); }
    constexpr T const& operator*() const { return value(); }
    constexpr T* operator->() { return &value(); }
    constexpr T const* operator->() const { return &value(); }

    /// The value, or another one in its place.
    constexpr T value_or(T other) const { return has_value_ ? value_ : other; }

private:
    union {
        Nothing absent_;
        T value_;
    };
    bool has_value_;
};

} // namespace flat
