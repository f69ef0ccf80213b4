// SPDX-License-Identifier: BSD-2-Clause
// A buffer of random size with bytes on both sides that nobody may write.
#pragma once

#include <core/span.hpp>
#include <equal/mix.hpp>

namespace flat::equal {

/// One of three buffers in a client's memory.
class Room {
public:
    static constexpr usize bytes_max = 30000;
    static constexpr usize part_bytes = bytes_max + 64;
    static constexpr usize parts = 3;

    /// The buffer number `part` of all parts, filled; at most `most` bytes, if that is not 0.
    Room(Span<u8> all, usize part, usize most, Mix& values);

    Span<u8> span() const { return span_; }
    Span<u8 const> whole() const { return whole_; }

private:
    Span<u8> whole_;
    Span<u8> span_;
};

} // namespace flat::equal
