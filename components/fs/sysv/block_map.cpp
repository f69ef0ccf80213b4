// SPDX-License-Identifier: BSD-2-Clause
// Which blocks of the disk a node of System V's file system consists of.
#include <fs/sysv/block_map.hpp>

#include <core/memory.hpp>
#include <fs/sysv/system_v_volume.hpp>

namespace flat::fs::sysv {

BlockMap::BlockMap(SystemVVolume& volume, Storage const& storage)
    : BlockTree(volume, {Storage::direct_max, sizeof(u32), volume.layout().block_bytes,
                         volume.layout().order}),
      volume_(volume), storage_(storage) {}

bool BlockMap::is_block(u64 block) const {
    return volume_.layout().is_data(block);
}

Outcome<u64> BlockMap::take_one(u64 near, bool is_table) {
    static_cast<void>(near);
    u32 const block = TRY(volume_.free_lists().take_block());
    storage_.sectors += volume_.layout().block_bytes / 512;
    if (!is_table) return u64{block};
    BlockHold hold(volume_, volume_.blocks());
    TRY(hold.open_to_write(block));
    memset(hold.bytes().data(), 0, hold.bytes().size());
    return u64{block};
}

Outcome<void> BlockMap::give_one(u64 block, u64 index) {
    static_cast<void>(index);
    storage_.sectors -= min<u64>(storage_.sectors, volume_.layout().block_bytes / 512);
    return volume_.free_lists().give_block(block);
}

} // namespace flat::fs::sysv
