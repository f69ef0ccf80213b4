// SPDX-License-Identifier: BSD-2-Clause
// Files of ext2.
#pragma once

#include <fs/block_transfer.hpp>
#include <fs/ext2/ext2_nodes.hpp>
#include <fs/file_node.hpp>

namespace flat::fs::ext2 {

/// A file. Pages are filled from, and cleaned to, the blocks that the node has; holes are zeros.
class Ext2File final : public Stored<FileNode> {
public:
    Ext2File(Ext2Volume& volume, StoredNode const& node)
        : Stored(volume, node, node.storage.size_bytes) {}

    void fill(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void upgrade(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) override;
    Outcome<void> erase() override;
    void destroy() override;

    /// Does what was put off, and gives its memory back. For who has the lock.
    void carry_out(DelayedTransfer& delayed);

private:
    static constexpr u32 blocks_max = 4; // in a page

    /// The blocks of a page, up to the end of the file.
    struct PageBlocks {
        u32 count;
        u64 blocks[blocks_max];

        Space space() const;
    };

    Outcome<Space> space_of(u64 page) override;
    Outcome<void> reserve(u64 page) override;
    Outcome<void> shrink() override;
    Outcome<void> prepare(u64 page) override;

    Outcome<PageBlocks> blocks_of(u64 page, Patience patience);
    Outcome<void> transfer_page(WantedPage const& wanted, Patience patience);
    void begin(WantedPage const& wanted);
    Outcome<void> add_page(BlockTransfer& to, u64 page, paddr frame);
};

} // namespace flat::fs::ext2
