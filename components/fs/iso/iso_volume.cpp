// SPDX-License-Identifier: BSD-2-Clause
// A disc by ISO 9660, with or without Rock Ridge.
#include <fs/iso/iso_volume.hpp>

#include <core/bits.hpp>
#include <core/bytes/little_endian.hpp>
#include <fs/disk/block_hold.hpp>
#include <fs/iso/iso9660.hpp>
#include <fs/iso/iso_directory.hpp>
#include <fs/iso/iso_nodes.hpp>

namespace flat::fs::iso {

namespace {

constexpr u64 linux_format = 0x9660;

/// Descriptors begin after the system's area, and end with one of their own kind.
constexpr u32 first_descriptor = 16;
constexpr u32 descriptors_max = 64;
enum Descriptor : u8 { primary = 1, last = 255 };

/// Where members of the primary descriptor lie.
enum DescriptorOffset : usize { block_bytes_at = 128, root_at = 156 };
constexpr usize root_record_bytes = 34;

/// So many areas has a record at most: a disc may have them go round.
constexpr u32 areas_max = 64;

/// Kinds by the upper bits of POSIX's mode.
Node::Kind kind_of(u32 mode) {
    switch (mode >> 12) {
    case 001:
        return Node::Kind::pipe;
    case 002:
        return Node::Kind::character_device;
    case 004:
        return Node::Kind::directory;
    case 006:
        return Node::Kind::block_device;
    case 012:
        return Node::Kind::symbolic_link;
    case 014:
        return Node::Kind::socket;
    default:
        return Node::Kind::file;
    }
}

Facts facts_of(u64 number, Record const& record, RockRidge const& fields) {
    bool const is_directory = record.is_directory;
    Facts facts{.number = number,
                .kind = is_directory ? Node::Kind::directory : Node::Kind::file,
                .mode = is_directory ? 0555u : 0444u,
                .links = is_directory ? 2u : 1u,
                .device = fields.device(),
                .accessed_ns = fields.accessed_ns().value_or(record.recorded_ns),
                .modified_ns = fields.modified_ns().value_or(record.recorded_ns),
                .changed_ns = fields.changed_ns().value_or(record.recorded_ns)};
    if (!fields.attributes()) return facts;
    RockRidge::Attributes const& said = *fields.attributes();
    if (!is_directory) facts.kind = kind_of(said.mode);
    facts.mode = said.mode & NodeBase::mode_bits;
    facts.owner = said.owner;
    facts.group = said.group;
    facts.links = max<u32>(said.links, 1);
    return facts;
}

Text const identifier = "CD001";

bool is_descriptor(Span<u8 const> bytes) {
    return Text::from_bytes(bytes.part(1, identifier.size())) == identifier;
}

} // namespace

Node::Kind kind_of(Record const& record, RockRidge const& fields) {
    if (record.is_directory || fields.moved_here() != 0) return Node::Kind::directory;
    return fields.attributes() ? kind_of(fields.attributes()->mode) : Node::Kind::file;
}

Outcome<void> IsoVolume::start(bool is_read_only) {
    TRY(start_blocks(block_bytes));
    root_block_ = TRY(root_block());
    BlockHold hold(*this, blocks());
    TRY(hold.open(root_block_));
    auto const root = read_record(hold.bytes());
    if (!root || !root->is_directory) return FsError{FsError::corrupt};
    skipped_ = skipped_bytes(root->system_use);
    if (!is_read_only) return FsError{FsError::read_only};
    return {};
}

/// Where the root's contents begin, by the first descriptor of the kind that says so.
Outcome<u32> IsoVolume::root_block() {
    BlockHold hold(*this, blocks());
    for (u32 each = first_descriptor; each < first_descriptor + descriptors_max; ++each) {
        if (each >= blocks().blocks()) break;
        TRY(hold.open(each));
        Span<u8 const> const bytes = hold.bytes();
        if (!is_descriptor(bytes) || bytes[0] == last) break;
        if (bytes[0] != primary) continue;
        if (load_little_endian_u16(&bytes[block_bytes_at]) != block_bytes)
            return FsError{FsError::not_supported};
        auto const root = read_record(bytes.part(root_at, root_record_bytes));
        if (!root || !root->is_directory) return FsError{FsError::corrupt};
        return u32{root->first_block};
    }
    return FsError{FsError::unknown_format};
}

FileSystem::Statistics IsoVolume::statistics() {
    return {linux_format, block_bytes, blocks().blocks(), 0, 0, 0, 0, Directory::name_max, true};
}

Outcome<void> IsoVolume::unmount() {
    return owner_.unmount(*this);
}

Outcome<void> IsoVolume::read_fields(Record const& record, RockRidge& fields) {
    if (!skipped_ || *skipped_ > record.system_use.size()) return {};
    Continuation next = TRY(fields.read(record.system_use.after(*skipped_)));
    BlockHold hold(*this, blocks());
    for (u32 i = 0; next.bytes != 0; ++i) {
        bool const is_inside =
            next.offset <= block_bytes && next.bytes <= block_bytes - next.offset;
        if (i == areas_max || !is_inside) return FsError{FsError::corrupt};
        TRY(hold.open(next.block));
        next = TRY(fields.read(Span<u8 const>(hold.bytes()).part(next.offset, next.bytes)));
    }
    return {};
}

Outcome<Record> IsoVolume::read_node(u64 number, BlockHold& hold, RockRidge& fields) {
    u64 const place = number == root_number ? u64{root_block_} * block_bytes : number;
    TRY(hold.open(place / block_bytes));
    auto const record = read_record(Span<u8 const>(hold.bytes()).after(place % block_bytes));
    if (!record) return FsError{FsError::corrupt};
    TRY(read_fields(*record, fields));
    return *record;
}

Outcome<NodeBase*> IsoVolume::load(u64 number) {
    RockRidge fields;
    BlockHold hold(*this, blocks());
    Record const record = TRY(read_node(number, hold, fields));
    Facts const facts = facts_of(number, record, fields);
    switch (facts.kind) {
    case Node::Kind::file:
        return static_cast<NodeBase*>(TRY(make<FileInRow>(
            *this, facts, TRY(file_bytes(number, record)), u64{record.first_block})));
    case Node::Kind::directory:
        return static_cast<NodeBase*>(TRY(
            make<IsoDirectory>(*this, facts, u32{record.first_block}, u32{record.content_bytes})));
    case Node::Kind::symbolic_link:
        return static_cast<NodeBase*>(TRY(make<IsoLink>(*this, facts, fields.target_size())));
    default:
        return static_cast<NodeBase*>(TRY(make<IsoNode>(*this, facts)));
    }
}

/// The size of all parts of a file, which must be in a row.
Outcome<u64> IsoVolume::file_bytes(u64 place, Record const& first) {
    u64 bytes = first.content_bytes;
    BlockHold hold(*this, blocks());
    Record last = first;
    while (last.goes_on) {
        place += last.bytes;
        TRY(hold.open(place / block_bytes));
        auto record = read_record(Span<u8 const>(hold.bytes()).after(place % block_bytes));
        if (!record) { // the rest of the block is empty
            place = align_up(place + 1, u64{block_bytes});
            TRY(hold.open(place / block_bytes));
            record = read_record(hold.bytes());
        }
        u64 const expected = u64{first.first_block} + bytes / block_bytes;
        bool const is_next = record && record->first_block == expected && bytes % block_bytes == 0;
        if (!is_next) return FsError{FsError::corrupt};
        bytes += record->content_bytes;
        last = *record;
    }
    return bytes;
}

} // namespace flat::fs::iso
