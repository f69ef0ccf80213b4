// SPDX-License-Identifier: BSD-2-Clause
// Calls through bindings of several kinds, and counts the instructions.
#include <demo/binding_costs.hpp>

#include <demo/call_cost.hpp>

namespace flat::demo {

void BindingCosts::run() {
    show_call_cost(*log, "static", [&] { return direct->pass(7); });
    show_call_cost(*log, "dynamic", [&] { return dynamic->pass(7); });
    show_call_cost(*log, "dynamic(true)", [&] { return counted->pass(7); });
    show_call_cost(*log, "syscall", [&] { return syscall->pass(7); });
    show_call_cost(*log, "lrpc", [&] { return lrpc->add(7).value(); });
    (void)upcalls->pass(7);
}

} // namespace flat::demo
