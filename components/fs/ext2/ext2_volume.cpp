// SPDX-License-Identifier: BSD-2-Clause
// A file system of the format ext2 that is mounted.
#include <fs/ext2/ext2_volume.hpp>

#include <core/bits.hpp>
#include <core/little_endian.hpp>
#include <fs/ext2/ext2.hpp>
#include <fs/ext2/ext2_directory.hpp>
#include <fs/ext2/ext2_file.hpp>
#include <fs/ext2/ext2_nodes.hpp>

namespace flat::fs::ext2 {

namespace {

constexpr u64 linux_format = 0xef53;

} // namespace

Outcome<void> Ext2Volume::start(bool is_read_only) {
    block::Disk::Geometry const geometry = disk_.geometry();
    u64 const bytes = geometry.sectors * geometry.sector_bytes;
    if (bytes == 0) return FsError{FsError::io};
    u64 const end = Layout::super_block_begin + Layout::super_block_bytes;
    if (bytes < end) return FsError{FsError::unknown_format};
    TRY(blocks_.start(Layout::super_block_bytes, 2, false));
    BlockHold hold(*this, blocks_);
    TRY(hold.open(1));
    layout_ = TRY(Layout::read(hold.bytes(), bytes, geometry.sector_bytes));
    if (!is_read_only) return FsError{FsError::read_only};
    return blocks_.start(layout_.block_bytes, layout_.blocks, false);
}

FileSystem::Statistics Ext2Volume::statistics() {
    auto const turn = lock();
    BlockHold hold(*this, blocks_);
    bool const is_there = hold.open(Layout::super_block_begin / layout_.block_bytes).is_ok();
    u32 const offset = Layout::super_block_begin % layout_.block_bytes;
    auto const word = [&](u32 at) {
        return is_there ? load_little_endian_u32(&hold.bytes()[offset + at]) : 0;
    };
    u32 const free = word(super_block::free_blocks);
    u32 const available = free > layout_.reserved_blocks ? free - layout_.reserved_blocks : 0;
    return {
        linux_format,  layout_.block_bytes,           layout_.blocks,      free,         available,
        layout_.nodes, word(super_block::free_nodes), Directory::name_max, !is_writable_};
}

Outcome<void> Ext2Volume::sync() {
    return {};
}

Outcome<void> Ext2Volume::unmount() {
    return owner_.unmount(*this);
}

Outcome<void> Ext2Volume::close() {
    forget_all();
    blocks_.stop();
    return {};
}

Outcome<void> Ext2Volume::check_writable() {
    if (!is_writable_) return FsError{FsError::read_only};
    return {};
}

Outcome<NodeBase*> Ext2Volume::load(u64 number) {
    Place const place = TRY(place_of(number));
    BlockHold hold(*this, blocks_);
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

Outcome<NodeBase*> Ext2Volume::make_node(DirectoryNode&, Directory::Beginning const&) {
    return FsError{FsError::read_only};
}

Outcome<Ext2Volume::Group> Ext2Volume::group(u32 index) {
    BlockHold hold(*this, blocks_);
    TRY(hold.open(layout_.first_descriptor_block() + index / layout_.descriptors_per_block()));
    u8 const* const descriptor =
        &hold.bytes()[usize(Layout::group_bytes) * (index % layout_.descriptors_per_block())];
    Group const group{load_little_endian_u32(descriptor), load_little_endian_u32(descriptor + 4),
                      load_little_endian_u32(descriptor + 8)};
    u64 const table = divide_up<u64>(layout_.nodes_per_group, layout_.nodes_per_block());
    bool const is_sound =
        layout_.is_block(group.block_bitmap) && layout_.is_block(group.node_bitmap) &&
        layout_.is_block(group.node_table) && layout_.is_block(group.node_table + table - 1);
    if (!is_sound) return FsError{FsError::corrupt};
    return group;
}

Outcome<Ext2Volume::Place> Ext2Volume::place_of(u64 number) {
    if (number == 0 || number > layout_.nodes) return FsError{FsError::corrupt};
    u32 const index = static_cast<u32>(number - 1);
    Group const of = TRY(group(index / layout_.nodes_per_group));
    u32 const in_group = index % layout_.nodes_per_group;
    return Place{of.node_table + in_group / layout_.nodes_per_block(),
                 in_group % layout_.nodes_per_block() * layout_.node_bytes};
}

void Ext2Volume::delay(DelayedTransfer& transfer) {
    delayed_.lock()->push_back(transfer);
    owner_.wake();
}

bool Ext2Volume::serve() {
    bool has_served = false;
    for (;;) {
        DelayedTransfer* const next = delayed_.lock()->pop_front();
        if (!next) return has_served;
        has_served = true;
        next->file.carry_out(*next);
    }
}

} // namespace flat::fs::ext2
