// SPDX-License-Identifier: BSD-2-Clause
// Nodes that a table of ext2 has.
#pragma once

#include <fs/disk/stored_link.hpp>
#include <fs/ext2/block_map.hpp>
#include <fs/ext2/ext2_volume.hpp>

namespace flat::fs::ext2 {

/// What `StoredAs` asks for.
struct Ext2Format {
    using Volume = Ext2Volume;
    using Node = StoredNode;
    using Map = BlockMap;
};

using Ext2Link = StoredLink<Ext2Format>;
using Ext2Node = StoredSpecial<Ext2Format>;
using Ext2File = StoredFile<Ext2Format>;

} // namespace flat::fs::ext2
