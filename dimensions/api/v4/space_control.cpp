// SPDX-License-Identifier: BSD-2-Clause
// SpaceControl: where a space's kernel areas lie (L4 X.2, section 4.2).
#include <api/calls.hpp>

#include <abi/user_context.hpp>

namespace flat::api {

namespace {

constexpr u32 interface_page_log2 = 12;

/// Whether all of it is within what users can have, and not everything.
bool is_placed(Flexpage area) {
    bool const is_region = area.is_user_region() && !area.is_whole_space();
    return is_region && area.base() + (u64{1} << area.size_log2()) <= abi::user_end;
}

} // namespace

u64 Calls::space_control(Tcb& caller, u64 space, u64 interface_page_area, u64 utcb_area,
                         u64 redirector) {
    ThreadId const redirected{redirector};
    Tcb* const member = threads->find(space);
    CallError error = CallError::ok;
    if (!caller.space()->is_privileged())
        error = CallError::no_privilege;
    else if (!member)
        error = CallError::invalid_space;
    else if (!redirected.is_nil() && redirected != ThreadId::any())
        error = CallError::invalid_parameter;
    else if (!member->space()->are_areas_fixed())
        error = place_areas(*member->space(), interface_page_area, utcb_area);
    if (error != CallError::ok) caller.utcb()->error_code = u64(error);
    return error == CallError::ok;
}

CallError Calls::place_areas(Space& space, u64 interface_page_area, u64 utcb_area) {
    Flexpage const page{interface_page_area};
    Flexpage const utcbs{utcb_area};
    if (!is_placed(page) || page.size_log2() != interface_page_log2)
        return CallError::interface_page_area;
    if (!is_placed(utcbs) || utcbs.overlaps(page) || utcbs.size_log2() > utcb_area_log2_max)
        return CallError::utcb_area;
    if (!spaces->configure(space, interface_page_area, utcb_area)) return CallError::out_of_memory;
    return CallError::ok;
}

} // namespace flat::api
