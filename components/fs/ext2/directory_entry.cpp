// SPDX-License-Identifier: BSD-2-Clause
// An entry of a directory of ext2.
#include <fs/ext2/directory_entry.hpp>

#include <core/bytes/little_endian.hpp>
#include <core/memory.hpp>

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

u8 DirectoryEntry::type_of(Node::Kind kind) {
    u8 type = 1;
    while (kinds[type - 1] != kind)
        ++type;
    return type;
}

void DirectoryEntry::write(Span<u8> block, u32 offset, DirectoryEntry const& entry) {
    store_little_endian_u32(&block[offset], entry.number);
    store_little_endian_u16(&block[offset + 4], static_cast<u16>(entry.bytes));
    block[offset + 6] = static_cast<u8>(entry.name.size());
    block[offset + 7] = entry.type;
    auto* const place = reinterpret_cast<char*>(block.data() + offset + header_bytes);
    if (entry.name.data() != place) memmove(place, entry.name.data(), entry.name.size());
}

Maybe<Node::Kind> DirectoryEntry::kind() const {
    if (type == 0 || type > kind_count) return nothing;
    return kinds[type - 1];
}

} // namespace flat::fs::ext2
