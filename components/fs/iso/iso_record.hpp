// SPDX-License-Identifier: BSD-2-Clause
// What a directory of a disc says about one file (ECMA-119, section 9.1).
#pragma once

#include <core/maybe.hpp>
#include <core/span.hpp>
#include <core/text.hpp>

namespace flat::fs::iso {

/// The bytes of a logical block: of all discs that there are.
inline constexpr u32 block_bytes = 2048;

/// A directory record. Texts and bytes are those of the block that it was read from.
struct Record {
    u32 bytes = 0;       // of the record itself
    u32 first_block = 0; // of the contents
    u32 content_bytes = 0;
    i64 recorded_ns = 0;
    bool is_hidden = false; // it has no name for users: an associated file
    bool is_directory = false;
    bool goes_on = false;      // the next record has more of the same file
    Text name;                 // "\0" for the directory itself, "\1" for the one around it
    Span<u8 const> system_use; // more about it, by others: Rock Ridge

    /// Whether it is the directory's own record, or that of the directory around it.
    bool is_own() const { return name.size() == 1 && (name[0] == 0 || name[0] == 1); }
};

/// The record at the beginning of `bytes`, the rest of a block; nothing if there is none any more
/// in this block, or if it contradicts itself.
Maybe<Record> read_record(Span<u8 const> bytes);

/// The name as users see it where there is no Rock Ridge, in lower case, without version and
/// without the point of an empty extension; written to `destination`, its size is returned.
u32 plain_name(Text recorded, Span<u8> destination);

} // namespace flat::fs::iso
