// SPDX-License-Identifier: BSD-2-Clause
// Where in a string of a message, or in a string buffer, a copy is (L4 X.2, sections 5.4 and 5.5).
#pragma once

#include <api/encodings.hpp>

namespace flat::api {

/// The registers that describe strings: message registers, or buffer registers, which lie the other
/// way round. Users can change them at any time.
struct StringRegisters {
    u64 const* first;
    int step;
    u32 last;

    u64 operator[](u32 index) const { return first[step * static_cast<int>(index)]; }
};

/// A place in a string, kept between the steps of a copy.
struct StringPlace {
    u16 header = 0; ///< the register in which the part that it is in begins
    u16 part = 0;   ///< which substring
    u32 offset = 0; ///< how far in this: no more than `StringHeader::bytes_max`
};

/// Goes along a string. What the registers say is looked at anew in each step, and never believed.
class StringWalk {
public:
    enum class State { in_string, at_end, malformed };

    StringWalk(StringRegisters const& registers, StringPlace& place)
        : registers_(registers), place_(place) {}

    /// Steps past what is done: in a string there are bytes left afterwards.
    State settle();

    /// Only in a string.
    vaddr address() const { return registers_[place_.header + 1 + place_.part] + place_.offset; }
    u64 bytes_left() const { return header().bytes() - place_.offset; }
    void advance(u64 bytes) { place_.offset += static_cast<u32>(bytes); }

    /// Skips the rest of the string; false where it is malformed. Its last header is the
    /// one that the walk is at then.
    bool skip();

    /// The register after the string, once it is at its end.
    u16 next() const { return static_cast<u16>(place_.header + 1 + header().substrings()); }
    bool is_followed() const { return header().is_followed(); }

private:
    StringHeader header() const { return StringHeader{registers_[place_.header]}; }
    bool is_header_valid() const;

    StringRegisters registers_;
    StringPlace& place_;
};

} // namespace flat::api
