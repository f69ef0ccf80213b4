// SPDX-License-Identifier: BSD-2-Clause
// Unmap: a space takes back memory that it has mapped to others (L4 X.2, section 4.4).
#include <api/calls.hpp>

namespace flat::api {

void Calls::unmap(Tcb& caller, u64 control) {
    if (spaces->unmap(caller, control)) return;
    caller.set_hazards(hazard_working);
    dispatcher->settle(nullptr);
}

u64 Calls::unmap_page(Tcb& caller, u64 control, u64 fpage) {
    return spaces->unmap_page(caller, control, fpage);
}

} // namespace flat::api
