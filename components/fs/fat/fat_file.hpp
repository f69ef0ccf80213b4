// SPDX-License-Identifier: BSD-2-Clause
// Files of FAT.
#pragma once

#include <fs/disk/block_transfer.hpp>
#include <fs/fat/fat_nodes.hpp>
#include <fs/nodes/file_node.hpp>

namespace flat::fs::fat {

/// A file, that has no holes. Pages are filled from, and cleaned to, the clusters of its chain,
/// which is in memory.
class FatFile final : public Stored<FileNode> {
public:
    FatFile(FatVolume& volume, Place const& place);

    void fill(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void upgrade(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) override;
    Outcome<void> erase() override;
    void destroy() override;

private:
    Outcome<Space> space_of(u64 page) override;
    Outcome<void> reserve(u64 page) override;
    Outcome<void> shrink() override;
    Outcome<void> grow(u64 size_bytes) override;
    Outcome<void> prepare(u64) override { return {}; }

    u32 granted(u64 first_page, u64 count, u32 rights);
    void add_page(BlockTransfer& to, u64 page, paddr frame);
    bool has_space(u64 page);
    u32 clusters_for(u64 bytes);
    Outcome<void> clear(u64 begin, u64 end);

    Atomic<u64> pages_ready_; // the first page whose contents on the disk are undefined
};

} // namespace flat::fs::fat
