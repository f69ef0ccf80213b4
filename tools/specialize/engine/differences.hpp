// SPDX-License-Identifier: BSD-2-Clause
// How much two maps differ.
#pragma once

#include <cstddef>
#include <map>

namespace specialize {

/// How many keys only one of them has, or both with different values.
template<typename Key, typename Value>
std::size_t differences_of(std::map<Key, Value> const& one, std::map<Key, Value> const& other) {
    std::size_t sum = 0;
    auto a = one.begin();
    auto b = other.begin();
    while (a != one.end() || b != other.end()) {
        bool const only_other = a == one.end() || (b != other.end() && b->first < a->first);
        bool const only_one = b == other.end() || (a != one.end() && a->first < b->first);
        sum += only_one || only_other || !(a->second == b->second);
        if (!only_other) ++a;
        if (!only_one) ++b;
    }
    return sum;
}

} // namespace specialize
