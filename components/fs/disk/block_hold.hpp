// SPDX-License-Identifier: BSD-2-Clause
// A block of metadata that is held in memory until the end of a block.
#pragma once

#include <core/span.hpp>
#include <core/utility.hpp>
#include <fs/disk/block_pages.hpp>

namespace flat::fs {

/// Whether a caller waits for what is not in memory, or gets BUSY.
enum class Patience : u8 { waits, does_not_wait };

/// One block at a time. Callers hold the volume's lock, or only read what nobody changes.
class BlockHold : NonCopyable {
public:
    BlockHold(Volume& volume, BlockPages& blocks) : volume_(volume), blocks_(blocks) {}
    ~BlockHold() { close(); }

    /// Holds a block in place of the one before. CORRUPT if the disk has no such block.
    Outcome<void> open(u64 block, Patience patience = Patience::waits);

    /// Holds a block to change it.
    Outcome<void> open_to_write(u64 block);

    void close();

    /// Its bytes; those of a block that is only looked at are not written to.
    Span<u8> bytes() const { return bytes_; }

private:
    Outcome<void> hold(u64 block, u32 rights, Patience patience);

    Volume& volume_;
    BlockPages& blocks_;
    Span<u8> bytes_;
    u64 page_ = 0;
    u32 rights_ = 0; // none: nothing is held
};

} // namespace flat::fs
