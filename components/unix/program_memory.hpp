// SPDX-License-Identifier: BSD-2-Clause
// The memory of a process: what is mapped where, and what of it a fork shares.
#pragma once

#include <core/ordered_tree.hpp>
#include <core/span.hpp>
#include <core/utility.hpp>
#include <flat/fs/node.hpp>
#include <flat/memory/filled_object.hpp>
#include <flat/memory/objects.hpp>
#include <flat/memory/private_object.hpp>
#include <flat/memory/private_objects.hpp>
#include <flat/memory/user_space.hpp>
#include <flat/memory/user_space_manager.hpp>
#include <unix/errno.hpp>

namespace flat::unix {

/// An address space whose pages are its own, copied when they are written to after a fork, but for
/// ranges that show a file itself. Shared by processes after vfork, and so counted.
class ProgramMemory final : NonCopyable {
public:
    /// What all of them are made of.
    struct Means {
        memory::Objects& records;
        memory::UserSpaceManager& spaces;
        memory::PrivateObjects& privates;
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
        fs::Node* node = nullptr; ///< of the file, which is held as long as the range is mapped
    };

    /// An empty one, kept once.
    static Result<ProgramMemory*, Errno> make(Means const& means);

    /// Another one of the same contents, which are copied only when they are written to.
    Result<ProgramMemory*, Errno> copy();

    void keep() { ++keepers_; }
    /// Ends one `keep`; it is released after the last, and not active then.
    void let_go();

    paddr root() { return space_->root(); }

    /// Shows a range, in place of what was there.
    Result<void, Errno> map(Range const& range);
    /// The highest place for so many pages that is free.
    Result<vaddr, Errno> find_room(u64 pages) const;
    /// Shows nothing in a range any more.
    Result<void, Errno> unmap(vaddr base, u64 pages);
    /// Changes what may be done with a range, of which all must be mapped.
    Result<void, Errno> protect(vaddr base, u64 pages, u32 rights);

    /// Where the heap begins, and with it ends: after the program.
    void set_heap(vaddr base) { heap_base_ = heap_end_ = base; }
    /// Sets the end of the heap, if it can; returns where that is (brk).
    vaddr set_heap_end(vaddr end);

    /// Lets an access go on: 0, or the condition to wait on before this is called again. An error
    /// is the program's.
    Result<u64, memory::MappingError> resolve(vaddr address, u32 access) {
        return space_->resolve(address, access);
    }

    /// Writes where only the program can, and before it runs: its first stack.
    Result<void, Errno> write(vaddr place, Span<u8 const> bytes);

    /// Calls `function(Range)` for each range, in order.
    template<class Function>
    void for_each(Function const& function) const {
        for (Area* each = areas_.first(); each; each = areas_.first_above(each->last_page()))
            function(Range{each->first * page_bytes, each->pages, each->rights, each->file,
                           each->file_page, each->file_bytes, each->is_shared});
    }

private:
    static constexpr u64 page_bytes = 4096;

    /// A range with the same rights and contents in a row.
    struct Area {
        u64 last_page() const { return first + pages - 1; }
        /// Whether it shows a file itself, and not copies of its pages.
        bool is_direct() const;

        TreeLink<Area> link;
        u64 first = 0; // page of the space
        u64 pages = 0;
        u32 rights = 0;
        bool is_shared = false;
        memory::FilledObject* file = nullptr;
        u64 file_page = 0;
        u64 file_bytes = 0;
        fs::Node* node = nullptr; // held by the area
    };

    explicit ProgramMemory(Means const& means) : means_(means) {}
    ~ProgramMemory() = default;

    Area* area_in(u64 first, u64 end) const;
    Result<void, Errno> show(Area const& area);
    Result<void, Errno> split(u64 page);
    void remove(Area& area);
    void dispose(Area& area);
    Result<void, Errno> add(Area const& values);
    Result<void, Errno> change(Area& area, u32 rights);
    void release();

    Means means_;
    u32 keepers_ = 1;
    memory::UserSpace* space_ = nullptr;
    memory::PrivateObject* pages_ = nullptr;
    OrderedTree<Area, &Area::link, &Area::last_page> areas_;
    vaddr heap_base_ = 0;
    vaddr heap_end_ = 0;
};

} // namespace flat::unix
