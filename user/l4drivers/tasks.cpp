// SPDX-License-Identifier: BSD-2-Clause
// The tasks of the program.
#include "tasks.hpp"

#include <l4/kip.hpp>

namespace l4drivers {

using l4::IoFpage;

namespace {

OwnMemory memories[task_count];

constexpr IoFpage first_serial_port = IoFpage::around(0x3f8, 3);
constexpr IoFpage interval_timer = IoFpage::around(0x40, 2);
constexpr IoFpage no_ports{0};

// Interrupts are lines of the ISA bus.
constexpr Plan plans[task_count] = {
    {"console", run_console, &memories[0], first_serial_port, true, 4, true},
    {"timer", run_timer, &memories[1], interval_timer, true, 0, true},
    {"stranger", run_stranger, &memories[2], no_ports, false, 0, false},
    {"client", run_client, &memories[3], no_ports, false, 0, false},
};

} // namespace

l4::ThreadId id_of(Task task) {
    l4::ThreadId const root = l4::kernel_interface().root_id();
    return l4::ThreadId::global(root.number() + 1 + static_cast<unsigned>(task), root.version());
}

Plan const& plan_of(Task task) {
    return plans[static_cast<unsigned>(task)];
}

} // namespace l4drivers
