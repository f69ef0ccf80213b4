// SPDX-License-Identifier: BSD-2-Clause
// The metadata of a disk's file system as pages of a memory object.
#pragma once

#include <core/disk/waiting_request.hpp>
#include <core/utility.hpp>
#include <flat/block/disk.hpp>
#include <flat/memory/filled_object.hpp>
#include <fs/disk/bit_plane.hpp>
#include <fs/nodes/volume.hpp>
#include <fs/outcome.hpp>

namespace flat::fs {

/// Page n is what lies at n times the page size on the disk, metadata or not; but only blocks that
/// have been changed here are written back: others of the same page may belong to files, whose own
/// pages are newer.
class BlockPages final : public memory::FilledObject, NonCopyable {
public:
    BlockPages(Volume& volume, block::Disk& disk)
        : volume_(volume), disk_(disk), changed_(volume.services().objects) {}

    /// Says how large blocks are; if they are to be changed, takes a bit for each of them.
    Outcome<void> start(u32 block_bytes, u64 blocks, bool is_writable);

    /// Gives everything up; nothing is held.
    void stop();

    u32 block_bytes() const { return block_bytes_; }
    u64 blocks() const { return blocks_; }

    /// A block is changed from now on, until it is written; or is no metadata any more, and stays
    /// as the disk has it.
    void set_changed(u64 block, bool is_changed) { changed_.set(block, is_changed); }

    /// Pages are as the disk has them: nobody had the right to write to them meanwhile.
    void set_written(u64 first_page, u64 pages);

    /// The first block from one on that was changed; past the last one if none was.
    u64 next_changed(u64 block) const { return changed_.next(block); }

    /// Writes a block that was changed, which is the same as on the disk then. Blocks.
    Outcome<void> write(u64 block);

    /// Blocks until all that was changed is on the disk.
    Outcome<void> clean() { return clean(0, blocks_); }

    /// The same for the pages of these blocks alone.
    Outcome<void> clean(u64 first_block, u64 blocks);

    /// Writes zeros to blocks that are no metadata, and whose pages nobody has in memory. Blocks.
    Outcome<void> clear(u64 first_block, u64 blocks);

    /// Has the disk bring all that it was given to its medium. Blocks.
    Outcome<void> flush();

    u64 pages() override;
    memory::Frames& frames() override;
    bool is_replaceable() override { return false; } // it is written in an order
    void fill(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void upgrade(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) override;
    void* narrow(InterfaceId id) override;

private:
    bool run(WaitingRequest& request);
    u64 disk_bytes();
    u32 granted(u32 rights) const;
    bool is_changed(u64 block) const { return block < blocks_ && changed_.at(block); }

    Volume& volume_;
    block::Disk& disk_;
    u32 block_bytes_ = 1024;
    u64 blocks_ = 0;
    BitPlane changed_;
};

/// The frame of a page in a row of them.
paddr frame_in(Span<u8 const> frames, u64 index);

} // namespace flat::fs
