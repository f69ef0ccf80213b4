// SPDX-License-Identifier: BSD-2-Clause
// What threads wait for that takes several steps: Unmap, and the end of address spaces.
#include <api/spaces.hpp>

#include <abi/user_context.hpp>
#include <api/mapping/step.hpp>
#include <api/mapping/user_region.hpp>
#include <core/image/object_record.hpp>
#include <core/utility.hpp>
#include <domain/page.hpp>
#include <machine/physical.hpp>

namespace flat::api {

namespace {

/// About what parts of a step cost, in instructions.
constexpr u64 cost_of_utcb = 300;
constexpr u64 cost_of_tables = 4000;

} // namespace

bool Spaces::unmap(Tcb& caller, u64 control) {
    caller.set_hazards(hazard_mapping);
    caller.mapping_task() = {MappingTask::Kind::unmap, 0, static_cast<u8>(control), 0, 0, 0};
    return go_on(caller);
}

bool Spaces::set_attributes(Tcb& caller, u64 last_register, u64 types) {
    caller.set_hazards(hazard_mapping);
    caller.mapping_task() = {
        MappingTask::Kind::attributes, 0, static_cast<u8>(last_register), 0, 0, types};
    return go_on(caller);
}

// The call that has ended them was long enough.
bool Spaces::bury(Tcb& caller) {
    if (dying_.is_empty()) return true;
    caller.set_hazards(hazard_mapping);
    caller.mapping_task() = {MappingTask::Kind::burial, 0, 0, 0, 0, 0};
    return false;
}

bool Spaces::make_room() {
    u64 budget = step_instructions;
    return go_on_revoking(budget) && (!io_ports || io_ports->go_on());
}

// Whatever is under way is finished first, whoever has begun it.
bool Spaces::go_on(Tcb& thread) {
    u64 budget = step_instructions;
    MappingTask::Kind const kind = thread.mapping_task().kind;
    for (;;) {
        if (!go_on_revoking(budget)) return false;
        if (io_ports && !io_ports->go_on()) return false;
        bool const is_done = kind == MappingTask::Kind::unmap    ? go_on_unmapping(thread, budget)
                             : kind == MappingTask::Kind::burial ? go_on_burying(budget)
                                                                 : go_on_setting(thread);
        if (is_done) break;
        if (budget == 0) return false;
    }
    thread.clear_hazards(hazard_mapping);
    if (kind == MappingTask::Kind::attributes) abi::write_back_caches();
    if (kind != MappingTask::Kind::burial) thread.load_message(thread.id());
    return true;
}

bool Spaces::go_on_unmapping(Tcb& caller, u64& budget) {
    MappingTask& task = caller.mapping_task();
    u64& word = caller.utcb()->message_registers[task.index];
    Fpage const region{word};
    IoFpage const ports{word};
    bool const is_done = task.number != 0;
    if (!is_done && io_ports && IoFpage::is(region) && ports.is_valid()) {
        io_ports->begin_taking(*caller.space(), ports.first(), ports.last(),
                               task.control & UnmapControl::flushes_own);
        task.number = 1;
        budget = 0; // going on takes a step of its own
        return false;
    }
    if (!is_done && !region.is_nil() && is_user_region(region)) {
        vaddr const base = region.address();
        vaddr const end = region.is_complete() ? abi::user_end : base + region.size_bytes();
        u32 const rights = mmu_access(region.rights());
        revoke(*caller.space(), {base, end}, task.control & UnmapControl::flushes_own ? rights : 0,
               rights);
        revocation_.owner = &caller;
        task.number = revocation_.number;
        task.accesses = 0;
        return false;
    }
    word = region.with(rights_of(task.accesses)).raw();
    task.number = 0;
    task.accesses = 0;
    return ++task.index > (task.control & UnmapControl::last_register);
}

// All that is on the way down the tree gets the type, so that memory is cached in one way.
bool Spaces::go_on_setting(Tcb& caller) {
    MappingTask& task = caller.mapping_task();
    Fpage const region{caller.utcb()->message_registers[task.index]};
    if (task.number == 0 && !region.is_nil() && is_user_region(region)) {
        vaddr const base = region.address();
        vaddr const end = region.is_complete() ? abi::user_end : base + region.size_bytes();
        revoke(*caller.space(), {base, end}, 0, 0);
        revocation_.owner = &caller;
        revocation_.sets_type = true;
        revocation_.type = task.types >> region.raw() % 4 * 16 & 0xffff;
        task.number = revocation_.number;
        task.accesses = 0;
        return false;
    }
    if (task.accesses != 0) {
        caller.utcb()->error_code = u64(Error::no_memory);
        abi::fail_memory_control(caller.frame());
    }
    task.number = 0;
    task.accesses = 0;
    return ++task.index > task.control;
}

bool Spaces::go_on_burying(u64& budget) {
    while (Space* const space = dying_.first()) {
        if (!bury_one(*space, budget)) return false;
        if (budget == 0) return dying_.is_empty();
    }
    return true;
}

// In this order: mappings need the tables, and UTCBs are found by them. Frames of UTCBs are the
// kernel's and lie in their area only; the rest goes with the tables.
bool Spaces::bury_one(Space& space, u64& budget) {
    if (!space.burial().has_begun) {
        space.burial().has_begun = true;
        if (io_ports) io_ports->begin_taking(space, 0, IoFpage::complete().last(), true);
        revoke(space, {0, abi::user_end}, any_access, any_access);
        return false;
    }
    free_utcbs(space, budget);
    if (budget == 0) return false;
    while (!mmu->prune(space.page_root())) {
        spend(budget, cost_of_tables);
        if (budget == 0) return false;
    }
    while (void* const frame = space.mapped().take_empty_frame())
        frames->free(machine::virtual_to_physical(frame), 0);
    if (void* const frame = space.ports().take_frame())
        frames->free(machine::virtual_to_physical(frame), 0);
    dying_.remove(space);
    mmu->destroy_root(space.page_root());
    forget_object(&space);
    objects->free(address_of(&space), sizeof(Space));
    spend(budget, cost_of_tables);
    return true;
}

void Spaces::free_utcbs(Space& space, u64& budget) {
    vaddr const first = space.utcb_area().address();
    u64 const bytes = space.is_configured() ? u64{1} << space.utcb_area().size_log2() : 0;
    u64& offset = space.burial().utcb_bytes;
    for (; offset < bytes && budget != 0; offset += domain::page_size) {
        auto const page = mmu->remove_mapping(space.page_root(), first + offset);
        if (page.is_ok()) frames->free(page.value().physical, 0);
        spend(budget, cost_of_utcb);
    }
}

} // namespace flat::api
