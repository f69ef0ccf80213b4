// SPDX-License-Identifier: BSD-2-Clause
// Calls through bindings of several kinds, and counts the instructions.
#include <demo/binding_costs.hpp>

#include <demo/call_cost.hpp>

namespace flat::demo {

namespace {

/// Something to pass.
constexpr u8 page[4096] = {1};

} // namespace

void BindingCosts::run() {
    show_call_cost(*log, "static", [&] { return direct->pass(7); });
    show_call_cost(*log, "dynamic", [&] { return dynamic->pass(7); });
    show_call_cost(*log, "dynamic(true)", [&] { return counted->pass(7); });
    show_call_cost(*log, "syscall", [&] { return syscall->pass(7); });
    show_call_cost(*log, "lrpc", [&] { return lrpc->add(7).value(); });
    show_call_cost(*log, "lrpc, 4 KiB in", [&] { return u64{lrpc->note(page).value()}; });
    (void)upcalls->pass(7);
}

} // namespace flat::demo
