// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: whatever superblocks, nodes and directories of FFS and of System V's format
// contain, reading them ends, what is computed stays on the disk, and what is written is read.
#include <fs/sysv/layout.hpp>
#include <fs/sysv/stored_node.hpp>
#include <fs/ufs/directory_entry.hpp>
#include <fs/ufs/layout.hpp>
#include <fs/ufs/stored_node.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>

using namespace flat;

/// A broken assertion is a finding; what it does in kernels is not linked.
void flat::assertion_failed(char const*, char const*, u32) {
    std::abort();
}

namespace {

constexpr u64 disk_bytes = u64(64) << 20;

void require(bool is_true) {
    if (!is_true) std::abort();
}

/// Each group, and each part of it, lies on the disk, after the one before.
void check_groups(fs::ufs::Layout const& layout) {
    for (u32 group = 0; group < layout.groups; group += layout.groups / 64 + 1) {
        u64 const base = layout.group_base(group);
        u64 const start = layout.group_start(group);
        u64 const table = u64{layout.nodes_per_group} * layout.node_bytes / layout.fragment_bytes;
        require(start >= base && layout.group_place(group) >= start);
        require(start + layout.node_offset + table <= start + layout.data_offset);
        require(start + layout.data_offset <= base + layout.group_fragments);
        require(!layout.is_data(layout.group_place(group)));
    }
    require(layout.fragments * layout.fragment_bytes <= disk_bytes);
    require(!layout.is_data(layout.fragments));
}

/// What the node says is what is read when it has been written to another place.
void check_node(Span<u8 const> bytes, fs::ufs::Layout const& layout) {
    auto const node = fs::ufs::StoredNode::read(bytes.first(layout.node_bytes), 2, layout);
    if (node.is_error()) return;
    u8 room[256] = {};
    fs::ufs::store(node.value().facts, node.value().storage, layout, room);
    auto const again = fs::ufs::StoredNode::read(room, 2, layout);
    require(again.is_ok());
    require(again.value().facts.modified_ns == node.value().facts.modified_ns);
    fs::ufs::Storage const before = node.value().storage;
    fs::ufs::Storage const after = again.value().storage;
    require(std::memcmp(&before, &after, sizeof(before)) == 0);
}

void read_chunk(Span<u8 const> chunk, fs::ByteOrder order) {
    u8 copy[fs::ufs::DirectoryEntry::chunk_bytes];
    std::memcpy(copy, chunk.data(), sizeof(copy));
    for (u32 offset = 0; offset < chunk.size();) {
        auto const entry = fs::ufs::DirectoryEntry::read(chunk, offset, order);
        if (entry.is_error()) return;
        require(entry.value().bytes != 0 && offset + entry.value().bytes <= chunk.size());
        fs::ufs::DirectoryEntry::write(copy, offset, entry.value(), order);
        auto const again = fs::ufs::DirectoryEntry::read(copy, offset, order);
        require(again.is_ok() && again.value().name == entry.value().name);
        offset += entry.value().bytes;
    }
}

void read_system_v(Span<u8 const> super_block, Span<u8 const> rest) {
    auto const read = fs::sysv::Layout::read(super_block, disk_bytes, 512);
    if (read.is_error()) return;
    fs::sysv::Layout const layout = read.value();
    require(u64{layout.blocks} * layout.block_bytes <= disk_bytes);
    require(layout.first_data < layout.blocks && !layout.is_data(layout.blocks));
    if (rest.size() < fs::sysv::Layout::node_bytes) return;
    auto const node = fs::sysv::StoredNode::read(rest, 2, layout.order);
    if (node.is_error()) return;
    u8 room[fs::sysv::Layout::node_bytes] = {};
    fs::sysv::store(node.value().facts, node.value().storage, layout.order, room);
    auto const again = fs::sysv::StoredNode::read(room, 2, layout.order);
    require(again.is_ok() && again.value().facts.changed_ns == node.value().facts.changed_ns);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    Span<u8 const> const all(data, size);
    constexpr u32 super_bytes = fs::ufs::Layout::super_block_bytes;
    if (size >= 512) read_system_v(all.first(512), all.after(512));
    if (size >= 512) {
        Span<u8 const> const chunk = all.after(size - 512);
        read_chunk(chunk, fs::ByteOrder(false));
        read_chunk(chunk, fs::ByteOrder(true));
    }
    if (size < super_bytes) return 0;
    for (u64 const begin : fs::ufs::Layout::places) {
        auto const layout = fs::ufs::Layout::read(all.first(super_bytes), begin, disk_bytes, 512);
        if (layout.is_error()) continue;
        check_groups(layout.value());
        if (size >= super_bytes + 256) check_node(all.after(super_bytes), layout.value());
    }
    return 0;
}
