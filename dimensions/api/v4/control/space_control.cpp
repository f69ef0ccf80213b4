// SPDX-License-Identifier: BSD-2-Clause
// SpaceControl: where a space's kernel areas lie (L4 X.2, section 4.2).
#include <api/calls.hpp>

#include <abi/user_context.hpp>
#include <api/mapping/user_region.hpp>

namespace flat::api {

namespace {

constexpr u32 interface_page_log2 = 12;

/// Whether all of it is within what users can have, and not everything.
bool is_placed(Fpage area) {
    bool const is_region = is_user_region(area) && !area.is_complete();
    return is_region && area.address() + (u64{1} << area.size_log2()) <= abi::user_end;
}

} // namespace

u64 Calls::space_control(Tcb& caller, u64 space, u64 interface_page_area, u64 utcb_area,
                         u64 redirector) {
    ThreadId const redirected{redirector};
    Tcb* const member = threads->find(space);
    Error error = Error::none;
    if (!caller.space()->is_privileged())
        error = Error::no_privilege;
    else if (!member)
        error = Error::invalid_space;
    else if (!redirected.is_nil() && redirected != ThreadId::any() && !threads->find(redirector))
        error = Error::invalid_thread;
    else if (!member->space()->are_areas_fixed())
        error = place_areas(*member->space(), interface_page_area, utcb_area);
    if (error != Error::none)
        caller.utcb()->error_code = u64(error);
    else if (!redirected.is_nil())
        redirect(*member->space(), redirected);
    return error == Error::none;
}

// What is on its way already arrives.
void Calls::redirect(Space& space, ThreadId redirector) {
    space.set_redirector(redirector);
    for (u64 number = 0; number >> threads->number_bits() == 0; ++number) {
        Tcb& each = threads->slot(number << 32);
        if (!each.exists() || each.space() != &space) continue;
        each.clear_hazards(hazard_redirected);
        if (space.is_redirected()) each.set_hazards(hazard_redirected);
        if (&each == &dispatcher->current()) dispatcher->switch_to(each);
    }
}

Error Calls::place_areas(Space& space, u64 interface_page_area, u64 utcb_area) {
    Fpage const page{interface_page_area};
    Fpage const utcbs{utcb_area};
    if (!is_placed(page) || page.size_log2() != interface_page_log2) return Error::kip_area;
    if (!is_placed(utcbs) || utcbs.overlaps(page) || utcbs.size_log2() > utcb_area_log2_max)
        return Error::utcb_area;
    if (!spaces->configure(space, interface_page_area, utcb_area)) return Error::no_memory;
    return Error::none;
}

} // namespace flat::api
