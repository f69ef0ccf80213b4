// SPDX-License-Identifier: BSD-2-Clause
// A node as the table of System V's file system has it.
#include <fs/sysv/stored_node.hpp>

#include <core/bits.hpp>
#include <fs/unix_mode.hpp>

namespace flat::fs::sysv {

namespace {

/// Where fields lie in a node.
enum Field : u32 {
    mode = 0,
    links = 2,
    owner = 4,
    group = 6,
    size = 8,
    pointers = 12,
    accessed_at = 52,
    modified_at = 56,
    changed_at = 60,
};
constexpr u32 pointer_bytes = 3;
constexpr i64 ns_per_s = 1'000'000'000;

/// A number of three bytes.
u32 load_pointer(u8 const* bytes, bool is_big_endian) {
    u32 const low = bytes[is_big_endian ? 2 : 0];
    u32 const high = bytes[is_big_endian ? 0 : 2];
    return low | u32{bytes[1]} << 8 | high << 16;
}

void store_pointer(u8* bytes, u32 value, bool is_big_endian) {
    bytes[is_big_endian ? 2 : 0] = static_cast<u8>(value);
    bytes[1] = static_cast<u8>(value >> 8);
    bytes[is_big_endian ? 0 : 2] = static_cast<u8>(value >> 16);
}

/// Whole seconds, as far before as after 1970.
u32 seconds_of(i64 time_ns) {
    i64 const rounded = time_ns >= 0 ? time_ns : time_ns - (ns_per_s - 1);
    return static_cast<u32>(rounded / ns_per_s);
}

} // namespace

Outcome<StoredNode> StoredNode::read(Span<u8 const> bytes, u64 number, ByteOrder order) {
    auto const half = [&](Field at) { return order.load<u16>(&bytes[at]); };
    auto const time = [&](Field at) {
        return static_cast<i32>(order.load<u32>(&bytes[at])) * ns_per_s;
    };
    if (is_free(bytes) || half(links) == 0) return FsError{FsError::not_found};
    auto const kind = kind_of(half(mode));
    if (!kind) return FsError{FsError::corrupt};
    StoredNode node{.facts = {.number = number,
                              .kind = *kind,
                              .mode = half(mode) & NodeBase::mode_bits,
                              .owner = half(owner),
                              .group = half(group),
                              .links = half(links),
                              .device = 0,
                              .accessed_ns = time(accessed_at),
                              .modified_ns = time(modified_at),
                              .changed_ns = time(changed_at)},
                    .storage = {.size_bytes = order.load<u32>(&bytes[size]), .pointers = {}}};
    for (u32 i = 0; i < Storage::pointers_max; ++i)
        node.storage.pointers[i] =
            load_pointer(&bytes[pointers + pointer_bytes * i], order.is_big_endian());
    if (is_device(*kind))
        node.facts.device = node.storage.pointers[0];
    else
        node.storage.sectors = divide_up<u64>(node.storage.size_bytes, 512);
    return node;
}

void store(Facts const& facts, Storage const& storage, ByteOrder order, Span<u8> bytes) {
    auto const put_half = [&](Field at, u32 value) {
        order.store(&bytes[at], static_cast<u16>(value));
    };
    put_half(mode, code_of(facts.kind) | facts.mode);
    put_half(links, facts.links);
    put_half(owner, facts.owner);
    put_half(group, facts.group);
    order.store(&bytes[size], static_cast<u32>(storage.size_bytes));
    for (u32 i = 0; i < Storage::pointers_max; ++i)
        store_pointer(&bytes[pointers + pointer_bytes * i], storage.pointers[i],
                      order.is_big_endian());
    order.store(&bytes[accessed_at], seconds_of(facts.accessed_ns));
    order.store(&bytes[modified_at], seconds_of(facts.modified_ns));
    order.store(&bytes[changed_at], seconds_of(facts.changed_ns));
}

bool is_free(Span<u8 const> bytes) {
    return bytes[mode] == 0 && bytes[mode + 1] == 0;
}

} // namespace flat::fs::sysv
