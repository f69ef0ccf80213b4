// SPDX-License-Identifier: BSD-2-Clause
// Uses memory and asks about it, then says what the monitors of its domain have counted.
#pragma once

#include <core/text.hpp>
#include <demo/monitor_check.flat.hpp>
#include <flat/binding/monitor.hpp>

namespace flat::demo {

/// Knows neither which bindings are monitored nor which interfaces they have.
class MonitorCheck : public MonitorCheckComponent {
public:
    using MonitorCheckComponent::MonitorCheckComponent;

    void run() override;

private:
    void use_frames();
    void ask_about_memory();
    void show(binding::Monitor& monitor);
    void show(binding::Monitor& monitor, u32 method);
};

} // namespace flat::demo
