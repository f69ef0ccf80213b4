// SPDX-License-Identifier: BSD-2-Clause
// An entry of a directory of FFS.
#include <fs/ufs/directory_entry.hpp>

#include <core/memory.hpp>
#include <fs/unix_mode.hpp>

namespace flat::fs::ufs {

namespace {

constexpr u32 header_bytes = 8;
constexpr u32 type_shift = 12; // a type is what a mode says of the kind

} // namespace

Outcome<PackedEntry> DirectoryEntry::read(Span<u8 const> chunk, u32 offset, ByteOrder order) {
    if (offset % 4 != 0 || offset + header_bytes > chunk.size()) return FsError{FsError::corrupt};
    u32 const bytes = order.load<u16>(&chunk[offset + 4]);
    u32 const name_bytes = chunk[offset + 7];
    u32 const number = order.load<u32>(&chunk[offset]);
    u32 const least = number == 0 ? header_bytes : bytes_for(name_bytes);
    if (bytes % 4 != 0 || bytes < least || bytes > chunk.size() - offset)
        return FsError{FsError::corrupt};
    Span<u8 const> const name =
        number == 0 ? Span<u8 const>() : chunk.part(offset + header_bytes, name_bytes);
    return PackedEntry{number, bytes,
                       kind_of(static_cast<u16>(u32{chunk[offset + 6]} << type_shift)),
                       Text::from_bytes(name)};
}

void DirectoryEntry::write(Span<u8> chunk, u32 offset, PackedEntry const& entry, ByteOrder order) {
    order.store(&chunk[offset], static_cast<u32>(entry.number));
    order.store(&chunk[offset + 4], static_cast<u16>(entry.bytes));
    chunk[offset + 6] = static_cast<u8>(entry.kind ? code_of(*entry.kind) >> type_shift : 0);
    chunk[offset + 7] = static_cast<u8>(entry.name.size());
    u32 const room = (entry.number == 0 ? header_bytes : bytes_for(entry.name.size()));
    auto* const place = reinterpret_cast<char*>(chunk.data() + offset + header_bytes);
    if (entry.name.data() != place) memmove(place, entry.name.data(), entry.name.size());
    u32 const end = header_bytes + static_cast<u32>(entry.name.size());
    if (room > end) memset(place + entry.name.size(), 0, room - end);
}

} // namespace flat::fs::ufs
