// SPDX-License-Identifier: BSD-2-Clause
// Whose each byte of physical memory is: sigma0's whole state.
#pragma once

#include <l4/abi/fpage.hpp>
#include <l4/abi/memory_descriptor.hpp>
#include <l4/abi/thread_id.hpp>

namespace sigma0 {

/// What may be done with a stretch of memory.
enum class Use : l4::u8 {
    forbidden, ///< The kernel's, or nobody knows what it is.
    free,      ///< Conventional memory that nobody has asked for.
    device,    ///< Dedicated memory that nobody has asked for.
    shared,    ///< For everyone, as often as they like.
    owned,     ///< Given to one thread.
};

/// Divides the physical address space into regions of one use and owner each.
///
/// The regions are kept in order of address, without gaps, neighbours differing; a search is linear
/// in their number. When there is no room for more regions, requests are refused.
///
/// Free memory is cleared when it is given, so that nobody reads what was there before; what its
/// owner asks for again, and devices, are left as they are.
class MemoryMap {
public:
    static constexpr l4::usize capacity = 512;

    /// Makes the pages that hold the bytes from `first` to `last` zeros.
    using Clear = void (*)(l4::Word first, l4::Word last);

    /// All memory is forbidden.
    constexpr explicit MemoryMap(Clear clear) : clear_(clear) {}

    /// Takes over what the kernel says about a stretch of memory, replacing what was said before.
    /// Virtual memory is ignored. Pages that are only partly conventional memory are not free.
    void describe(l4::MemoryDescriptor descriptor);

    /// Makes the pages that hold the bytes from `first` to `last` the property of `owner`.
    void give(l4::Word first, l4::Word last, l4::ThreadId owner);

    /// Gives `region` to `thread`, which may own parts of it already. Returns it with all rights,
    /// or nil when it is smaller than a page or in part forbidden or somebody else's.
    l4::Fpage take(l4::Fpage region, l4::ThreadId thread);

    /// The same for the page around the address of a page fault, but never of device memory.
    l4::Fpage take_by_fault(l4::Word address, l4::ThreadId thread);

    /// Gives any free region of 2^`size_log2` bytes to `thread`; nil when there is none. Takes the
    /// highest, since programs that want particular memory want it low.
    l4::Fpage take_anywhere(unsigned size_log2, l4::ThreadId thread);

    /// How many regions there are.
    l4::usize region_count() const { return count_; }

private:
    struct Region {
        l4::Word first;
        Use use;
        l4::ThreadId owner;

        bool is_like(Region const& other) const { return use == other.use && owner == other.owner; }
    };

    l4::usize index_of(l4::Word address) const;
    l4::Word last_of(l4::usize index) const;
    void set(l4::Word first, l4::Word last, Use use, l4::ThreadId owner);
    l4::usize begin_region_at(l4::Word address);
    void remove(l4::usize index, l4::usize how_many);
    bool may_take(l4::Word first, l4::Word last, l4::ThreadId thread) const;
    bool has_room() const { return count_ + 2 <= capacity; }
    void clear_free(l4::Word first, l4::Word last) const;

    Region regions_[capacity] = {{0, Use::forbidden, l4::ThreadId::nil()}};
    l4::usize count_ = 1;
    Clear clear_;
};

} // namespace sigma0
