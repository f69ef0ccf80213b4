// SPDX-License-Identifier: BSD-2-Clause
// Symbolic links and other nodes of a disc that are neither files nor directories.
#include <fs/iso/iso_nodes.hpp>

#include <fs/disk/block_hold.hpp>

namespace flat::fs::iso {

Outcome<u32> IsoLink::target(Span<u8> destination) {
    auto const guard = volume().lock();
    BlockHold hold(volume(), disc_.blocks());
    RockRidge fields(destination);
    TRY(disc_.read_node(number(), hold, fields));
    return fields.target_size();
}

} // namespace flat::fs::iso
