// SPDX-License-Identifier: BSD-2-Clause
// The tasks of the program: what each is called, what it may have, and where it begins.
#pragma once

#include <l4/abi/io_fpage.hpp>
#include <l4/abi/thread_id.hpp>
#include <l4/image.hpp>

namespace l4drivers {

/// The tasks by their place; their names follow that of the root task.
enum class Task : unsigned { console, timer, stranger, client };
inline constexpr unsigned task_count = 4;

l4::ThreadId id_of(Task task);

/// What only one task can write: the others read it, as all of the program.
struct alignas(l4::page_size) OwnMemory {
    char stack[2 * l4::page_size];
};

/// What the root task gives to a task.
struct Plan {
    char const* name;
    void (*body)();
    OwnMemory* memory;
    l4::IoFpage ports;
    bool has_ports;
    unsigned interrupt;
    bool has_interrupt;
};

Plan const& plan_of(Task task);

// The tasks, one in each file. They do not return.
void run_console();
void run_timer();
void run_stranger();
void run_client();

} // namespace l4drivers
