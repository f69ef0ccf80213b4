// SPDX-License-Identifier: BSD-2-Clause
// Which blocks of the disk a node consists of.
#include <fs/ext2/block_map.hpp>

#include <core/memory.hpp>
#include <fs/ext2/ext2_volume.hpp>

namespace flat::fs::ext2 {

BlockMap::BlockMap(Ext2Volume& volume, Storage const& storage)
    : BlockTree(volume, {direct_max, sizeof(u32), volume.layout().block_bytes, ByteOrder(false)}),
      volume_(volume), storage_(storage) {}

u64 BlockMap::first_near(u64 number) const {
    return volume_.allocation().first_block_of(number);
}

Outcome<void> BlockMap::open_fresh(BlockHold& hold, u64 block) {
    TRY(hold.open_to_write(block));
    volume_.order().set(block, WriteOrder::Stage::fresh);
    return {};
}

bool BlockMap::is_path_in_room(u64 bytes) const {
    u32 const of_attributes =
        storage_.attributes_block != 0 ? volume_.layout().block_bytes / 512 : 0;
    return storage_.sectors == of_attributes && bytes < sizeof(storage_.pointers);
}

u64 BlockMap::path_max() const {
    return volume_.layout().block_bytes - 1;
}

bool BlockMap::is_block(u64 block) const {
    return volume_.layout().is_block(block);
}

Outcome<u64> BlockMap::take_one(u64 near, bool is_table) {
    u32 const block = TRY(volume_.allocation().take_block(near));
    storage_.sectors += volume_.layout().block_bytes / 512;
    if (!is_table) return u64{block};
    BlockHold hold(volume_, volume_.blocks());
    TRY(open_fresh(hold, block));
    memset(hold.bytes().data(), 0, hold.bytes().size());
    return u64{block};
}

Outcome<void> BlockMap::give_one(u64 block, u64 index) {
    static_cast<void>(index);
    storage_.sectors -= min<u64>(storage_.sectors, volume_.layout().block_bytes / 512);
    return volume_.allocation().give_block(block);
}

} // namespace flat::fs::ext2
