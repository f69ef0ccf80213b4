// SPDX-License-Identifier: BSD-2-Clause
// A hash that is a generator, too: what servers answer and what clients ask.
#pragma once

#include <core/span.hpp>
#include <core/traits.hpp>
#include <core/types.hpp>

namespace flat::equal {

/// Multiplies and shifts as SplitMix64 does (Steele, Lea, Flood 2014).
class Mix {
public:
    explicit Mix(u64 seed) : state_(seed) {}

    void add(u64 value) { state_ = mixed(state_ ^ value) + golden; }

    void add_bytes(Span<u8 const> bytes);

    /// A hash of all that was added.
    u64 now() const { return mixed(state_); }

    u64 next() {
        state_ += golden;
        return mixed(state_);
    }

    /// A number below `limit`, which is at least 1.
    u64 below(u64 limit) { return next() % limit; }

    /// Any number; the greatest and the least ones of each type more often than others.
    u64 number();

    /// Writes all of a buffer, or less.
    void fill_part(Span<u8> bytes);

private:
    static constexpr u64 golden = 0x9e3779b97f4a7c15;

    static constexpr u64 mixed(u64 value) {
        value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
        value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
        return value ^ (value >> 31);
    }

    u64 state_;
};

template<Integer T>
void add(Mix& mix, T value) {
    mix.add(static_cast<u64>(value));
}

inline void add(Mix& mix, bool value) {
    mix.add(value ? 2 : 1);
}

template<Integer T>
void take(Mix& mix, T& value) {
    value = static_cast<T>(mix.number());
}

inline void take(Mix& mix, bool& value) {
    value = mix.below(2) == 0;
}

} // namespace flat::equal
