// SPDX-License-Identifier: BSD-2-Clause
// The transfer of pages whose parts lie anywhere on a disk.
#pragma once

#include <core/atomic.hpp>
#include <core/disk/disk_request.hpp>
#include <core/span.hpp>
#include <core/utility.hpp>
#include <flat/memory/filled_object.hpp>
#include <flat/memory/objects.hpp>
#include <fs/nodes/volume.hpp>

namespace flat::fs {

class BlockPages;

/// Parts are added, those in a row on the disk become one request, and all requests are submitted
/// at once. The pages have been transferred when the last request has ended, which ends this.
class BlockTransfer : NonCopyable {
public:
    using Kind = DiskRequest::Kind;

    /// Whose transfer it is, and what is granted when it has succeeded.
    struct Pages {
        memory::FilledObject::Transfer& transfer;
        u64 first;
        u64 count;
        u32 rights;
        BlockPages* written = nullptr; // is told when they have been written
    };

    /// Null without memory.
    static BlockTransfer* make(Volume& volume, Kind kind, Pages const& pages);

    /// Adds bytes of a frame that begin at a sector of the disk.
    void add(block::Disk& disk, u64 byte_on_disk, paddr memory, u32 bytes);

    /// Clears these bytes after all has been read, whatever the disk has; once for a transfer.
    void clear_at_end(Span<u8> bytes) { to_clear_ = bytes; }

    /// Has the transfer fail, whatever else comes of it.
    void fail() { has_failed_.store(true); }

    /// Submits what was added. Nothing of it may be touched afterwards.
    void start(block::Disk& disk);

private:
    class Run;

    BlockTransfer(Volume& volume, Kind kind, Pages const& pages)
        : volume_(volume), pages_(pages), kind_(kind) {}

    memory::Objects& objects() { return volume_.services().objects; }
    void ended(bool is_ok);

    Volume& volume_; // whose nodes have the pages
    Pages pages_;
    Kind kind_;
    Span<u8> to_clear_;
    Run* first_ = nullptr; // the one that was begun last
    Atomic<u32> running_ = 1;
    Atomic<bool> has_failed_ = false;
};

} // namespace flat::fs
