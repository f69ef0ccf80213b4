// SPDX-License-Identifier: BSD-2-Clause
// Address spaces of user threads.
#pragma once

#include <api/mapping/revocation.hpp>
#include <api/spaces.flat.hpp>
#include <object/space.hpp>
#include <object/tcb.hpp>

namespace flat::api {

/// Spaces are kernel objects; their translations live in the tables of the memory management unit.
/// The largest free region of `memory` is what user programs get.
///
/// What a space takes of the kernel's memory is charged to it. Without privilege it has a quota,
/// which it may exceed by two tables, and leaves a reserve to those that have one: so nobody keeps
/// the root task from running. What is charged comes back with the end of the space.
///
/// Nothing takes longer than a step: what may is left to threads that wait for it (`go_on`).
///
/// All that user programs have mapped is derived from sigma0's memory: `Mapping` is a node of this
/// tree, so that a space that has passed a page on can take it back from all that have got it, and
/// the end of a space takes what it has passed on.
class Spaces : public SpacesComponent {
public:
    Spaces(Ports const& ports, Attributes const& attributes);

    Space* create() override;
    void destroy(Space& space) override;
    bool configure(Space& space, u64 interface_page_area, u64 utcb_area) override;
    bool allocate_utcb(Tcb& thread, vaddr location) override;
    hal::PhysicalMemory::Region user_memory() override { return user_memory_; }
    bool map_physical(Space& space, vaddr address) override;
    Result<u64, hal::MmuError> transfer(Tcb& sender, Tcb& receiver, u64 item, u64 fpage, u64 done,
                                        u32 pages) override;
    bool pass_page(Tcb& sender, Tcb& receiver, u64 item, u64 fpage) override;
    bool unmap(Tcb& caller, u64 control) override;
    u64 unmap_page(Tcb& caller, u64 control, u64 fpage) override;
    bool set_attributes(Tcb& caller, u64 last_register, u64 types) override;
    bool bury(Tcb& caller) override;
    bool go_on(Tcb& thread) override;
    bool make_room() override;
    Result<Piece, hal::MmuError> access(Space& space, vaddr address, u32 rights) override;

private:
    using MmuResult = Result<void, hal::MmuError>;

    /// A part of user memory, as the memory management unit would translate it to itself.
    Result<hal::Mmu::Mapping, hal::MmuError> physical_source(paddr address);

    /// What a map item moves: pages of the sender's from `from` on, to `to` of the receiver's.
    struct Passage {
        Space& sender;
        Space& receiver;
        vaddr from;
        vaddr to;
        u64 bytes;
        u32 rights;
        bool is_grant;
    };

    /// One page of it: as the sender has it, and what its mapping is.
    struct Source {
        Mapping& mapping;
        hal::Mmu::Mapping page;
    };

    // spaces_transfer.cpp
    /// Returns `all_done`; 0 when a grant has to be tried again after what is under way; or what
    /// `done` is to be next when the rest of a grant has to be waited for.
    Result<u64, hal::MmuError> pass_ports(Space& sender, Space& receiver, u64 item, IoFpage sent,
                                          Fpage window);
    /// Room for mappings of ports, as far as the quota allows.
    MmuResult make_port_room(Space& space);
    /// The first address from `address` on at which the sender may have a page.
    vaddr first_source(Space& sender, vaddr address);
    /// The page of a sender at an address, as far as it may be passed on.
    Result<Source, hal::MmuError> source(Space& sender, vaddr address);
    /// Where sigma0's memory is mapped from.
    Result<Mapping*, hal::MmuError> root_mapping(Space& space, paddr address);
    /// Passes pages on from byte `done` on; absent ones are left out, and do not count. Returns
    /// where it stopped, or `all_done`.
    Result<u64, hal::MmuError> pass_on(Passage const& passage, u64 done, u32 pages);
    /// Passes on the one of the sender's at `passage.from + offset`; how many bytes were done.
    Result<u64, hal::MmuError> pass_one(Passage const& passage, u64 offset);
    bool takes_large(Space& receiver, vaddr to, paddr physical);
    /// Begins to take a page that was entered as `granted` away from the sender, but not from the
    /// tree.
    void grant(Mapping& old, vaddr address, Mapping* granted, u64 bytes, u32 withheld);

    // spaces_mappings.cpp
    /// A node for a page, derived from `parent`, if from any.
    Result<Mapping*, hal::MmuError> make_mapping(Mapping* parent, Space& space,
                                                 hal::Mmu::Mapping const& page);
    /// The same where there is room for it.
    Mapping& add_node(Mapping* parent, Space& space, hal::Mmu::Mapping const& page);
    /// Ends a mapping from which none is derived.
    void drop(Mapping& mapping);
    /// The same of one that no revocation is at.
    void release_node(Mapping& mapping);
    /// Enters a page that is derived from `source` in place of whatever is there. Returns its
    /// mapping; null where the receiver has had it, and `source` been derived from that.
    Result<Mapping*, hal::MmuError> enter(Mapping& source, Space& receiver,
                                          hal::Mmu::Mapping const& page);
    /// Whether a page can come in place of those of `old`, of which one of 2^present_log2 bytes is
    /// there, or none (0), without anybody having to wait.
    bool is_replaced_at_once(Mapping& old, u8 present_log2, u8 size_log2);
    /// Takes what is there, if anything, of a mapping from which none is derived.
    void make_way(Space& receiver, Mapping* old, hal::Mmu::Mapping const& page);
    MmuResult add_page(Space& space, hal::Mmu::Mapping const& page);
    void add_rights(Space& space, hal::Mmu::Mapping const& page, u32 added);
    /// Takes rights from a page. Returns which accesses there have been.
    u32 reduce_page(Mapping& mapping, hal::Mmu::Mapping const& page, u32 revoked);

    // spaces_at_once.cpp
    /// Where a small mapping's page is, which is there while nothing is being taken back.
    u64 place_of(Mapping& mapping);
    /// Lets a space have what a mapping has at an address, with these rights at most, where it has
    /// nothing. Returns the place; 0 where that takes more.
    u64 share(Mapping& mapping, vaddr from, Space& target, vaddr to, u32 rights);
    /// Takes rights from a small mapping's page. Returns the accesses that there have been.
    u32 reduce_leaf(Mapping& mapping, u32 revoked);
    /// Ends a mapping from which none is derived, while nothing is being taken back.
    void end(Mapping& mapping);

    // spaces_revocation.cpp
    bool is_revoking() { return revocation_.space != nullptr; }
    /// Begins one; none must be under way.
    void revoke(Space& space, FrameRange region, u32 own, u32 revoked);
    /// Goes on with the one that is under way. Returns whether it is over.
    bool go_on_revoking(u64& budget);
    /// The next mapping of the space's own; false: there is none.
    bool find_top();
    /// Takes rights from the pages of the present mapping, and notes of accesses.
    void take_from_present(u64& budget);
    /// The same at one address. Returns for how many bytes that was done.
    u64 take_at(Mapping& mapping, paddr frame, u32 revoked, u64& budget);
    /// Lets a page be cached as the revocation says.
    void set_type(Mapping& mapping, hal::Mmu::Mapping const& page);
    /// Goes to what is derived from the present mapping.
    void look_at_next(u64& budget);
    void leave_present(u64& budget);
    /// Whether nothing can be left of a mapping.
    bool is_gone(Mapping& mapping, u32 revoked);
    /// Makes a child of the present mapping one of the heir's.
    void inherit(Mapping& child);
    void finish_revoking();

    // spaces_tasks.cpp
    /// Goes on with Unmap, while no revocation is under way. Returns whether that is over.
    bool go_on_unmapping(Tcb& caller, u64& budget);
    /// The same with MemoryControl.
    bool go_on_setting(Tcb& caller);
    /// Ends spaces that have no thread. Returns whether there is none any more.
    bool go_on_burying(u64& budget);
    /// One step for the first of them. Returns whether it is over.
    bool bury_one(Space& space, u64& budget);
    void free_utcbs(Space& space, u64& budget);

    /// Whether the space may take more of the kernel's memory.
    bool may_take(Space& space);

    /// Charges what has been taken since there were so many free bytes.
    void charge(Space& space, u64 free_bytes_before);

    /// Maps a page of the kernel's own, or of sigma0's, in place of whatever is there.
    MmuResult replace(Space& space, hal::Mmu::Mapping const& page);

    hal::PhysicalMemory::Region user_memory_{};
    Revocation revocation_;
    u32 revocations_ = 0; // so many have begun, modulo 2^32
    IntrusiveList<Space, &SpaceApi::burial_link> dying_;
};

} // namespace flat::api
