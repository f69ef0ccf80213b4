// SPDX-License-Identifier: BSD-2-Clause
// A node as ext2's tables have it.
#include <fs/ext2/stored_node.hpp>

#include <core/bytes/little_endian.hpp>
#include <core/memory.hpp>
#include <fs/unix_mode.hpp>

namespace flat::fs::ext2 {

namespace {

/// Where fields lie in a node.
enum Field : u32 {
    mode = 0,
    owner_low = 2,
    size_low = 4,
    accessed_at = 8,
    changed_at = 12,
    modified_at = 16,
    deleted_at = 20,
    group_low = 24,
    links = 26,
    sectors_low = 28,
    flags = 32,
    pointers = 40,
    attributes_block = 104,
    size_high = 108, // of files
    sectors_high = 116,
    owner_high = 120,
    group_high = 122,
    fields_end = 128,
};

constexpr u64 size_max = u64(1) << 46; // more than any table of blocks reaches
constexpr i64 ns_per_s = 1'000'000'000;

i64 time_at(Span<u8 const> bytes, Field field) {
    return static_cast<i32>(load_little_endian_u32(&bytes[field])) * ns_per_s;
}

/// Whole seconds, as far before as after 1970.
void put_time(Span<u8> bytes, Field field, i64 time_ns) {
    i64 const rounded = time_ns >= 0 ? time_ns : time_ns - (ns_per_s - 1);
    store_little_endian_u32(&bytes[field], static_cast<u32>(rounded / ns_per_s));
}

} // namespace

Outcome<StoredNode> StoredNode::read(Span<u8 const> bytes, u64 number) {
    auto const word = [&](u32 at) { return load_little_endian_u32(&bytes[at]); };
    auto const half = [&](u32 at) { return load_little_endian_u16(&bytes[at]); };
    if (half(links) == 0) return FsError{FsError::not_found};
    auto const kind = kind_of(half(mode));
    if (!kind) return FsError{FsError::corrupt};
    StoredNode node{.facts = {.number = number,
                              .kind = *kind,
                              .mode = half(mode) & NodeBase::mode_bits,
                              .owner = half(owner_low) | u32{half(owner_high)} << 16,
                              .group = half(group_low) | u32{half(group_high)} << 16,
                              .links = half(links),
                              .device = 0,
                              .accessed_ns = time_at(bytes, accessed_at),
                              .modified_ns = time_at(bytes, modified_at),
                              .changed_ns = time_at(bytes, changed_at)},
                    .storage = {.size_bytes = word(size_low),
                                .sectors = word(sectors_low) | u64{half(sectors_high)} << 32,
                                .flags = word(flags),
                                .attributes_block = word(attributes_block),
                                .pointers = {}}};
    if (*kind == Node::Kind::file) node.storage.size_bytes |= u64{word(size_high)} << 32;
    if (node.storage.size_bytes > size_max) return FsError{FsError::corrupt};
    for (u32 i = 0; i < Storage::pointers_max; ++i)
        node.storage.pointers[i] = word(pointers + 4 * i);
    u32 const* const device = node.storage.pointers; // 16 bits in the first, else 32 in the second
    if (is_device(*kind)) node.facts.device = device[0] != 0 ? device[0] : device[1];
    return node;
}

Outcome<Orphan> Orphan::read(Span<u8 const> bytes, u64 number) {
    u8 named[fields_end];
    memcpy(named, bytes.data(), sizeof(named));
    u16 const names = load_little_endian_u16(&named[links]);
    store_little_endian_u16(&named[links], 1);
    Orphan orphan{TRY(StoredNode::read(named, number)), load_little_endian_u32(&named[deleted_at])};
    orphan.node.facts.links = names;
    return orphan;
}

void store(Facts const& facts, Storage const& storage, Span<u8> bytes) {
    auto const put_word = [&](u32 at, u64 value) {
        store_little_endian_u32(&bytes[at], static_cast<u32>(value));
    };
    auto const put_half = [&](u32 at, u64 value) {
        store_little_endian_u16(&bytes[at], static_cast<u16>(value));
    };
    put_half(mode, code_of(facts.kind) | facts.mode);
    put_half(owner_low, facts.owner);
    put_half(owner_high, facts.owner >> 16);
    put_half(group_low, facts.group);
    put_half(group_high, facts.group >> 16);
    put_half(links, facts.links);
    put_time(bytes, accessed_at, facts.accessed_ns);
    put_time(bytes, modified_at, facts.modified_ns);
    put_time(bytes, changed_at, facts.changed_ns);
    put_word(deleted_at, 0);
    put_word(size_low, storage.size_bytes);
    if (facts.kind == Node::Kind::file) put_word(size_high, storage.size_bytes >> 32);
    put_word(sectors_low, storage.sectors);
    put_word(flags, storage.flags);
    put_word(attributes_block, storage.attributes_block);
    for (u32 i = 0; i < Storage::pointers_max; ++i)
        put_word(pointers + 4 * i, storage.pointers[i]);
}

void store_orphan(u32 next, Span<u8> bytes) {
    store_little_endian_u32(&bytes[deleted_at], next);
}

void store_end(u32 seconds, Span<u8> bytes) {
    store_little_endian_u16(&bytes[links], 0);
    store_little_endian_u32(&bytes[deleted_at], max<u32>(seconds, 1)); // 0: it has not ended
}

} // namespace flat::fs::ext2
