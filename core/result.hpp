// SPDX-License-Identifier: BSD-2-Clause
// The outcome of an operation that may fail, and `TRY`, which passes failures on.
#pragma once

#include <core/assert.hpp>
#include <core/traits.hpp>

namespace flat {

/// Either a value or the error that explains why there is none. Small ones are returned in
/// registers, so checking costs a compare and a branch.
template<class T, PlainData E>
class [[nodiscard]] Result {
    static_assert(PlainData<T>, "a result is plain data; return large objects by reference");
    static_assert(!SameAs<T, E>, "value and error need different types");

public:
    constexpr Result(T value) : value_(value), is_error_(false) {}
    constexpr Result(E error) : error_(error), is_error_(true) {}

    constexpr bool is_ok() const { return !is_error_; }
    constexpr bool is_error() const { return is_error_; }

    /// The value; the operation must have succeeded.
    constexpr T value() const {
        assert(!is_error_);
        return value_;
    }

    /// The value, or another one when there is none.
    constexpr T value_or(T other) const { return is_error_ ? other : value_; }

    /// The error; the operation must have failed.
    constexpr E error() const {
        assert(is_error_);
        return error_;
    }

private:
    union {
        T value_;
        E error_;
    };
    bool is_error_;
};

/// Success without a value, or an error. Success is written `return {};`.
template<PlainData E>
class [[nodiscard]] Result<void, E> {
public:
    constexpr Result() : error_(), is_error_(false) {}
    constexpr Result(E error) : error_(error), is_error_(true) {}

    constexpr bool is_ok() const { return !is_error_; }
    constexpr bool is_error() const { return is_error_; }

    /// Nothing; the operation must have succeeded.
    constexpr void value() const { assert(!is_error_); }

    /// The error; the operation must have failed.
    constexpr E error() const {
        assert(is_error_);
        return error_;
    }

private:
    E error_;
    bool is_error_;
};

} // namespace flat

/// The value of a `Result`, or `return` with its error: the one control-flow macro of the kit.
#define TRY(expression)                                                                            \
    __extension__({                                                                                \
        auto const flat_try_result = (expression);                                                 \
        if (flat_try_result.is_error()) [[unlikely]]                                               \
            return flat_try_result.error();                                                        \
        flat_try_result.value();                                                                   \
    })
