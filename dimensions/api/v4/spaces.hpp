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

private:
    using MmuResult = Result<void, hal::MmuError>;

    /// A part of user memory, as the memory management unit would translate it to itself.
    Result<hal::Mmu::Mapping, hal::MmuError> physical_source(paddr address);

    /// The translation of a sender's address as far as it may be passed on.
    Result<hal::Mmu::Mapping, hal::MmuError> source(Space& sender, vaddr address);

    /// Passes the pages of [from, from + 2^size_log2) on to `to`; absent ones are left out.
    MmuResult pass_on(Space& sender, vaddr from, Space& receiver, vaddr to, u32 size_log2,
                      u32 rights);

    /// Whether the space may take more of the kernel's memory.
    bool may_take(Space& space);

    /// Charges what has been taken since there were so many free bytes.
    void charge(Space& space, u64 free_bytes_before);

    /// What a page leaves of the larger one that it came into stays, in pages of its size.
    void keep_rest(Space& space, hal::Mmu::Mapping const& larger, hal::Mmu::Mapping const& page);

    /// Maps one page in place of whatever is there; of a larger page, in place of a part.
    MmuResult replace(Space& space, hal::Mmu::Mapping const& page);

    hal::PhysicalMemory::Region user_memory_{};
};

} // namespace flat::api
