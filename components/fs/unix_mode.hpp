// SPDX-License-Identifier: BSD-2-Clause
// Kinds of nodes as UNIX has them in a mode (POSIX.1-2017, sys/stat.h; the numbers are those of all
// UNIX systems).
#pragma once

#include <core/maybe.hpp>
#include <flat/fs/node.hpp>

namespace flat::fs {

struct KindCode {
    Node::Kind kind;
    u16 code;
};
inline constexpr KindCode kind_codes[] = {
    {Node::Kind::file, 0100000},          {Node::Kind::directory, 0040000},
    {Node::Kind::symbolic_link, 0120000}, {Node::Kind::character_device, 0020000},
    {Node::Kind::block_device, 0060000},  {Node::Kind::pipe, 0010000},
    {Node::Kind::socket, 0140000},
};

/// The kind that a mode says, if there is such a kind.
inline Maybe<Node::Kind> kind_of(u16 mode) {
    constexpr u16 kind_bits = 0170000;
    for (KindCode const& each : kind_codes)
        if (each.code == (mode & kind_bits)) return each.kind;
    return nothing;
}

/// What a mode says for a kind.
inline u16 code_of(Node::Kind kind) {
    for (KindCode const& each : kind_codes)
        if (each.kind == kind) return each.code;
    return 0;
}

inline bool is_device(Node::Kind kind) {
    return kind == Node::Kind::character_device || kind == Node::Kind::block_device;
}

} // namespace flat::fs
