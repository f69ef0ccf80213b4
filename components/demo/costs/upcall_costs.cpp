// SPDX-License-Identifier: BSD-2-Clause
// Calls another domain from the kernel, and counts the instructions.
#include <demo/costs/upcall_costs.hpp>

#include <demo/costs/call_cost.hpp>
#include <demo/costs/passed_room.hpp>

namespace flat::demo::costs {

u64 UpcallCosts::pass(u64 value) {
    show_call_cost(*log, "upcall", [&] { return ledger->add(value).value(); });
    show_note_cost(*log, "upcall", *ledger, room_, 4096);
    show_note_cost(*log, "upcall", *ledger, room_, sizeof room_);
    return value;
}

} // namespace flat::demo::costs
