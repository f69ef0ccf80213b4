// SPDX-License-Identifier: BSD-2-Clause
// A file system of the format ext2 that is mounted.
#include <fs/ext2/ext2_volume.hpp>

#include <core/bytes/little_endian.hpp>
#include <core/memory.hpp>
#include <fs/ext2/ext2.hpp>
#include <fs/ext2/ext2_directory.hpp>
#include <fs/ext2/ext2_nodes.hpp>
#include <fs/nodes/held_node.hpp>

namespace flat::fs::ext2 {

namespace {

constexpr u64 linux_format = 0xef53;

} // namespace

Outcome<void> Ext2Volume::start(bool is_read_only) {
    block::Disk::Geometry const geometry = disk().geometry();
    u64 const bytes = geometry.sectors * geometry.sector_bytes;
    if (bytes == 0) return FsError{FsError::io};
    u64 const end = Layout::super_block_begin + Layout::super_block_bytes;
    if (bytes < end) return FsError{FsError::unknown_format};
    TRY(blocks().start(Layout::super_block_bytes, 2, false));
    BlockHold hold(*this, blocks());
    TRY(hold.open(1));
    layout_ = TRY(Layout::read(hold.bytes(), bytes, geometry.sector_bytes));
    hold.close();
    set_file_bytes_max(layout_.file_bytes_max());
    if (is_read_only) return blocks().start(layout_.block_bytes, layout_.blocks, false);
    if (!layout_.can_be_changed) return FsError{FsError::not_supported};
    if (!layout_.is_whole || geometry.is_read_only) return FsError{FsError::read_only};
    TRY(blocks().start(layout_.block_bytes, layout_.blocks, true));
    TRY(order_.start());
    TRY(allocation_.start());
    written_at_ = TRY(groups_.super_word(super_block::written_at));
    u64 const first_orphan = TRY(groups_.super_word(super_block::first_orphan));
    TRY(set_whole(false));
    TRY(write_back());
    allow_writing();
    return free_orphans(first_orphan);
}

void Ext2Volume::abandon() {
    forget_all();
    allocation_.end();
    order_.end();
    blocks().stop();
}

FileSystem::Statistics Ext2Volume::statistics() {
    auto const guard = lock();
    u32 const free =
        groups_.super_word(super_block::free_blocks).value_or(0) + allocation_.given_blocks();
    u32 const available = free > layout_.reserved_blocks ? free - layout_.reserved_blocks : 0;
    return {linux_format,
            layout_.block_bytes,
            layout_.blocks,
            free,
            available,
            layout_.nodes,
            groups_.super_word(super_block::free_nodes).value_or(0) + allocation_.given_nodes(),
            Directory::name_max,
            !is_writable()};
}

Outcome<void> Ext2Volume::unmount() {
    return owner_.unmount(*this);
}

Outcome<void> Ext2Volume::set_whole(bool is_whole) {
    return groups_.set_whole(is_whole, seconds());
}

Outcome<void> Ext2Volume::write_back() {
    TRY(commit());
    return blocks().clean();
}

Outcome<void> Ext2Volume::commit() {
    TRY(blocks().flush()); // what files have got
    TRY(order_.write());
    TRY(allocation_.free_given());
    TRY(list_orphans());
    return order_.write_rest();
}

Outcome<void> Ext2Volume::save(Facts const& facts, Storage const& storage) {
    if (facts.links == 0 && !lists_orphans_) return {};
    Place const place = TRY(place_of(facts.number));
    BlockHold hold(*this, blocks());
    TRY(hold.open_to_write(place.block));
    order_.set(place.block, WriteOrder::Stage::nodes);
    Span<u8> const bytes = hold.bytes().part(place.offset, layout_.node_bytes);
    store(facts, storage, bytes);
    if (facts.links == 0) store_orphan(next_orphan_, bytes);
    return {};
}

Outcome<void> Ext2Volume::erase(Facts const& facts, Storage const& storage) {
    if (storage.attributes_block != 0) TRY(give_attributes(storage.attributes_block));
    return allocation_.give_node(facts.number, facts.kind == Node::Kind::directory);
}

Outcome<void> Ext2Volume::store_end(u64 number) {
    Place const place = TRY(place_of(number));
    BlockHold hold(*this, blocks());
    TRY(hold.open_to_write(place.block));
    ext2::store_end(seconds(), hold.bytes().part(place.offset, layout_.node_bytes));
    return {};
}

/// A block of extended attributes may be that of several nodes, which it counts.
Outcome<void> Ext2Volume::give_attributes(u32 block) {
    constexpr u32 count_offset = 4;
    if (!layout_.is_block(block)) return FsError{FsError::corrupt};
    BlockHold hold(*this, blocks());
    TRY(hold.open_to_write(block));
    u8* const place = &hold.bytes()[count_offset];
    u32 const nodes = load_little_endian_u32(place);
    store_little_endian_u32(place, nodes - 1);
    hold.close();
    return nodes <= 1 ? allocation_.give_block(block) : Outcome<void>();
}

Outcome<NodeBase*> Ext2Volume::load(u64 number) {
    Place const place = TRY(place_of(number));
    if (allocation_.is_given(number)) return FsError{FsError::not_found};
    BlockHold hold(*this, blocks());
    TRY(hold.open(place.block));
    StoredNode const node =
        TRY(StoredNode::read(hold.bytes().part(place.offset, layout_.node_bytes), number));
    return make_object(node);
}

Outcome<NodeBase*> Ext2Volume::make_object(StoredNode const& node) {
    switch (node.facts.kind) {
    case Node::Kind::file:
        return static_cast<NodeBase*>(TRY(make<Ext2File>(*this, node)));
    case Node::Kind::directory:
        return static_cast<NodeBase*>(TRY(make<Ext2Directory>(*this, node)));
    case Node::Kind::symbolic_link:
        return static_cast<NodeBase*>(TRY(make<Ext2Link>(*this, node)));
    default:
        return static_cast<NodeBase*>(TRY(make<Ext2Node>(*this, node)));
    }
}

Outcome<NodeBase*> Ext2Volume::make_node(DirectoryNode& parent, Directory::Beginning const& as) {
    bool const is_directory = as.kind == Node::Kind::directory;
    StoredNode fresh{
        .facts = facts_of_new(TRY(allocation_.take_node(parent.number(), is_directory)), as),
        .storage = {}};
    fresh.storage.pointers[as.device > 0xffff ? 1 : 0] = static_cast<u32>(as.device);
    auto const made = make_fresh(fresh);
    if (made.is_error() && made.error().code != FsError::corrupt)
        TRY(allocation_.give_node(fresh.facts.number, is_directory));
    TRY(made);
    add(*made.value());
    HeldNode held(*this, made.value());
    if (is_directory) TRY(static_cast<Ext2Directory&>(*made.value()).start(parent.number()));
    return held.leave();
}

/// The object of a new node, in whose place of the table nothing is left of another one. CORRUPT if
/// that is a node, whatever its bitmap says: then it stays taken.
Outcome<NodeBase*> Ext2Volume::make_fresh(StoredNode const& node) {
    if (is_known(node.facts.number)) return FsError{FsError::corrupt};
    Place const place = TRY(place_of(node.facts.number));
    BlockHold hold(*this, blocks());
    TRY(hold.open_to_write(place.block));
    order_.set(place.block, WriteOrder::Stage::nodes);
    Span<u8> const bytes = hold.bytes().part(place.offset, layout_.node_bytes);
    auto const present = StoredNode::read(bytes, node.facts.number);
    if (present.is_ok() || present.error().code != FsError::not_found)
        return FsError{FsError::corrupt};
    memset(bytes.data(), 0, bytes.size());
    return make_object(node);
}

Outcome<Ext2Volume::Place> Ext2Volume::place_of(u64 number) {
    if (number == 0 || number > layout_.nodes) return FsError{FsError::corrupt};
    u32 const index = static_cast<u32>(number - 1);
    Groups::Group const of = TRY(groups_.read(index / layout_.nodes_per_group));
    u32 const in_group = index % layout_.nodes_per_group;
    return Place{of.node_table + in_group / layout_.nodes_per_block(),
                 in_group % layout_.nodes_per_block() * layout_.node_bytes};
}

void Ext2Volume::wake() {
    owner_.wake();
}

} // namespace flat::fs::ext2
