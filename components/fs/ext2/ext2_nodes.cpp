// SPDX-License-Identifier: BSD-2-Clause
// Symbolic links of ext2.
#include <fs/ext2/ext2_nodes.hpp>

#include <core/memory.hpp>

namespace flat::fs::ext2 {

namespace {

constexpr u64 bytes_in_node = sizeof(Storage::pointers);

} // namespace

Outcome<u32> Ext2Link::target(Span<u8> destination) {
    auto const turn = disk().lock();
    u64 const size = size_bytes();
    if (is_in_node()) {
        Span<u32 const> const pointers(storage().pointers);
        return Text::from_bytes(bytes_of(pointers).first(size)).write_to(destination);
    }
    if (size > target_max || size > disk().layout().block_bytes) return FsError{FsError::corrupt};
    u64 const block = TRY(map().find(0, Patience::waits));
    if (block == 0) return FsError{FsError::corrupt};
    BlockHold hold(disk(), disk().blocks());
    TRY(hold.open(block));
    return Text::from_bytes(hold.bytes().first(size)).write_to(destination);
}

Outcome<void> Ext2Link::set_target(Span<u8 const> path) {
    if (path.size() >= disk().layout().block_bytes) return FsError{FsError::name_too_long};
    if (path.size() < bytes_in_node) {
        memcpy(storage().pointers, path.data(), path.size());
    } else {
        u64 const block = TRY(map().take(0, disk().allocation().first_block_of(number())));
        BlockHold hold(disk(), disk().blocks());
        TRY(hold.open_to_write(block));
        disk().order().set(block, WriteOrder::Stage::fresh);
        memset(hold.bytes().data(), 0, hold.bytes().size());
        memcpy(hold.bytes().data(), path.data(), path.size());
    }
    storage().size_bytes = path.size();
    return save();
}

/// Whether no block is the path's.
bool Ext2Link::is_in_node() {
    u32 const of_attributes =
        storage().attributes_block != 0 ? disk().layout().block_bytes / 512 : 0;
    return storage().sectors == of_attributes && size_bytes() < bytes_in_node;
}

} // namespace flat::fs::ext2
