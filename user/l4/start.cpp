// SPDX-License-Identifier: BSD-2-Clause
// The C++ start of a program.
#include <l4/program.hpp>
#include <l4/register_message.hpp>
#include <l4/root_task.hpp>

/// Called by `_start`, with a stack and with cleared memory.
extern "C" [[noreturn]] void l4_start() {
    l4::entry_points = l4::kernel_interface().calls;
    l4::end(l4::program());
}
