// SPDX-License-Identifier: BSD-2-Clause
// A file system of the format FFS that is mounted.
#include <fs/ufs/ufs_volume.hpp>

#include <core/top.hpp>
#include <fs/nodes/held_node.hpp>
#include <fs/ufs/ufs.hpp>
#include <fs/ufs/ufs_directory.hpp>
#include <fs/ufs/ufs_nodes.hpp>

namespace flat::fs::ufs {

namespace {

constexpr u64 linux_format = 0x00011954;

} // namespace

Outcome<void> UfsVolume::start(bool is_read_only) {
    block::Disk::Geometry const geometry = disk().geometry();
    if (geometry.sectors == 0) return FsError{FsError::io};
    TRY(read_layout());
    u64 const tree_max = BlockTree::Shape{Storage::direct_max, layout_.pointer_bytes(),
                                          layout_.block_bytes, layout_.order}
                             .blocks_max();
    set_file_bytes_max(min(layout_.file_bytes_max, tree_max * layout_.block_bytes));
    if (is_read_only) return blocks().start(layout_.fragment_bytes, layout_.fragments, false);
    if (!layout_.can_be_changed) return FsError{FsError::not_supported};
    if (!layout_.is_whole || geometry.is_read_only) return FsError{FsError::read_only};
    TRY(blocks().start(layout_.fragment_bytes, layout_.fragments, true));
    TRY(groups_.start());
    TRY(set_whole(false));
    TRY(write_back());
    allow_writing();
    return {};
}

/// The superblock lies in one of several places.
Outcome<void> UfsVolume::read_layout() {
    constexpr u32 unit = 2048; // in which it fits, and where it begins
    block::Disk::Geometry const geometry = disk().geometry();
    u64 const bytes = geometry.sectors * geometry.sector_bytes;
    TRY(blocks().start(unit, bytes / unit, false));
    for (u64 const begin : Layout::places) {
        if (begin + unit > bytes) continue;
        BlockHold hold(*this, blocks());
        TRY(hold.open(begin / unit));
        auto const read = Layout::read(hold.bytes(), begin, bytes, geometry.sector_bytes);
        if (read.is_error() && read.error().code == FsError::unknown_format) continue;
        layout_ = TRY(read);
        return {};
    }
    return FsError{FsError::unknown_format};
}

void UfsVolume::abandon() {
    forget_all();
    groups_.end();
    blocks().stop();
}

FileSystem::Statistics UfsVolume::statistics() {
    auto const guard = lock();
    u64 const free = groups_.total(Groups::free_blocks).value_or(0) * layout_.fragments_per_block +
                     groups_.total(Groups::free_fragments).value_or(0);
    u64 const reserved = layout_.data_fragments / 100 * layout_.percent_reserved;
    return {linux_format,
            layout_.fragment_bytes,
            layout_.data_fragments,
            free,
            free > reserved ? free - reserved : 0,
            layout_.nodes(),
            groups_.total(Groups::free_nodes).value_or(0),
            Directory::name_max,
            !is_writable()};
}

Outcome<void> UfsVolume::unmount() {
    return owner_.unmount(*this);
}

Outcome<void> UfsVolume::set_whole(bool is_whole) {
    return groups_.set_whole(is_whole, seconds());
}

/// What nodes lead to is on the disk before them: their contents, and what directories and tables
/// of blocks have got. What directories have moved out of is given back after them. So a name that
/// nobody has touched leads to what it did, whenever the power is cut.
Outcome<void> UfsVolume::write_back() {
    TRY(blocks().flush());
    TRY(write_around_nodes());
    TRY(blocks().flush());
    TRY(blocks().clean());
    TRY(blocks().flush());
    if (!TRY(groups_.give_left())) return {};
    TRY(blocks().clean());
    return blocks().flush();
}

/// What could not be written stays changed, and is told when all is to be written.
Outcome<void> UfsVolume::write_around_nodes() {
    u64 begin = 0;
    for (u32 group = 0; group < layout_.groups; ++group) {
        TRY(blocks().clean(begin, groups_.nodes_begin(group) - begin));
        begin = groups_.nodes_end(group);
    }
    return blocks().clean(begin, layout_.fragments - begin);
}

Outcome<u64> UfsVolume::take_block(u64 near) {
    auto const block = groups_.take_block(near);
    if (block.is_ok() || block.error().code != FsError::no_space) return block;
    TRY(for_each_node([](NodeBase& each) { return each.give_excess(); }));
    return groups_.take_block(near);
}

Outcome<Span<u8>> UfsVolume::open_node(BlockHold& hold, u64 number, bool is_to_write) {
    Groups::Place const place = TRY(groups_.place_of_node(number));
    TRY(is_to_write ? hold.open_to_write(place.unit) : hold.open(place.unit));
    return hold.bytes().part(place.offset, layout_.node_bytes);
}

Outcome<void> UfsVolume::save(Facts const& facts, Storage const& storage) {
    BlockHold hold(*this, blocks());
    store(facts, storage, layout_, TRY(open_node(hold, facts.number, true)));
    return {};
}

Outcome<void> UfsVolume::erase(Facts const& facts, Storage const& storage) {
    static_cast<void>(storage);
    BlockHold hold(*this, blocks());
    clear(layout_, TRY(open_node(hold, facts.number, true)));
    hold.close();
    return groups_.give_node(facts.number, facts.kind == Node::Kind::directory);
}

Outcome<NodeBase*> UfsVolume::load(u64 number) {
    BlockHold hold(*this, blocks());
    Span<u8> const bytes = TRY(open_node(hold, number, false));
    return make_object(TRY(StoredNode::read(bytes, number, layout_)));
}

Outcome<NodeBase*> UfsVolume::make_object(StoredNode const& node) {
    switch (node.facts.kind) {
    case Node::Kind::file:
        return static_cast<NodeBase*>(TRY(make<UfsFile>(*this, node)));
    case Node::Kind::directory:
        return static_cast<NodeBase*>(TRY(make<UfsDirectory>(*this, node)));
    case Node::Kind::symbolic_link:
        return static_cast<NodeBase*>(TRY(make<UfsLink>(*this, node)));
    default:
        return static_cast<NodeBase*>(TRY(make<UfsNode>(*this, node)));
    }
}

Outcome<NodeBase*> UfsVolume::make_node(DirectoryNode& parent, Directory::Beginning const& as) {
    bool const is_directory = as.kind == Node::Kind::directory;
    StoredNode fresh{.facts =
                         facts_of_new(TRY(groups_.take_node(parent.number(), is_directory)), as),
                     .storage = {}};
    if (layout_.is_second)
        layout_.order.store(fresh.storage.pointers, as.device);
    else
        layout_.order.store(fresh.storage.pointers, static_cast<u32>(as.device));
    auto const made = make_fresh(fresh);
    if (made.is_error() && made.error().code != FsError::corrupt)
        TRY(groups_.give_node(fresh.facts.number, is_directory));
    TRY(made);
    add(*made.value());
    HeldNode held(*this, made.value());
    if (is_directory) TRY(static_cast<UfsDirectory&>(*made.value()).start(parent.number()));
    return held.leave();
}

/// The object of a new node, in whose place of the table nothing is left of another one. CORRUPT if
/// that is a node, whatever its bitmap says: then it stays taken.
Outcome<NodeBase*> UfsVolume::make_fresh(StoredNode const& node) {
    if (is_known(node.facts.number)) return FsError{FsError::corrupt};
    BlockHold hold(*this, blocks());
    Span<u8> const bytes = TRY(open_node(hold, node.facts.number, true));
    if (!is_free(bytes)) return FsError{FsError::corrupt};
    clear(layout_, bytes);
    return make_object(node);
}

void UfsVolume::wake() {
    owner_.wake();
}

} // namespace flat::fs::ufs
