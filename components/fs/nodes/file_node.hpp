// SPDX-License-Identifier: BSD-2-Clause
// What files of all formats have in common: they are read and written through their pages.
#pragma once

#include <core/atomic.hpp>
#include <flat/fs/file.hpp>
#include <fs/nodes/node_base.hpp>

namespace flat::fs {

/// A file. Its size is changed under the volume's lock, and read by anybody: the mapping layer
/// asks for it when a page is accessed. Whatever makes it shorter takes pages away before the
/// format gives space back, so that no transfer of a page goes to space that is not the file's.
class FileNode : public NodeBase, public File {
public:
    FileNode(Volume& volume, Facts const& facts, u64 size_bytes)
        : NodeBase(volume, facts), size_(size_bytes) {}

    Outcome<usize> read(u64 offset, Span<u8> destination) override;
    Outcome<usize> write(u64 offset, Span<u8 const> source) override;
    Outcome<void> truncate(u64 size_bytes) override;
    Outcome<void> sync() override;
    u64 late_failure() override;
    u64 pages() override;
    memory::Frames& frames() override;
    bool is_replaceable() override { return true; }
    void* narrow(InterfaceId id) override;
    u64 size_bytes() final { return size_.load(); }
    u64 current_size_bytes() override { return size_.load(); }

    /// Cleans all of its pages that were written to.
    Outcome<void> write_back() override { return clean_pages(); }

    /// Gives up all of its pages, which nobody holds: before the object ends.
    void close_pages();

protected:
    ~FileNode() = default;

    /// How much of a page, up to the end of the file, has space.
    enum class Space : u8 { none, some, all };

    // What formats do differently, called with the lock.

    virtual Outcome<Space> space_of(u64 page) = 0;

    /// Takes space for all of a page up to the file's end, so that writing to it is granted. The
    /// page is in memory and stays there meanwhile.
    virtual Outcome<void> reserve(u64 page) = 0;

    /// Takes what it takes to become longer, for formats in which that is not nothing.
    virtual Outcome<void> grow(u64 size_bytes) {
        static_cast<void>(size_bytes);
        return {};
    }

    /// It is about to become longer: formats whose last block may be a part of one make it whole.
    virtual Outcome<void> complete_tail(u64 size_bytes) {
        static_cast<void>(size_bytes);
        return {};
    }

    /// Gives back what lies past the end of the file, whose pages are gone.
    virtual Outcome<void> shrink() = 0;

    /// Has in memory what it takes to find a page on the disk; called without the lock.
    virtual Outcome<void> prepare(u64 page) = 0;

    /// Clears the last page past the end; with the right to write, on the disk too.
    Outcome<void> clear_after(u64 size_bytes, u32 rights);

    /// Takes space for a page, if the file's owner may have that: OVER_QUOTA.
    Outcome<void> take_space(u64 page);

    enum class Lock : u8 { is_ours, is_not_ours };

    /// Cleans all of its pages that were written to, and waits for all that are in transfer.
    Outcome<void> clean_pages();

    /// Waits until a page is in memory and can be accessed so; it stays there until it is let go.
    Outcome<u8*> hold_page(u64 page, u32 rights, Lock lock = Lock::is_ours);
    void let_page_go(u64 page, u32 rights);

    /// Takes all pages from `page` on away from those who show them, and waits for their transfers.
    void discard_from(u64 page);

    /// It has become so long elsewhere, and none of its pages past that is in memory.
    void set_size(u64 size_bytes) { size_.store(size_bytes); }

private:
    void wait(u64 condition, u64 ticket, Lock lock = Lock::is_ours);
    Outcome<usize> read_missing(u64 offset, Span<u8> destination, usize done);
    Outcome<usize> write_missing(u64 offset, Span<u8 const> source, usize done);
    Outcome<void> write_page(u64 page, u64 offset, Span<u8 const> source);
    Outcome<u8*> hold_to_write(u64 page);
    Outcome<void> extend(u64 size_bytes);
    Outcome<void> cut(u64 size_bytes);

    Atomic<u64> size_;
};

} // namespace flat::fs
