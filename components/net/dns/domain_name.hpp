// SPDX-License-Identifier: BSD-2-Clause
// A name of the domain name system, as text and as messages have it.
#pragma once

#include <core/text.hpp>

namespace flat::net::dns {

/// Labels, each after its length, and an empty one at the end (RFC 1035, section 3.1). Letters are
/// kept as small ones, for case makes no difference (section 2.3.3).
class DomainName {
public:
    static constexpr usize bytes_max = 255;
    static constexpr usize label_max = 63;

    /// Becomes the name of a host that a text means: labels of letters, digits, hyphens and
    /// underscores with dots between them, one at the end allowed. FALSE if it means none; the name
    /// is of no use then.
    bool parse(Text text);

    /// Becomes the name at `offset` of a message, and moves `offset` past it. Compression is
    /// followed (section 4.1.4), each pointer to before the part that it ends only, so that there
    /// is an end. FALSE if there is none that is whole; the name is of no use then.
    bool read(Span<u8 const> message, usize& offset);

    /// What a message has, uncompressed.
    Span<u8 const> bytes() const { return Span(bytes_).first(labels_bytes_ + usize{1}); }

    friend bool operator==(DomainName const& a, DomainName const& b) {
        return Text::from_bytes(a.bytes()) == Text::from_bytes(b.bytes());
    }

private:
    void clear();
    bool add(Span<u8 const> label);

    u8 bytes_[bytes_max] = {};
    u8 labels_bytes_ = 0; // without the empty label
};

} // namespace flat::net::dns
