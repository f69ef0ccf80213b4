// SPDX-License-Identifier: BSD-2-Clause
// A file system of System V's format that is mounted.
#include <fs/sysv/system_v_volume.hpp>

#include <core/top.hpp>
#include <fs/nodes/held_node.hpp>
#include <fs/sysv/system_v.hpp>
#include <fs/sysv/system_v_nodes.hpp>

namespace flat::fs::sysv {

namespace {

constexpr u64 linux_format = 0x012ff7b5;

} // namespace

Outcome<void> SystemVVolume::start(bool is_read_only) {
    block::Disk::Geometry const geometry = disk().geometry();
    u64 const bytes = geometry.sectors * geometry.sector_bytes;
    if (bytes == 0) return FsError{FsError::io};
    if (bytes < Layout::super_begin + Layout::super_bytes) return FsError{FsError::unknown_format};
    TRY(blocks().start(Layout::super_bytes, 2, false));
    {
        BlockHold hold(*this, blocks());
        TRY(hold.open(1));
        layout_ = TRY(Layout::read(hold.bytes(), bytes, geometry.sector_bytes));
    }
    BlockTree::Shape const shape{Storage::direct_max, sizeof(u32), layout_.block_bytes,
                                 layout_.order};
    set_file_bytes_max(
        min(limits_of_format.file_bytes_max, shape.blocks_max() * layout_.block_bytes));
    TRY(blocks().start(layout_.block_bytes, layout_.blocks, !is_read_only));
    if (is_read_only) return {};
    if (!layout_.is_whole || geometry.is_read_only) return FsError{FsError::read_only};
    TRY(set_whole(false));
    TRY(write_back());
    allow_writing();
    return {};
}

void SystemVVolume::abandon() {
    forget_all();
    blocks().stop();
}

FileSystem::Statistics SystemVVolume::statistics() {
    auto const guard = lock();
    u32 const free = free_lists_.free_blocks().value_or(0);
    return {linux_format,
            layout_.block_bytes,
            layout_.blocks - layout_.first_data,
            free,
            free,
            layout_.nodes,
            free_lists_.free_nodes().value_or(0),
            SystemVDirectory::name_max_here,
            !is_writable()};
}

Outcome<void> SystemVVolume::unmount() {
    return owner_.unmount(*this);
}

Outcome<void> SystemVVolume::set_whole(bool is_whole) {
    return free_lists_.set_whole(is_whole, seconds());
}

Outcome<Span<u8>> SystemVVolume::open_node(BlockHold& hold, u64 number, bool is_to_write) {
    FreeLists::Place const place = TRY(free_lists_.place_of_node(number));
    TRY(is_to_write ? hold.open_to_write(place.block) : hold.open(place.block));
    return hold.bytes().part(place.offset, Layout::node_bytes);
}

Outcome<void> SystemVVolume::save(Facts const& facts, Storage const& storage) {
    BlockHold hold(*this, blocks());
    store(facts, storage, layout_.order, TRY(open_node(hold, facts.number, true)));
    return {};
}

Outcome<void> SystemVVolume::erase(Facts const& facts, Storage const& storage) {
    static_cast<void>(storage);
    return free_lists_.give_node(facts.number);
}

Outcome<NodeBase*> SystemVVolume::load(u64 number) {
    BlockHold hold(*this, blocks());
    Span<u8> const bytes = TRY(open_node(hold, number, false));
    return make_object(TRY(StoredNode::read(bytes, number, layout_.order)));
}

Outcome<NodeBase*> SystemVVolume::make_object(StoredNode const& node) {
    switch (node.facts.kind) {
    case Node::Kind::file:
        return static_cast<NodeBase*>(TRY(make<SystemVFile>(*this, node)));
    case Node::Kind::directory:
        return static_cast<NodeBase*>(TRY(make<SystemVDirectory>(*this, node)));
    case Node::Kind::symbolic_link:
        return static_cast<NodeBase*>(TRY(make<SystemVLink>(*this, node)));
    default:
        return static_cast<NodeBase*>(TRY(make<SystemVNode>(*this, node)));
    }
}

Outcome<NodeBase*> SystemVVolume::make_node(DirectoryNode& parent, Directory::Beginning const& as) {
    StoredNode fresh{.facts = facts_of_new(TRY(free_lists_.take_node()), as), .storage = {}};
    fresh.storage.pointers[0] = static_cast<u32>(as.device);
    if (is_known(fresh.facts.number)) return FsError{FsError::corrupt};
    NodeBase* const made = TRY(make_object(fresh));
    add(*made);
    HeldNode held(*this, made);
    if (as.kind == Node::Kind::directory)
        TRY(static_cast<SystemVDirectory&>(*made).start(parent.number()));
    return held.leave();
}

void SystemVVolume::wake() {
    owner_.wake();
}

} // namespace flat::fs::sysv
