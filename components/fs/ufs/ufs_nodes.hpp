// SPDX-License-Identifier: BSD-2-Clause
// Nodes that a table of FFS has.
#pragma once

#include <fs/disk/stored_link.hpp>
#include <fs/ufs/block_map.hpp>
#include <fs/ufs/ufs_volume.hpp>

namespace flat::fs::ufs {

/// What `StoredAs` asks for.
struct UfsFormat {
    using Volume = UfsVolume;
    using Node = StoredNode;
    using Map = BlockMap;
};

using UfsLink = StoredLink<UfsFormat>;
using UfsNode = StoredSpecial<UfsFormat>;

/// A file.
class UfsFile final : public FileOf<UfsFormat> {
public:
    using FileOf::FileOf;

    void destroy() override {
        close_pages();
        disk().dispose(*this);
    }

private:
    Outcome<void> complete_tail(u64 size_bytes) override;
    Outcome<void> grow(u64 size_bytes) override;
    Outcome<void> shrink() override;
    Outcome<void> take_last(u64 size_bytes);
    Outcome<void> move_tail();
};

} // namespace flat::fs::ufs
