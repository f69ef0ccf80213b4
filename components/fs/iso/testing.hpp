// SPDX-License-Identifier: BSD-2-Clause
// Directory records and their fields, made by hand.
#pragma once

#include <core/span.hpp>

#include <string>
#include <vector>

namespace flat::fs::iso::testing {

using Bytes = std::vector<u8>;

inline Span<u8 const> span_of(Bytes const& bytes) {
    return {bytes.data(), bytes.size()};
}

/// A number in both byte orders.
inline void append(Bytes& to, u32 number) {
    for (u32 i = 0; i < 4; ++i)
        to.push_back(static_cast<u8>(number >> 8 * i));
    for (u32 i = 4; i-- != 0;)
        to.push_back(static_cast<u8>(number >> 8 * i));
}

/// A field of Rock Ridge: its letters, its contents.
inline Bytes field(std::string const& letters, Bytes const& contents) {
    Bytes made(letters.begin(), letters.end());
    made.push_back(static_cast<u8>(4 + contents.size()));
    made.push_back(1);
    made.insert(made.end(), contents.begin(), contents.end());
    return made;
}

/// The same with numbers.
inline Bytes numbers(std::string const& letters, std::vector<u32> const& values) {
    Bytes contents;
    for (u32 const each : values)
        append(contents, each);
    return field(letters, contents);
}

inline Bytes operator+(Bytes a, Bytes const& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// Bytes of a text, after others.
inline Bytes text(Bytes before, std::string const& characters) {
    before.insert(before.end(), characters.begin(), characters.end());
    return before;
}

/// A directory record of 1 January 2000, noon, one hour ahead.
inline Bytes record(std::string const& name, u8 flags, Bytes const& system_use = {}) {
    Bytes made{0, 0};
    append(made, 23);
    append(made, 4096);
    made = made + Bytes{100, 1, 1, 12, 0, 0, 4, flags, 0, 0, 1, 0, 0, 1};
    made.push_back(static_cast<u8>(name.size()));
    made = text(made, name);
    if (name.size() % 2 == 0) made.push_back(0);
    made = made + system_use;
    made[0] = static_cast<u8>(made.size());
    return made;
}

} // namespace flat::fs::iso::testing
