// SPDX-License-Identifier: BSD-2-Clause
// Calls another L4 task, and counts the instructions.
#include <demo/costs/ipc_costs.hpp>

#include <demo/costs/call_cost.hpp>

namespace flat::demo::costs {

namespace {

/// Something to pass.
constexpr u8 page[4096] = {1};

} // namespace

void IpcCosts::run() {
    show_call_cost(*log, "ipc(0)", [&] { return patient->add(7).value(); });
    show_call_cost(*log, "ipc", [&] { return bounded->add(7).value(); });
    show_call_cost(*log, "ipc(0), 4 KiB in", [&] { return u64{patient->note(page).value()}; });
}

} // namespace flat::demo::costs
