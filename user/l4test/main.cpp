// SPDX-License-Identifier: BSD-2-Clause
// Tests an L4 kernel from user mode, as root task, with good and bad arguments.
#include "suite.hpp"

#include <l4/image.hpp>
#include <l4/program.hpp>

namespace {

constexpr void (*groups[])(l4test::Suite&) = {
    l4test::test_strings,
    l4test::test_deputies,
    l4test::test_interface,
    l4test::test_transfer,
    l4test::test_ipc_errors,
    l4test::test_threads,
    l4test::test_registers,
    l4test::test_spaces,
    l4test::test_page_faults,
    l4test::test_mappings,
    l4test::test_unmapping,
    l4test::test_scheduling,
    l4test::test_devices,
    l4test::test_ports,
    l4test::test_time_control,
    l4test::test_exceptions,
    l4test::test_exception_registers,
    l4test::test_fpu,
    l4test::test_memory,
    l4test::test_memory_types,
    l4test::test_hostile_calls,
    l4test::test_register_leaks,
    l4test::test_random_strings,
    l4test::test_exhaustion,
    l4test::test_port_exhaustion,
};

} // namespace

flat::u64 l4::program() {
    touch_image();
    l4test::Suite suite;
    for (auto* const group : groups)
        group(suite);
    return suite.conclude() ? 0 : 1;
}
