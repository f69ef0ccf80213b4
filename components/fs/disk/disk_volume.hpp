// SPDX-License-Identifier: BSD-2-Clause
// What mounted file systems have in common whose nodes have tables of their blocks.
#pragma once

#include <core/containers/list.hpp>
#include <core/guarded.hpp>
#include <fs/disk/block_hold.hpp>
#include <fs/disk/block_pages.hpp>
#include <fs/nodes/volume.hpp>

namespace flat::fs {

class MappedFile;

/// A page that is to be filled, or of which more is to be granted.
struct WantedPage {
    memory::FilledObject::Transfer& transfer;
    u64 page;
    paddr frame;
    u32 rights;
    bool is_filled;
};

/// What has to wait for something first.
struct DelayedTransfer {
    DelayedTransfer(MappedFile& file, WantedPage const& wanted) : file(file), wanted(wanted) {}

    ListLink<DelayedTransfer> link;
    MappedFile& file;
    WantedPage wanted;
};

/// Metadata are pages of the disk, contents pages of files. Code that fills pages must not wait:
/// what has to is left to a thread, or to the holder of the lock at that time.
class DiskVolume : public Volume {
public:
    DiskVolume(Services const& services, Limits const& limits, block::Disk& disk)
        : Volume(services, limits), disk_(disk), blocks_(*this, disk) {}

    Outcome<void> sync() override;

    /// The unit in which the format counts space, at most a page: a block, or a part of one.
    BlockPages& blocks() { return blocks_; }
    block::Disk& disk() { return disk_; }
    bool is_writable() const { return is_writable_; }

    /// Puts a transfer off.
    void delay(DelayedTransfer& transfer);

    // Callers of what follows hold the lock.

    Outcome<void> check_writable() override;
    bool serve() override;

    /// Ends the object's contents: nothing of it was changed, or is to be kept.
    virtual void abandon() = 0;

protected:
    ~DiskVolume() = default;

    /// What is corrupt stays so: then the disk does not say that it is whole, and ends all the
    /// same.
    Outcome<void> close() override;

    /// The disk says that it is whole, or in use.
    virtual Outcome<void> set_whole(bool is_whole) = 0;

    /// Has the thread that serves volumes look at this one.
    virtual void wake() = 0;

    /// What is known of a node of that number which begins now; nothing leads to it yet.
    Facts facts_of_new(u64 number, Directory::Beginning const& as);

    /// Brings metadata to the disk in any order, after contents; a format that orders it says how.
    Outcome<void> write_back() override;

    /// The disk says that it is in use.
    void allow_writing() { is_writable_ = true; }

    /// Brings everything to the disk: contents of files first, so that what names them is right.
    Outcome<void> clean_all();

private:
    using DelayedTransfers = IntrusiveList<DelayedTransfer, &DelayedTransfer::link>;

    Outcome<void> leave_whole();

    block::Disk& disk_;
    BlockPages blocks_;
    bool is_writable_ = false;
    Guarded<DelayedTransfers> delayed_;
};

} // namespace flat::fs
