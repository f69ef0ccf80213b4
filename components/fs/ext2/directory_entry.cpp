// SPDX-License-Identifier: BSD-2-Clause
// An entry of a directory of ext2.
#include <fs/ext2/directory_entry.hpp>

#include <core/little_endian.hpp>

namespace flat::fs::ext2 {

namespace {

/// By the numbers of types, from 1 on.
constexpr Node::Kind kinds[] = {
    Node::Kind::file, Node::Kind::directory, Node::Kind::character_device, Node::Kind::block_device,
    Node::Kind::pipe, Node::Kind::socket,    Node::Kind::symbolic_link,
};
constexpr u32 kind_count = sizeof(kinds) / sizeof(kinds[0]);

} // namespace

Outcome<DirectoryEntry> DirectoryEntry::read(Span<u8 const> block, u32 offset) {
    if (offset % 4 != 0 || offset + header_bytes > block.size()) return FsError{FsError::corrupt};
    u32 const bytes = load_little_endian_u16(&block[offset + 4]);
    u32 const name_bytes = block[offset + 6];
    if (bytes % 4 != 0 || bytes < bytes_for(name_bytes) || bytes > block.size() - offset)
        return FsError{FsError::corrupt};
    return DirectoryEntry{load_little_endian_u32(&block[offset]), bytes, block[offset + 7],
                          Text::from_bytes(block.part(offset + header_bytes, name_bytes))};
}

Maybe<Node::Kind> DirectoryEntry::kind() const {
    if (type == 0 || type > kind_count) return nothing;
    return kinds[type - 1];
}

} // namespace flat::fs::ext2
