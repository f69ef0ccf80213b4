// SPDX-License-Identifier: BSD-2-Clause
// Calls through bindings of several kinds, and counts the instructions.
#include <demo/costs/binding_costs.hpp>

#include <core/panic.hpp>
#include <demo/costs/call_cost.hpp>
#include <flat/core/abstract_resource.hpp>

namespace flat::demo::costs {

void BindingCosts::run() {
    show_call_cost(*log, "static", [&] { return direct->pass(7); });
    show_call_cost(*log, "dynamic", [&] { return dynamic->pass(7); });
    show_call_cost(*log, "dynamic(true)", [&] { return counted->pass(7); });
    show_call_cost(*log, "syscall", [&] { return syscall->pass(7); });
    show_call_cost(*log, "lrpc", [&] { return lrpc->add(7).value(); });
    show_proxy("server");
    (void)upcalls->pass(7);
    show_signal();
}

/// An object of the kernel that was found by its name.
void BindingCosts::show_proxy(Text name) {
    auto const found = names->resolve(name.bytes());
    auto* const stage = found.is_ok() ? narrow_to<Stage>(*found.value()) : nullptr;
    if (!stage) panic("no stage is named {}", name);
    show_call_cost(*log, "proxy", [&] { return stage->pass(7); });
    found.value()->release();
}

void BindingCosts::show_signal() {
    ProbeRecord before, after;
    (void)count_calls([&] { return signals->pass(0); }, before, after);
    ProbeRecord const without = difference(before, after);
    (void)count_calls([&] { return signals->pass(7); }, before, after);
    ProbeRecord cost = difference(before, after);
    cost.kernel_instructions -= without.kernel_instructions;
    cost.user_instructions -= without.user_instructions;
    say(*log, "signal: three have come, of 7 each: {}", u32{rung_});
    tell_cost(*log, "signal", cost);
}

} // namespace flat::demo::costs
