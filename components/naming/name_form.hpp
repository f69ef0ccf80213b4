// SPDX-License-Identifier: BSD-2-Clause
// The serialized form of a name in a graph.
#pragma once

#include <core/maybe.hpp>
#include <core/top.hpp>
#include <naming/path.hpp>

namespace flat::naming {

/// What the serialized form of a name says. As bytes:
///
///     0       version, 1
///     1..8    the id of the interface under which it was exported, the lowest byte first
///     9       the length of the context's path from the root
///     10      the length of the name's text
///     11..    the path, steps with one slash between them; the text
///
/// Each name has one form: nothing that differs in a byte is accepted in its place.
struct NameForm {
    static constexpr usize bytes_max = 11 + path_max + text_max;

    InterfaceId type;
    Text context; // empty for the root
    Text text;

    /// Writes as much of the bytes as fits and returns the number of all.
    u32 write_to(Span<u8> destination) const;
};

/// What bytes say, which may come from anywhere; it refers to them. Nothing when malformed.
Maybe<NameForm> parse_name_form(Span<u8 const> bytes);

} // namespace flat::naming
