// SPDX-License-Identifier: BSD-2-Clause
// Directories of System V's file system.
#include <fs/sysv/system_v_nodes.hpp>

#include <core/memory.hpp>

namespace flat::fs::sysv {

namespace {

/// The name of a slot: up to a byte of 0, if there is one.
Text slot_name(Span<u8 const> slot) {
    u32 bytes = 0;
    while (bytes < SystemVDirectory::name_max_here && slot[2 + bytes] != 0)
        ++bytes;
    return Text::from_bytes(slot.part(2, bytes));
}

} // namespace

template<class Visit>
Outcome<bool> SystemVDirectory::visit_from(u64 place, BlockHold& hold, Visit visit) {
    u32 const block_bytes = disk().layout().block_bytes;
    for (; place + slot_bytes <= size_bytes(); place += slot_bytes) {
        if (place % block_bytes == 0 || hold.bytes().is_empty()) {
            u64 const block = TRY(map().find(place / block_bytes, Patience::waits));
            if (block == 0) return FsError{FsError::Code::corrupt};
            TRY(hold.open(block));
        }
        Span<u8 const> const slot = hold.bytes().part(place % block_bytes, slot_bytes);
        u32 const number = disk().layout().order.load<u16>(slot.data());
        if (visit(Slot{number, slot_name(slot), place})) return true;
    }
    return false;
}

Outcome<u64> SystemVDirectory::find(Text name) {
    u64 number = 0;
    BlockHold hold(disk(), disk().blocks());
    TRY(visit_from(0, hold, [&](Slot const& each) {
        if (each.number == 0 || !(each.name == name)) return false;
        number = each.number;
        return true;
    }));
    return number;
}

Outcome<void> SystemVDirectory::add_name(Text name, NodeBase& node) {
    if (name.size() > name_max_here) return FsError{FsError::name_too_long};
    u64 free = 0;
    BlockHold hold(disk(), disk().blocks());
    bool const has_room = TRY(visit_from(0, hold, [&](Slot const& each) {
        free = each.place;
        return each.number == 0;
    }));
    hold.close();
    return has_room ? put(free, node.number(), name) : append(node.number(), name);
}

Outcome<void> SystemVDirectory::remove_name(Text name) {
    return set_number(TRY(place_of(name)), 0);
}

Outcome<void> SystemVDirectory::change_name(Text name, NodeBase& node) {
    return set_number(TRY(place_of(name)), node.number());
}

Outcome<bool> SystemVDirectory::is_empty() {
    BlockHold hold(disk(), disk().blocks());
    bool const has_name = TRY(visit_from(
        0, hold, [](Slot const& each) { return each.number != 0 && !is_own_name(each.name); }));
    return !has_name;
}

Outcome<Directory::Entry> SystemVDirectory::entry_at(u64 place, Span<u8> name) {
    u64 const begin = (place + slot_bytes - 1) / slot_bytes * slot_bytes;
    Entry result{place, 0, Kind::file, 0};
    BlockHold hold(disk(), disk().blocks());
    bool const is_there = TRY(visit_from(begin, hold, [&](Slot const& each) {
        if (each.number == 0 || each.name.is_empty()) return false;
        result.next = each.place + slot_bytes;
        result.number = each.number;
        result.name_bytes = each.name.write_to(name);
        return true;
    }));
    hold.close();
    if (!is_there) return result;
    NodeBase* const node = TRY(disk().node(result.number));
    result.kind = node->facts().kind;
    disk().let_go(*node);
    return result;
}

Outcome<void> SystemVDirectory::start(u64 parent) {
    TRY(append(number(), "."));
    return append(parent, "..");
}

Outcome<u64> SystemVDirectory::place_of(Text name) {
    u64 place = 0;
    BlockHold hold(disk(), disk().blocks());
    bool const is_there = TRY(visit_from(0, hold, [&](Slot const& each) {
        place = each.place;
        return each.number != 0 && each.name == name;
    }));
    if (!is_there) return FsError{FsError::not_found};
    return place;
}

/// Holds the block with a slot to change it.
Outcome<void> SystemVDirectory::open_slot(u64 place, BlockHold& hold) {
    u64 const block = TRY(map().find(place / disk().layout().block_bytes, Patience::waits));
    if (block == 0) return FsError{FsError::corrupt};
    return hold.open_to_write(block);
}

/// Adds a slot, perhaps in a block of zeros.
Outcome<void> SystemVDirectory::append(u64 number, Text name) {
    u32 const block_bytes = disk().layout().block_bytes;
    u64 const place = size_bytes() / slot_bytes * slot_bytes;
    u64 const block = TRY(map().take(place / block_bytes, 0));
    {
        BlockHold hold(disk(), disk().blocks());
        TRY(hold.open_to_write(block));
        Span<u8> const rest = hold.bytes().after(place % block_bytes);
        memset(rest.data(), 0, rest.size());
    }
    TRY(put(place, number, name));
    storage().size_bytes = place + slot_bytes;
    return save();
}

Outcome<void> SystemVDirectory::put(u64 place, u64 number, Text name) {
    BlockHold hold(disk(), disk().blocks());
    TRY(open_slot(place, hold));
    u8* const slot = &hold.bytes()[place % disk().layout().block_bytes];
    memset(slot, 0, slot_bytes);
    disk().layout().order.store(slot, static_cast<u16>(number));
    memcpy(slot + 2, name.data(), name.size());
    return {};
}

Outcome<void> SystemVDirectory::set_number(u64 place, u64 number) {
    BlockHold hold(disk(), disk().blocks());
    TRY(open_slot(place, hold));
    disk().layout().order.store(&hold.bytes()[place % disk().layout().block_bytes],
                                static_cast<u16>(number));
    return {};
}

} // namespace flat::fs::sysv
