// SPDX-License-Identifier: BSD-2-Clause
// The one mapping layer: address spaces, the pages of memory objects, and what is mapped where.
#pragma once

#include <core/guarded.hpp>
#include <core/maybe.hpp>
#include <core/utility.hpp>
#include <flat/hal/mmu.hpp>
#include <mapping/mappings.flat.hpp>
#include <mapping/records.hpp>

#include <new>

namespace flat::mapping {

using memory::MappingError;

/// Spaces, objects and pages lead to each other by the records of records.hpp, all of which are
/// reached under one lock: a page-table entry has a `Mapping`, which its page lists, so that ending
/// the mappings of a page costs what there are of them. Whatever may be long goes in steps of at
/// most `step_max` records, between which the lock is free; what is in the middle of it is marked
/// (`is_leaving`, `is_closing`, the state of a page). Objects are called without the lock, but for
/// what says that it calls nobody.
///
/// The kernel's own space is one of them, whose pages are brought in when they are mapped. Places
/// are chosen with a free page before each range, so that an overrun is found out.
class Mappings : public MappingsComponent, NonCopyable {
public:
    Mappings(Ports const& ports, Attributes const& attributes);

    Result<memory::UserSpace*, MappingError> create() override;

    Result<vaddr, MappingError> map(memory::MemoryObject& object, u64 first_page, u64 pages,
                                    vaddr base, u32 rights) override;
    Result<void, MappingError> unmap(vaddr base, u64 pages) override;
    Result<void, MappingError> protect(vaddr base, u64 pages, u32 rights) override;
    Result<paddr, MappingError> translate(vaddr address) override;

    Counts count(memory::MemoryObject& object) override;
    Replacements replacements() override;
    Unwritten unwritten() override;
    void write_behind(u32 rounds_passed, u32 rounds_max) override;
    void revoke(memory::MemoryObject& object, u64 first_page, u64 pages) override;
    void revoke_writing(memory::MemoryObject& object, u64 first_page, u64 pages) override;
    u64 withdraw(memory::FilledObject& object, u64 first_page, u64 pages, u32 left) override;
    void clean(memory::FilledObject& object, u64 first_page, u64 pages) override;
    u64 discard(memory::FilledObject& object, u64 first_page, u64 pages) override;
    bool close(memory::MemoryObject& object) override;
    Result<Held, MappingError> hold(memory::FilledObject& object, u64 page, u32 rights) override;
    void fill_ahead(memory::FilledObject& object, u64 first_page, u64 pages) override;
    void let_go(memory::FilledObject& object, u64 page, u32 rights) override;
    usize copy_out(memory::FilledObject& object, u64 offset, Span<u8> destination) override;
    usize copy_in(memory::FilledObject& object, u64 offset, Span<u8 const> source) override;

    // What spaces are made of; as in `memory::AddressSpace` and `memory::UserSpace`.
    Result<vaddr, MappingError> map_in(SpaceRecord& space, memory::MemoryObject& object,
                                       u64 first_page, u64 pages, vaddr base, u32 rights);
    Result<void, MappingError> unmap_in(SpaceRecord& space, vaddr base, u64 pages);
    Result<void, MappingError> protect_in(SpaceRecord& space, vaddr base, u64 pages, u32 rights);
    Result<paddr, MappingError> translate_in(SpaceRecord& space, vaddr address);
    Result<u64, MappingError> resolve_in(SpaceRecord& space, vaddr address, u32 access);
    /// Ends all mappings of a space, and its page tables.
    void clear(SpaceRecord& space);
    /// Frees the memory of what `make` made.
    template<class T>
    void dispose(T& record) {
        record.~T();
        objects->free(address_of(&record), sizeof(T));
    }

    /// A transfer of these pages of an object has ended.
    void ended(KnownObject& object, u64 first_page, u64 pages, u32 rights);

private:
    /// All objects that are known; to use it is to hold the lock of all records.
    struct Known {
        KnownObject* find(memory::MemoryObject& object) {
            if (recent && recent->object == &object) return recent;
            KnownObject* const found = objects.find(address_of(&object));
            return found ? recent = found : nullptr;
        }
        void remove(KnownObject& object) {
            if (recent == &object) recent = nullptr;
            objects.remove(object);
        }

        OrderedTree<KnownObject, &KnownObject::in_all, &KnownObject::address_key> objects;
        KnownObject* recent = nullptr; // the one that was found last
    };

    /// Pages with numbers from `first` to before `end`.
    struct Range {
        u64 first;
        u64 end;
    };

    /// What is to be asked of an object so that an access can go on; or it has been asked already.
    enum class Question : u8 { none, fill, upgrade, lend, room, cleaning, asked };

    /// What became of an access.
    struct Attempt {
        Question question = Question::none;
        KnownObject* object = nullptr;
        ResidentPage* resident = nullptr; // while the lock is held
        u64 page = 0;
        paddr frame = 0;
        memory::LentObject* lent = nullptr;
    };

    /// Pages in a row that an object is to clean.
    struct Batch {
        static constexpr u32 pages_max = 16;

        u64 first = 0;
        u32 pages = 0;
        paddr frames[pages_max];
    };

    enum class Revoked : u8 { all, writing };

    /// Whether a page may come into the cache, or become dirty, although as many have as may, as
    /// nothing can leave, or be cleaned.
    enum class Bound : u8 { kept, exceeded };

    /// What the policy names: a page that has left, else what can be waited for.
    struct Victims {
        bool has_left = false;
        ResidentPage* dirty = nullptr;
        KnownObject* busy = nullptr;
    };

    /// Pages that `write_behind` can clean, the one that has been dirty longest first.
    struct Dirty {
        IntrusiveList<ResidentPage, &ResidentPage::in_unwritten> pages;
        u64 count = 0;
        u64 round = 0;
        u64 written = 0;
        u64 leaving = 0;  // pages of the same objects that are being cleaned
        u64 failures = 0; // of cleaning any page
        bool has_waiting_writers = false;
        bool is_to_notify =
            false; // a first one, too many, or one has left for which a writer waits
    };

    static constexpr u32 step_max = 32;

    template<class T, class... Arguments>
    Result<T*, MappingError> make(Arguments&... arguments) {
        auto const place = objects->allocate(sizeof(T));
        if (place.is_error()) return MappingError{MappingError::Code::out_of_memory};
        return new (pointer_to<void>(place.value())) T(arguments...);
    }

    // mappings.cpp
    Result<void, MappingError> bring_in_all(SpaceRecord& space, vaddr base, u64 pages, u32 rights);

    // ranges.cpp
    static Result<Range, MappingError> range_of(SpaceRecord const& space, vaddr base, u64 pages);
    static Region* region_in(SpaceRecord const& space, Range range);
    Result<u64, MappingError> find_room(SpaceRecord& space, u64 pages);
    Result<u64, MappingError> find_room_from(SpaceRecord& space, u64 position, u64 pages);
    Result<void, MappingError> attach(SpaceRecord& space, Range range, memory::MemoryObject& object,
                                      u64 object_first, u32 rights);
    Result<void, MappingError> isolate(SpaceRecord& space, Range range);
    Result<void, MappingError> split(SpaceRecord& space, u64 page);
    template<class Change>
    void change_regions(SpaceRecord& space, Range range, Change change);
    bool remove_step(SpaceRecord& space, Range range);
    bool protect_step(SpaceRecord& space, u64& position, u64 end, u32 rights);
    void remove(Known& known, SpaceRecord& space, Region& region);

    // accesses.cpp
    Result<KnownObject*, MappingError> know(Known& known, memory::MemoryObject& object);
    void ask(Attempt const& attempt, u32 wanted);
    Result<u64, MappingError> borrow(memory::LentObject& object, u64 page, u32 wanted);
    Result<void, MappingError> adopt(memory::LentObject& object, u64 page,
                                     memory::LentObject::Loan const& loan);
    Result<Attempt, MappingError> try_access(SpaceRecord& space, u64 page, u32 access, Bound bound);
    Result<Attempt, MappingError> access_page(SpaceRecord& space, Region& region, u64 space_page,
                                              u32 access, Bound bound);
    Result<Attempt, MappingError> demand(KnownObject& object, u64 number, u32 access, Bound bound);
    Result<ResidentPage*, MappingError> bring_in(KnownObject& object, u64 number);
    Result<void, MappingError> enter(SpaceRecord& space, Region& region, ResidentPage& page,
                                     u64 space_page);
    bool end_transfer(KnownObject& object, u64 number, u32 rights);

    // holds.cpp
    Maybe<paddr> hold_present(memory::FilledObject& object, u64 page, u32 access);
    Result<Attempt, MappingError> try_hold(memory::FilledObject& object, u64 page, u32 access,
                                           Bound bound);

    // copies.cpp
    template<class Copy>
    usize copy_present(memory::FilledObject& object, u64 offset, usize bytes, u32 access,
                       Copy copy);

    // replacing.cpp
    bool is_full() const { return replacement && replacements_.resident >= cache_pages; }
    void enter_cache(ResidentPage& page);
    void leave_cache(ResidentPage& page);
    u64 make_room(Bound& bound);
    u64 make_way(Question question, Bound& bound) {
        return question == Question::room ? make_room(bound) : make_clean(bound);
    }
    Victims look_for_victims();
    bool drop_all(ResidentPage& page);
    void plan_ahead(KnownObject& object, u64 page, Batch& batch);
    bool add_ahead(KnownObject& object, u64 page, Batch& batch);
    KnownObject* ahead_step(memory::FilledObject& object, u64& position, u64 end, Batch& batch);

    // writing_behind.cpp
    bool are_too_many_dirty() const { return dirty_.count + dirty_.leaving >= dirty_limit; }
    u64 make_clean(Bound& bound);
    void begin_cleaning(u32 rounds_max, u64 left_max);
    void wake_writers();
    void enlist(ResidentPage& page);
    void delist(ResidentPage& page);
    KnownObject* batch_of_oldest(u32 rounds_max, u64 left_max, Batch& batch);

    // reverse_map.cpp
    static void link(Mapping& mapping);
    void change_rights(Mapping& mapping, u32 rights);
    void drop(Mapping& mapping);
    void let_go(ResidentPage& page);
    void grant(ResidentPage& page, u32 rights);
    void set_dirty(ResidentPage& page, bool is_dirty);
    void set_stuck(ResidentPage& page, bool is_stuck);
    void end_cleaning(ResidentPage& page, bool is_clean);
    void forget_if_unused(Known& known, KnownObject& object);
    bool revoke_step(memory::MemoryObject& object, u64& position, u64 end, Revoked revoked);
    bool withdraw_step(memory::FilledObject& object, u64& position, u64 end, u32 left, u64& held);
    bool discard_step(memory::MemoryObject& object, u64& position, u64 end, u64& left);
    KnownObject* batch_step(memory::FilledObject& object, u64& position, u64 end, Batch& batch);
    void collect(KnownObject& object, u64& position, u64 end, Batch& batch);
    void hand_over(memory::FilledObject& object, KnownObject& known, Batch const& batch);
    bool detach_step(memory::MemoryObject& object);

    Guarded<Known> known_;
    SpaceRecord kernel_;
    Replacements replacements_{}; // under the lock of all records, as what follows
    Dirty dirty_;
};

} // namespace flat::mapping
