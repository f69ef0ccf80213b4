// SPDX-License-Identifier: BSD-2-Clause
// Address spaces of user threads.
#pragma once

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
/// All that user programs have mapped is derived from sigma0's memory: `Mapping` is a node of this
/// tree, so that who has passed a page on can take it back from all who have got it, and the end of
/// a space takes what it has passed on.
class Spaces : public SpacesComponent {
public:
    Spaces(Ports const& ports, Attributes const& attributes);

    Space* create() override;
    void destroy(Space& space) override;
    bool configure(Space& space, u64 interface_page_area, u64 utcb_area) override;
    bool allocate_utcb(Tcb& thread, vaddr location) override;
    hal::PhysicalMemory::Region user_memory() override { return user_memory_; }
    bool map_physical(Space& space, vaddr address) override;
    Result<void, hal::MmuError> transfer(Tcb& sender, Tcb& receiver, u64 item, u64 fpage) override;
    Result<u64, hal::MmuError> transfer_part(Tcb& sender, Tcb& receiver, u64 item, u64 fpage,
                                             u64 done, u32 pages) override;
    u64 unmap(Space& space, u64 fpage, bool flushes) override;
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
    Result<u64, hal::MmuError> pass_page(Passage const& passage, u64 offset);
    bool takes_large(Space& receiver, vaddr to, paddr physical);
    /// Takes a page that was entered as `granted` away from the sender, but not from the tree.
    void grant(Source const& source, vaddr address, Mapping* granted, FrameRange range, u32 rights);

    // spaces_mappings.cpp
    /// A node for a page, derived from `parent`, if from any.
    Result<Mapping*, hal::MmuError> make_mapping(Mapping* parent, Space& space,
                                                 hal::Mmu::Mapping const& page);
    /// Ends a mapping from which none is derived.
    void drop(Mapping& mapping);
    /// Enters a page that is derived from `source` in place of whatever is there. Returns its
    /// mapping; null where the receiver has had it, and `source` been derived from that.
    Result<Mapping*, hal::MmuError> enter(Mapping& source, Space& receiver,
                                          hal::Mmu::Mapping const& page);
    MmuResult add_page(Space& space, hal::Mmu::Mapping const& page);
    void add_rights(Space& space, hal::Mmu::Mapping const& page, u32 added);
    /// Takes rights from the pages of a mapping in a range, and notes of accesses. Returns those.
    u32 reduce(Mapping& mapping, FrameRange range, u32 revoked);
    u32 reduce_page(Mapping& mapping, hal::Mmu::Mapping const& page, u32 revoked);
    /// Whether nothing can be left of a mapping after `reduce`.
    bool is_gone(Mapping& mapping, FrameRange range, u32 revoked);
    /// The same with all that is derived from the mapping.
    u32 reduce_derived(Mapping& top, FrameRange range, u32 revoked);
    /// The same with all mappings of a space in a region; `with_own`: with themselves, too.
    u32 reduce_region(Space& space, vaddr base, vaddr end, u32 revoked, bool with_own);

    /// Whether the space may take more of the kernel's memory.
    bool may_take(Space& space);

    /// Charges what has been taken since there were so many free bytes.
    void charge(Space& space, u64 free_bytes_before);

    /// Maps a page of the kernel's own, or of sigma0's, in place of whatever is there.
    MmuResult replace(Space& space, hal::Mmu::Mapping const& page);

    hal::PhysicalMemory::Region user_memory_{};
};

} // namespace flat::api
