// SPDX-License-Identifier: BSD-2-Clause
// String items and string buffers of L4 X.2 (reference manual, sections 5.4 and 5.5).
#pragma once

#include <l4/abi/types.hpp>

namespace l4 {

/// The first word of a string item in a message, or of a string buffer in the buffer registers; the
/// addresses of its substrings follow, each of the same length.
///
/// A compound string goes on with another header. Its cache hints say where the copy should be: the
/// kernel knows nothing better than the processor, and ignores them.
class StringHeader {
public:
    static constexpr unsigned substrings_max = 32;
    /// The longest substring: 4 MiB.
    static constexpr Word bytes_max = Word{1} << 22;

    /// What a register says, unchecked.
    constexpr explicit StringHeader(Word raw) : raw_(raw) {}

    /// `substrings`, 1 to 32, of `bytes` each.
    static constexpr StringHeader of(Word bytes, unsigned substrings = 1) {
        return StringHeader{bytes << length_shift | Word{substrings - 1} << substrings_shift};
    }

    /// The same of a string that goes on with another header.
    constexpr StringHeader continued() const { return StringHeader{raw_ | continued_bit}; }

    /// The same of a buffer after which others are accepted.
    constexpr StringHeader followed() const { return StringHeader{raw_ | followed_bit}; }

    /// The same with a cache hint, 0 to 3.
    constexpr StringHeader hinted(unsigned hint) const {
        return StringHeader{raw_ | Word{hint} << hint_shift};
    }

    constexpr Word raw() const { return raw_; }
    constexpr bool is_string() const { return (raw_ & kind_bit) == 0; }
    constexpr bool is_continued() const { return (raw_ & continued_bit) != 0; }
    constexpr bool is_followed() const { return (raw_ & followed_bit) != 0; }
    constexpr Word bytes() const { return raw_ >> length_shift; }
    constexpr unsigned substrings() const { return (raw_ >> substrings_shift & 0x1f) + 1; }

private:
    static constexpr int length_shift = 10;
    static constexpr int substrings_shift = 4;
    static constexpr Word continued_bit = 1 << 9;
    static constexpr Word kind_bit = 1 << 3;
    static constexpr int hint_shift = 1;
    static constexpr Word followed_bit = 1;

    Word raw_;
};

} // namespace l4
