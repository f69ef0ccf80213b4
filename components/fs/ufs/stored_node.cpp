// SPDX-License-Identifier: BSD-2-Clause
// A node as FFS' tables have it.
#include <fs/ufs/stored_node.hpp>

#include <core/memory.hpp>
#include <fs/unix_mode.hpp>

namespace flat::fs::ufs {

namespace {

/// Where fields lie in a node.
struct NodeFields {
    u32 owner;
    u32 group;
    u32 size;
    u32 sectors;
    u32 accessed;
    u32 modified;
    u32 changed;
    u32 accessed_ns;
    u32 modified_ns;
    u32 changed_ns;
    u32 generation;
    u32 pointers;
};
constexpr u32 mode_field = 0; // in both
constexpr u32 links_field = 2;
constexpr NodeFields first_fields{112, 116, 8, 104, 16, 24, 32, 20, 28, 36, 108, 40};
constexpr NodeFields second_fields{4, 8, 16, 24, 32, 40, 48, 68, 64, 72, 80, 112};

constexpr u64 size_max = u64(1) << 62;
constexpr i64 seconds_max = 9'000'000'000;
constexpr i64 ns_per_s = 1'000'000'000;

NodeFields const& fields_of(Layout const& layout) {
    return layout.is_second ? second_fields : first_fields;
}

/// Times that do not fit are as far as they do.
i64 time_at(Layout const& layout, Span<u8 const> bytes, u32 seconds, u32 rest) {
    i64 const whole = layout.is_second ? static_cast<i64>(layout.order.load<u64>(&bytes[seconds]))
                                       : static_cast<i32>(layout.order.load<u32>(&bytes[seconds]));
    u32 const part = layout.order.load<u32>(&bytes[rest]);
    return max(min(whole, seconds_max), -seconds_max) * ns_per_s +
           (part < ns_per_s ? i64{part} : 0);
}

void put_time(Layout const& layout, Span<u8> bytes, u32 seconds, u32 rest, i64 time_ns) {
    i64 const rounded = time_ns >= 0 ? time_ns : time_ns - (ns_per_s - 1);
    i64 const whole = rounded / ns_per_s;
    if (layout.is_second)
        layout.order.store(&bytes[seconds], static_cast<u64>(whole));
    else
        layout.order.store(&bytes[seconds], static_cast<u32>(whole));
    layout.order.store(&bytes[rest], static_cast<u32>(time_ns - whole * ns_per_s));
}

} // namespace

Outcome<StoredNode> StoredNode::read(Span<u8 const> bytes, u64 number, Layout const& layout) {
    NodeFields const& at = fields_of(layout);
    ByteOrder const order = layout.order;
    u16 const mode = order.load<u16>(&bytes[mode_field]);
    u16 const links = order.load<u16>(&bytes[links_field]);
    if (mode == 0 || links == 0) return FsError{FsError::not_found};
    auto const kind = kind_of(mode);
    if (!kind) return FsError{FsError::corrupt};
    StoredNode node{.facts = {.number = number,
                              .kind = *kind,
                              .mode = mode & NodeBase::mode_bits,
                              .owner = order.load<u32>(&bytes[at.owner]),
                              .group = order.load<u32>(&bytes[at.group]),
                              .links = links,
                              .device = 0,
                              .accessed_ns = time_at(layout, bytes, at.accessed, at.accessed_ns),
                              .modified_ns = time_at(layout, bytes, at.modified, at.modified_ns),
                              .changed_ns = time_at(layout, bytes, at.changed, at.changed_ns)},
                    .storage = {.size_bytes = order.load<u64>(&bytes[at.size]),
                                .sectors = layout.is_second ? order.load<u64>(&bytes[at.sectors])
                                                            : order.load<u32>(&bytes[at.sectors]),
                                .pointers = {}}};
    if (node.storage.size_bytes > size_max) return FsError{FsError::corrupt};
    memcpy(node.storage.pointers, &bytes[at.pointers],
           usize{Storage::pointers_max} * layout.pointer_bytes());
    if (is_device(*kind))
        node.facts.device = layout.is_second ? order.load<u64>(node.storage.pointers)
                                             : order.load<u32>(node.storage.pointers);
    return node;
}

void store(Facts const& facts, Storage const& storage, Layout const& layout, Span<u8> bytes) {
    NodeFields const& at = fields_of(layout);
    ByteOrder const order = layout.order;
    order.store(&bytes[mode_field], static_cast<u16>(code_of(facts.kind) | facts.mode));
    order.store(&bytes[links_field], static_cast<u16>(facts.links));
    order.store(&bytes[at.owner], facts.owner);
    order.store(&bytes[at.group], facts.group);
    order.store(&bytes[at.size], storage.size_bytes);
    if (layout.is_second)
        order.store(&bytes[at.sectors], storage.sectors);
    else
        order.store(&bytes[at.sectors], static_cast<u32>(storage.sectors));
    put_time(layout, bytes, at.accessed, at.accessed_ns, facts.accessed_ns);
    put_time(layout, bytes, at.modified, at.modified_ns, facts.modified_ns);
    put_time(layout, bytes, at.changed, at.changed_ns, facts.changed_ns);
    memcpy(&bytes[at.pointers], storage.pointers,
           usize{Storage::pointers_max} * layout.pointer_bytes());
}

bool is_free(Span<u8 const> bytes) {
    return bytes[mode_field] == 0 && bytes[mode_field + 1] == 0;
}

void clear(Layout const& layout, Span<u8> bytes) {
    u32 const place = fields_of(layout).generation;
    u32 const generation = layout.order.load<u32>(&bytes[place]);
    memset(bytes.data(), 0, layout.node_bytes);
    layout.order.store(&bytes[place], generation + 1);
}

} // namespace flat::fs::ufs
