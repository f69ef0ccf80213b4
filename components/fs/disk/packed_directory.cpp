// SPDX-License-Identifier: BSD-2-Clause
// Directories whose entries have lengths of their own, one after the other.
#include <fs/disk/packed_directory.hpp>

#include <core/bits.hpp>
#include <core/memory.hpp>

namespace flat::fs {

template<class Visit>
Outcome<bool> PackedDirectory::visit_from(u64 chunk, BlockHold& hold, Visit visit) {
    u32 const bytes = chunk_bytes();
    for (; chunk < size_bytes() / bytes; ++chunk) {
        TRY(hold.open(TRY(unit_of(chunk))));
        for (u32 offset = 0, previous = 0; offset < bytes;) {
            PackedEntry const entry = TRY(read_entry(chunk_in(hold, chunk), offset));
            if (visit(Found{entry, chunk, offset, previous})) return true;
            previous = offset;
            offset += entry.bytes;
        }
    }
    return false;
}

Outcome<u64> PackedDirectory::find(Text name) {
    u64 number = 0;
    BlockHold hold(disk_, disk_.blocks());
    TRY(visit_from(0, hold, [&](Found const& each) {
        if (each.entry.number == 0 || !(each.entry.name == name)) return false;
        number = each.entry.number;
        return true;
    }));
    return number;
}

Outcome<void> PackedDirectory::add_name(Text name, NodeBase& node) {
    forget_index();
    u32 const wanted = bytes_for(name.size());
    BlockHold hold(disk_, disk_.blocks());
    Found place = {};
    bool const has_room = TRY(visit_from(0, hold, [&](Found const& each) {
        place = each;
        return room_in(each.entry) >= wanted;
    }));
    hold.close();
    if (has_room) return put_entry(place, name, node);
    u64 const fresh = size_bytes() / chunk_bytes();
    TRY(add_chunk());
    TRY(put_entry({{0, chunk_bytes(), nothing, {}}, fresh, 0, 0}, name, node));
    return save();
}

Outcome<void> PackedDirectory::remove_name(Text name) {
    Found const found = TRY(find_entry(name));
    BlockHold hold(disk_, disk_.blocks());
    Span<u8> const chunk = TRY(open_to_write(hold, found.chunk));
    PackedEntry entry = TRY(read_entry(chunk, found.previous));
    if (found.previous == found.offset)
        entry.number = 0;
    else
        entry.bytes += found.entry.bytes;
    write_entry(chunk, found.previous, entry);
    return {};
}

Outcome<void> PackedDirectory::change_name(Text name, NodeBase& node) {
    Found const found = TRY(find_entry(name));
    BlockHold hold(disk_, disk_.blocks());
    Span<u8> const chunk = TRY(open_to_write(hold, found.chunk));
    PackedEntry entry = TRY(read_entry(chunk, found.offset));
    entry.number = node.number();
    entry.kind = node.facts().kind;
    write_entry(chunk, found.offset, entry);
    return {};
}

Outcome<bool> PackedDirectory::is_empty() {
    BlockHold hold(disk_, disk_.blocks());
    bool const has_name = TRY(visit_from(0, hold, [&](Found const& each) {
        return each.entry.number != 0 && !is_own_name(each.entry.name);
    }));
    return !has_name;
}

Outcome<Directory::Entry> PackedDirectory::entry_at(u64 place, Span<u8> name) {
    BlockHold hold(disk_, disk_.blocks());
    Entry result{place, 0, Kind::file, 0};
    bool is_kind_known = true;
    u64 const chunk = chunk_bytes();
    TRY(visit_from(place / chunk, hold, [&](Found const& each) {
        u64 const at = each.chunk * chunk + each.offset;
        if (at < place || each.entry.number == 0 || each.entry.name.is_empty()) return false;
        result.next = at + each.entry.bytes;
        result.number = each.entry.number;
        result.name_bytes = each.entry.name.write_to(name);
        result.kind = each.entry.kind.value_or(Kind::file);
        is_kind_known = each.entry.kind.has_value();
        return true;
    }));
    hold.close();
    if (is_kind_known) return result;
    NodeBase* const node = TRY(disk_.node(result.number));
    result.kind = node->facts().kind;
    disk_.let_go(*node);
    return result;
}

Outcome<u64> PackedDirectory::unit_with(Text name) {
    return unit_of(TRY(find_entry(name)).chunk);
}

Outcome<void> PackedDirectory::write_own_names(u64 parent) {
    BlockHold hold(disk_, disk_.blocks());
    Span<u8> const chunk = TRY(open_to_write(hold, 0));
    u32 const first = bytes_for(1);
    write_entry(chunk, 0, {number(), first, Kind::directory, "."});
    write_entry(chunk, first, {parent, chunk_bytes() - first, Kind::directory, ".."});
    return {};
}

Span<u8> PackedDirectory::chunk_in(BlockHold const& hold, u64 chunk) {
    u32 const bytes = chunk_bytes();
    return hold.bytes().part(chunk * bytes % hold.bytes().size(), bytes);
}

Outcome<Span<u8>> PackedDirectory::open_to_write(BlockHold& hold, u64 chunk) {
    u64 const unit = TRY(unit_of(chunk));
    TRY(hold.open_to_write(unit));
    names_change(unit);
    return chunk_in(hold, chunk);
}

/// How much room there is for another entry in one, or in its place.
u32 PackedDirectory::room_in(PackedEntry const& entry) {
    return entry.number == 0 ? entry.bytes : entry.bytes - bytes_for(entry.name.size());
}

/// Puts an entry into the room of another one, or in place of one that is free.
Outcome<void> PackedDirectory::put_entry(Found const& place, Text name, NodeBase& node) {
    BlockHold hold(disk_, disk_.blocks());
    Span<u8> const chunk = TRY(open_to_write(hold, place.chunk));
    u32 offset = place.offset;
    u32 bytes = place.entry.bytes;
    if (place.entry.number != 0) {
        PackedEntry before = TRY(read_entry(chunk, offset));
        before.bytes = bytes_for(before.name.size());
        write_entry(chunk, offset, before);
        offset += before.bytes;
        bytes -= before.bytes;
    }
    write_entry(chunk, offset, {node.number(), bytes, node.facts().kind, name});
    return {};
}

/// The entry of a name, without its text: NOT_FOUND if there is none.
Outcome<PackedDirectory::Found> PackedDirectory::find_entry(Text name) {
    Found found = {};
    BlockHold hold(disk_, disk_.blocks());
    bool const is_there = TRY(visit_from(0, hold, [&](Found const& each) {
        found = each;
        return each.entry.number != 0 && each.entry.name == name;
    }));
    if (!is_there) return FsError{FsError::not_found};
    found.entry.name = {};
    return found;
}

} // namespace flat::fs
