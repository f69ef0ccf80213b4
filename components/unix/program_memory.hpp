// SPDX-License-Identifier: BSD-2-Clause
// The memory of a process: what is mapped where, and what of it a fork shares.
#pragma once

#include <core/atomic.hpp>
#include <core/containers/ordered_tree.hpp>
#include <core/span.hpp>
#include <core/utility.hpp>
#include <core/waiting_lock.hpp>
#include <flat/fs/file.hpp>
#include <flat/memory/objects.hpp>
#include <flat/memory/private_object.hpp>
#include <flat/memory/private_objects.hpp>
#include <flat/memory/resident_pages.hpp>
#include <flat/memory/user_space.hpp>
#include <flat/memory/user_space_manager.hpp>
#include <unix/errno.hpp>
#include <unix/shared_zeros.hpp>

namespace flat::unix {

/// An address space whose pages are its own, copied when they are written to after a fork, but for
/// ranges that show a file or shared zeros themselves. Shared by processes after vfork, and so
/// counted. Threads call its methods one after the other, and may wait for that.
class ProgramMemory final : NonCopyable {
public:
    /// What all of them are made of.
    struct Means {
        memory::Objects& records;
        memory::UserSpaceManager& spaces;
        memory::PrivateObjects& privates;
        memory::MemoryObjects& objects;
        memory::Frames& frames;
        thread::ThreadManager& threads;
    };

    /// A range to be mapped: zeros, or pages of a file from `file_page` on, `file_bytes` of them
    /// and zeros after that.
    struct Range {
        vaddr base;
        u64 pages;
        u32 rights; ///< as `flat.hal.Mmu` has them; 0 keeps the range from others
        memory::FilledObject* file = nullptr;
        u64 file_page = 0;
        u64 file_bytes = 0;
        bool is_shared = false;   ///< what is written goes to the file
        fs::File* node = nullptr; ///< the file, which is held as long as the range is mapped
        u32 rights_max = 7;       ///< what `protect` may give
    };

    /// Where a range may be mapped: there in any case, there if nothing else is, or elsewhere too.
    enum class Placement : u8 { fixed, fixed_if_free, anywhere };

    /// Why an access has failed.
    enum class Reason : u8 { not_mapped, forbidden, beyond_file };

    /// An empty one, kept once.
    static Result<ProgramMemory*, Errno> make(Means const& means);

    /// Another one of the same contents, which are copied only when they are written to.
    Result<ProgramMemory*, Errno> copy();

    void keep() { keepers_.fetch_add(1); }
    /// Ends one `keep`; it is released after the last, and not active then.
    void let_go();

    paddr root() { return space_->root(); }

    /// Shows a range, in place of what was there.
    Result<void, Errno> map(Range const& range);
    /// The same where there is room; tells where. EEXIST if it must be where something else is.
    Result<vaddr, Errno> map(Range range, Placement placement);
    /// The same for zeros that forks share.
    Result<vaddr, Errno> map_shared_zeros(Range range, Placement placement);
    /// The same for zeros that the caller keeps.
    Result<vaddr, Errno> map_zeros(SharedZeros& zeros, Range const& range, Placement placement);
    /// Shows owned zeros no more that begin at an address; keeps them for the caller. EINVAL.
    Result<SharedZeros*, Errno> unmap_zeros(vaddr base);
    /// Shows nothing in a range any more.
    Result<void, Errno> unmap(vaddr base, u64 pages);
    /// Changes what may be done with a range, of which all must be mapped.
    Result<void, Errno> protect(vaddr base, u64 pages, u32 rights);

    /// Makes a range that was mapped at once longer or shorter; elsewhere, if it may be moved and
    /// there is no room. `to` is where it has to go, or 0 (mremap).
    Result<vaddr, Errno> resize(vaddr base, u64 pages, u64 new_pages, bool may_move, vaddr to);
    /// Forgets what was written to a range that nobody shares. ENOMEM if not all is mapped.
    Result<void, Errno> forget(vaddr base, u64 pages);
    /// Brings what was written to files of a range to their disks.
    Result<void, Errno> sync(vaddr base, u64 pages);
    /// How many pages are mapped, and how many of its own it has.
    struct Size {
        u64 pages;
        u64 resident;
    };
    Size size(memory::ResidentPages& resident);
    /// What is mapped in a range: the number of the file's node is 0 where it is of none.
    struct Shown {
        vaddr base;
        vaddr end;
        u32 rights;
        bool is_shared;
        u64 offset;
        u64 node;
        bool is_heap;
    };
    /// The first range that ends after an address; an empty one after all.
    Shown area_after(vaddr address);
    /// From now on no more is mapped than so many bytes in all.
    void set_bytes_max(u64 bytes) { pages_max_ = bytes / page_bytes; }
    /// Whether all of a range is mapped.
    bool is_mapped(vaddr base, u64 pages);

    /// Where the heap begins, and with it ends: after the program.
    void set_heap(vaddr base) { heap_base_ = heap_end_ = base; }
    /// Sets the end of the heap, if it can; returns where that is (brk).
    vaddr set_heap_end(vaddr end);

    /// Lets an access go on: 0, or the condition to wait on before this is called again. An error
    /// is the program's.
    Result<u64, memory::MappingError> resolve(vaddr address, u32 access) {
        return space_->resolve(address, access);
    }

    /// The same by a thread that can wait for others that change what is mapped.
    Result<u64, memory::MappingError> resolve_waiting(vaddr address, u32 access);
    /// Where an address is in what others may share, or in this memory.
    struct Place {
        u64 object;
        u64 offset;
    };
    Place shared_place(vaddr address);
    /// Why an access cannot be.
    Reason reason(vaddr address, u32 access);

    /// Writes where only the program can, and before it runs: its first stack.
    Result<void, Errno> write(vaddr place, Span<u8 const> bytes);

private:
    using Guard = WaitingLock::Guard;

    static constexpr u64 page_bytes = 4096;
    static constexpr u64 no_limit = ~u64{0};

    /// A range with the same rights and contents in a row.
    struct Extent {
        u64 last_page() const { return first + pages - 1; }
        /// Whether it shows what it is of itself, and not copies of its pages.
        bool is_direct() const;
        /// Its pages from `skipped` on, `count` of them.
        Extent part(u64 skipped, u64 count) const;

        u64 first = 0; // page of the space
        u64 pages = 0;
        u32 rights = 0;
        u32 rights_max = 7;
        bool is_shared = false;
        memory::FilledObject* file = nullptr;
        u64 file_page = 0;
        u64 file_bytes = 0;
        fs::File* node = nullptr;
        SharedZeros* zeros = nullptr;
    };

    /// One that is mapped; holds the file, or the zeros, that it is of.
    struct Area : Extent {
        explicit Area(Extent const& extent) : Extent(extent) {}

        u64 last_key() const { return last_page(); }

        TreeLink<Area> link;
    };

    explicit ProgramMemory(Means const& means) : means_(means), lock_(means.threads) {}
    ~ProgramMemory() = default;

    // With the lock.
    Area* area_in(u64 first, u64 end) const;
    bool covers(u64 first, u64 end) const;
    bool may_have(u64 first, u64 pages) const;
    Result<u64, Errno> find_room(u64 pages) const;
    Result<u64, Errno> choose(vaddr wanted, u64 pages, Placement placement) const;
    Result<void, Errno> put(Extent const& extent);
    Result<void, Errno> clear(u64 first, u64 pages);
    Result<void, Errno> show(Extent const& extent);
    Result<void, Errno> split(u64 page);
    Result<void, Errno> split(u64 first, u64 end);
    void remove(Area& area);
    void dispose(Area& area);
    Result<Area*, Errno> make_area(Extent const& extent);
    Result<void, Errno> add(Extent const& extent);
    Result<void, Errno> change(Area& area, u32 rights);
    Result<void, Errno> begin(Extent const& extent);
    Result<void, Errno> move(Area& area, u64 to);
    Result<void, Errno> widen(Area& area, u64 pages);
    /// Has something done with each area of a range, up to the first error.
    template<class Function>
    Result<void, Errno> for_areas(u64 first, u64 end, Function const& function) {
        while (Area* const each = area_in(first, end)) {
            first = each->last_page() + 1;
            TRY(function(*each));
        }
        return {};
    }
    void release();

    Means means_;
    WaitingLock lock_;
    Atomic<u32> keepers_ = 1;
    memory::UserSpace* space_ = nullptr;
    memory::PrivateObject* pages_ = nullptr;
    OrderedTree<Area, &Area::link, &Area::last_key> areas_;
    u64 pages_max_ = no_limit / page_bytes;
    vaddr heap_base_ = 0;
    vaddr heap_end_ = 0;
};

} // namespace flat::unix
