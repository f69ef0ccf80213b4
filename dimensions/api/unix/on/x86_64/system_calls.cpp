// SPDX-License-Identifier: BSD-2-Clause
// The system calls of Linux: what is called for each number.
#include <abi/system_calls.hpp>

#include <core/format.hpp>
#include <core/panic.hpp>
#include <machine/physical.hpp>
#include <machine/user_area.hpp>

namespace flat::abi {

namespace {

constexpr i64 enosys = -38;
constexpr i64 einval = -22;

constinit SystemCalls* the_calls = nullptr;

/// What calls are named, by number; null where Linux has none.
constexpr struct CallNames {
    char const* names[SystemCalls::count] = {};

    constexpr CallNames() {
#define FLAT_CALL(number, name, expression) names[number] = #name;
#define FLAT_LACK(number, name) names[number] = #name;
#include "system_calls.inc"
#undef FLAT_CALL
#undef FLAT_LACK
    }
} call_names;

} // namespace

#define FLAT_CALL(number, name, expression)                                                        \
    i64 SystemCalls::call_##name(RegisterFrame const& registers) {                                 \
        [[maybe_unused]] SystemCalls& self = *the_calls;                                           \
        [[maybe_unused]] Task& task = *flat_unix_area.task;                                        \
        [[maybe_unused]] u64 const a = registers.rdi, b = registers.rsi, c = registers.rdx;        \
        [[maybe_unused]] u64 const d = registers.r10, e = registers.r8, f = registers.r9;          \
        return expression;                                                                         \
    }
#define FLAT_LACK(number, name)
#include "system_calls.inc"
#undef FLAT_CALL
#undef FLAT_LACK

constexpr SystemCalls::Table SystemCalls::table() {
    Table table;
    for (Function& each : table.functions)
        each = lacking;
#define FLAT_CALL(number, name, expression) table.functions[number] = call_##name;
#define FLAT_LACK(number, name)
#include "system_calls.inc"
#undef FLAT_CALL
#undef FLAT_LACK
    return table;
}

extern "C" {
extern SystemCalls::Table const flat_unix_calls;
extern u64 const flat_unix_call_count;
constinit SystemCalls::Table const flat_unix_calls = SystemCalls::table();
constinit u64 const flat_unix_call_count = SystemCalls::count;
}

SystemCalls::SystemCalls(Ports const& ports, Attributes const& attributes)
    : SystemCallsComponent(ports, attributes) {
    if (the_calls) panic("abi.SystemCalls: there is one table of calls");
    the_calls = this;
}

i64 SystemCalls::lacking(RegisterFrame const& registers) {
    return the_calls->lacks(static_cast<u32>(registers.rax));
}

i64 SystemCalls::lacks(u32 number) {
    u64& said = said_[number / 64];
    u64 const bit = u64{1} << number % 64;
    if ((said & bit) == 0) {
        said |= bit;
        char const* const name = call_names.names[number];
        TextBuffer<64> line;
        format(line, "system call {} ({}) is lacking", name ? name : "?", number);
        log->write(log::Log::Level::warning, line.text().bytes());
    }
    return enosys;
}

/// arch_prctl: of its codes, ARCH_SET_FS alone.
i64 SystemCalls::set_thread_pointer(Task& task, u32 code, vaddr address) {
    constexpr u32 set_fs = 0x1002;
    if (code != set_fs || address >= machine::user_end) return einval;
    task.thread_pointer = address;
    user_mode->changed(task);
    return 0;
}

} // namespace flat::abi
