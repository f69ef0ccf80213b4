// SPDX-License-Identifier: BSD-2-Clause
// Files whose pages lie in units of a disk, anywhere on it.
#pragma once

#include <fs/disk/block_transfer.hpp>
#include <fs/disk/disk_volume.hpp>
#include <fs/nodes/file_node.hpp>

namespace flat::fs {

/// A file. Pages are filled from, and cleaned to, the units that it has; holes are zeros.
class MappedFile : public FileNode {
public:
    MappedFile(DiskVolume& volume, Facts const& facts, u64 size_bytes)
        : FileNode(volume, facts, size_bytes), disk_(volume) {}

    void fill(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void upgrade(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) override;

    /// Does what was put off, and gives its memory back. Callers hold the lock.
    void carry_out(DelayedTransfer& delayed);

protected:
    ~MappedFile() = default;

    // What formats do differently.

    /// The unit of an index in the file; 0: a hole. BUSY if a table would have to be waited for and
    /// is not.
    virtual Outcome<u64> find_unit(u64 index, Patience patience) = 0;

    /// The unit of an index, which is taken, near `near`, if there is none. NO_SPACE. With the
    /// lock.
    virtual Outcome<u64> take_unit(u64 index, u64 near) = 0;

    /// Near which unit the first one should be.
    virtual u64 first_near() = 0;

    /// How much of it is found without any table.
    virtual u64 direct_bytes() = 0;

    Outcome<Space> space_of(u64 page) override;
    Outcome<void> reserve(u64 page) override;
    Outcome<void> prepare(u64 page) override;

private:
    static constexpr u32 units_max = 8; // in a page

    /// The units of a page, up to the end of the file.
    struct PageUnits {
        u32 count;
        u64 units[units_max];

        Space space() const;
    };

    Outcome<PageUnits> units_of(u64 page, Patience patience);
    Outcome<void> transfer_page(WantedPage const& wanted, Patience patience);
    void begin(WantedPage const& wanted);
    Outcome<void> add_page(BlockTransfer& to, u64 page, paddr frame);

    DiskVolume& disk_;
};

} // namespace flat::fs
