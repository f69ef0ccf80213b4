// SPDX-License-Identifier: BSD-2-Clause
// The records of what is mapped where: objects with their resident pages, spaces with their ranges,
// and the mappings between both.
#pragma once

#include <core/containers/list.hpp>
#include <core/containers/ordered_tree.hpp>
#include <core/disk/cached_page.hpp>
#include <core/types.hpp>
#include <flat/hal/mmu.hpp>
#include <flat/memory/filled_object.hpp>
#include <flat/memory/fixed_object.hpp>
#include <flat/memory/frames.hpp>
#include <flat/memory/lent_object.hpp>
#include <flat/memory/resident_pages.hpp>
#include <mapping/page_set.hpp>

namespace flat::mapping {

/// What an access may be for; other rights say how, or in which mode.
inline constexpr u32 any_access = hal::Mmu::read | hal::Mmu::write | hal::Mmu::execute;
inline constexpr u32 any_memory_type = hal::Mmu::uncached | hal::Mmu::combined;

class Mappings;
struct KnownObject;
struct ResidentPage;
struct SpaceRecord;

/// A page of an object that one space shows at one address: one for each page-table entry.
struct Mapping {
    u64 page_key() const { return space_page; }

    ListLink<Mapping> of_page;
    TreeLink<Mapping> in_space;
    ResidentPage* page;
    SpaceRecord* space;
    u64 space_page; // the number of the page in the space's addresses
    u32 rights;     // as in the page table
};

/// A page of an object that is in memory, or on its way there.
struct ResidentPage final : CachedPage {
    enum class State : u8 { idle, filling, cleaning };

    u64 page_key() const { return number; }
    bool is_busy() const { return state != State::idle; }
    /// In transfer, held, or mapped: it cannot leave.
    bool is_in_use() const { return is_busy() || holds != 0 || !mappings.is_empty(); }

    TreeLink<ResidentPage> in_object;
    ListLink<ResidentPage> in_unwritten; // if it is dirty and can be cleaned at any time
    IntrusiveList<Mapping, &Mapping::of_page> mappings; // those with the right to write are first
    KnownObject* object;
    u64 number; // in the object
    paddr frame;
    u64 dirty_since = 0;          // a round of write-behind
    ResidentPage* next = nullptr; // as `PageSet` has them
    ResidentPage* previous = nullptr;
    u8 granted = 0; // by the object; nothing while a page is filled for the first time
    u8 wanted = 0;  // what it is being filled for
    u8 refused = 0; // what the object did not grant when it was last asked
    State state = State::idle;
    u8 holds = 0;          // by the kernel, which accesses it meanwhile
    u8 writers = 0;        // of them, those who may write to it
    bool is_dirty = false; // may have been written to since it was filled or cleaned
    bool is_stuck = false; // cleaning it has failed
};

/// A range of a space that shows pages of an object in a row.
struct Region {
    u64 last_page() const { return first + pages - 1; }

    TreeLink<Region>
        in_space; // by the last page, so that the first from an address on may cover it
    ListLink<Region> of_object;
    KnownObject* object; // null after the object was closed
    u64 first;           // page of the space
    u64 pages;
    u64 object_first; // page of the object
    u32 rights;
    bool is_leaving = false; // being unmapped
};

/// What is known of an object that is mapped somewhere, or has pages in memory. The object tells it
/// of the ends of transfers.
struct KnownObject final : memory::FilledObject::Transfer {
    explicit KnownObject(Mappings& mappings) : mappings(mappings) {}

    /// Objects are in the order of their addresses.
    u64 address_key() const { return address_of(object); }

    void ended(u64 first_page, u64 pages, u32 rights) override;

    Mappings& mappings;
    TreeLink<KnownObject> in_all;
    PageSet<ResidentPage, &ResidentPage::in_object, &ResidentPage::page_key> pages;
    IntrusiveList<Region, &Region::of_object> regions;
    memory::MemoryObject* object = nullptr;
    memory::FixedObject* fixed = nullptr;   // the same object, one of the three
    memory::FilledObject* filled = nullptr; //
    memory::LentObject* lent = nullptr;     //
    memory::Frames* frames = nullptr;       // of a filled one
    memory::ResidentPages::Counts counts = {};
    u64 ahead_end = 0;    // the page after those that were filled last, of a replaceable one
    u32 ahead_window = 0; // as many pages are filled ahead of one that is asked for
    bool is_closing = false;
    bool is_replaceable = false; // and there is a policy that says what leaves
    bool is_stored = false;      // its contents lie elsewhere
};

/// The ranges of an address space and what is mapped in them now.
struct SpaceRecord {
    OrderedTree<Region, &Region::in_space, &Region::last_page> regions;
    OrderedTree<Mapping, &Mapping::in_space, &Mapping::page_key> mappings;
    paddr root;
    u64 first_page; // of those that it may map
    u64 end_page;
    u64 next_room;   // where the search for room begins
    u32 user_rights; // USER in spaces of user mode
};

} // namespace flat::mapping
