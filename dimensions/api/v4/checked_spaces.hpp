// SPDX-License-Identifier: BSD-2-Clause
// Address spaces whose tree of mappings is looked through now and then, for tests of a kernel.
#pragma once

#include <api/checked_spaces.flat.hpp>
#include <api/mapping/mapping.hpp>
#include <object/space.hpp>
#include <object/tcb.hpp>

namespace flat::api {

/// Stands before `api.Spaces`. Of what may change mappings, each `every`th is followed by a check
/// of the spaces that have to do with it, once nothing is being taken back: tree, page tables and
/// rights must agree, or the kernel panics. A check takes as long as a space has mappings.
class CheckedSpaces : public CheckedSpacesComponent {
public:
    using CheckedSpacesComponent::CheckedSpacesComponent;

    Space* create() override { return whole->create(); }
    void destroy(Space& space) override { whole->destroy(space); }
    bool configure(Space& space, u64 interface_page_area, u64 utcb_area) override {
        return whole->configure(space, interface_page_area, utcb_area);
    }
    bool allocate_utcb(Tcb& thread, vaddr location) override {
        return whole->allocate_utcb(thread, location);
    }
    hal::PhysicalMemory::Region user_memory() override { return whole->user_memory(); }
    bool map_physical(Space& space, vaddr address) override {
        return whole->map_physical(space, address);
    }
    Result<Piece, hal::MmuError> access(Space& space, vaddr address, u32 rights) override {
        return whole->access(space, address, rights);
    }
    Result<u64, hal::MmuError> transfer(Tcb& sender, Tcb& receiver, u64 item, u64 fpage, u64 done,
                                        u32 pages) override;
    bool pass_page(Tcb& sender, Tcb& receiver, u64 item, u64 fpage) override;
    bool make_room() override { return whole->make_room(); }
    bool unmap(Tcb& caller, u64 control) override;
    u64 unmap_page(Tcb& caller, u64 control, u64 fpage) override;
    bool set_attributes(Tcb& caller, u64 last_register, u64 types) override {
        return whole->set_attributes(caller, last_register, types);
    }
    bool bury(Tcb& caller) override { return whole->bury(caller); }
    bool go_on(Tcb& thread) override;

    /// Looks through all mappings of a space, while nothing is being taken back.
    void check(Space& space);

private:
    /// Whether it is time for a check, and that is possible.
    bool is_due();
    void check(Mapping& mapping);
    void check_page(Mapping& mapping);
    /// The page of a mapping at a frame of it; a size of 0 where there is none.
    hal::Mmu::Mapping page_of(Mapping const& mapping, paddr frame);

    u32 changes_ = 0; // since the last check
};

} // namespace flat::api
