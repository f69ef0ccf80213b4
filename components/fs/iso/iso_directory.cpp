// SPDX-License-Identifier: BSD-2-Clause
// A directory of a disc.
#include <fs/iso/iso_directory.hpp>

#include <fs/disk/block_hold.hpp>

namespace flat::fs::iso {

/// The names of a disc are in no order that Rock Ridge's names would be in.
Outcome<u64> IsoDirectory::find(Text name) {
    u8 room[name_max];
    for (u64 place = 0;;) {
        Entry const entry = TRY(entry_at(place, room));
        if (entry.name_bytes == 0) return u64(0);
        if (Text::from_bytes(Span<u8 const>(room).first(entry.name_bytes)) == name)
            return entry.number;
        place = entry.next;
    }
}

/// A file of several parts has a record for each, and its name comes with the first one.
Outcome<Directory::Entry> IsoDirectory::entry_at(u64 place, Span<u8> name) {
    BlockHold hold(volume(), disc_.blocks());
    bool is_further_part = false;
    while (place < bytes_) {
        u64 const offset = place % block_bytes;
        TRY(hold.open(first_block_ + place / block_bytes));
        auto const record = read_record(Span<u8 const>(hold.bytes()).after(offset));
        if (!record) {
            place += block_bytes - offset; // the rest of the block is empty
            continue;
        }
        u64 const next = place + record->bytes;
        if (!is_further_part && !record->is_hidden) {
            Entry entry = TRY(entry_of(place, *record, name));
            entry.next = next;
            if (entry.name_bytes != 0) return entry;
        }
        is_further_part = record->goes_on;
        place = next;
    }
    return Entry{place, 0, Kind::file, 0};
}

/// Without a name if users do not see it here.
Outcome<Directory::Entry> IsoDirectory::entry_of(u64 place, Record const& record, Span<u8> name) {
    RockRidge fields;
    TRY(disc_.read_fields(record, fields));
    if (record.is_own()) {
        bool const is_itself = record.name[0] == 0;
        u32 const around = fields.moved_from() != 0 ? fields.moved_from() : record.first_block;
        Text const own = is_itself ? "." : "..";
        return Entry{0, is_itself ? number() : disc_.directory_number(around), Kind::directory,
                     own.write_to(name)};
    }
    if (fields.is_moved_away()) return Entry{0, 0, Kind::directory, 0};
    Kind const kind = kind_of(record, fields);
    u32 const directory = fields.moved_here() != 0 ? fields.moved_here() : record.first_block;
    u64 const found = kind == Kind::directory ? disc_.directory_number(directory)
                                              : u64{first_block_} * block_bytes + place;
    u32 const bytes =
        fields.name().is_empty() ? plain_name(record.name, name) : fields.name().write_to(name);
    return Entry{0, found, kind, bytes};
}

} // namespace flat::fs::iso
