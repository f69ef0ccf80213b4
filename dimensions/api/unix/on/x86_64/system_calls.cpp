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
constexpr i64 efault = -14;
constexpr i64 eopnotsupp = -95;

// What calls without a directory, and without flags, have in their place.
constexpr i32 current = unix::NameCalls::current;
constexpr u32 no_follow = 0x100;        // AT_SYMLINK_NOFOLLOW
constexpr u32 remove_directory = 0x200; // AT_REMOVEDIR
constexpr u32 create_flags = 01101;     // O_CREAT, O_WRONLY, O_TRUNC

constexpr i64 ms_to_ns(i64 ms) {
    return ms < 0 ? -1 : ms * 1'000'000;
}

constinit SystemCalls* the_calls = nullptr;

/// What calls are named, by number; null where Linux has none.
constexpr struct CallNames {
    char const* names[SystemCalls::count] = {};

    constexpr CallNames() {
#define FLAT_CALL(number, name, expression) names[number] = #name;
#define FLAT_LACK(number, name) names[number] = #name;
#define FLAT_QUIET(number, name) names[number] = #name;
#include "system_calls.inc"
#undef FLAT_CALL
#undef FLAT_LACK
#undef FLAT_QUIET
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
#define FLAT_QUIET(number, name)
#include "system_calls.inc"
#undef FLAT_CALL
#undef FLAT_LACK
#undef FLAT_QUIET

constexpr SystemCalls::Table SystemCalls::table() {
    Table table;
    for (Function& each : table.functions)
        each = lacking;
#define FLAT_CALL(number, name, expression) table.functions[number] = call_##name;
#define FLAT_LACK(number, name)
#define FLAT_QUIET(number, name) table.functions[number] = lacking_quietly;
#include "system_calls.inc"
#undef FLAT_CALL
#undef FLAT_LACK
#undef FLAT_QUIET
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

i64 SystemCalls::lacking_quietly(RegisterFrame const&) {
    return enosys;
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

/// rt_sigreturn, which goes on where the handler has been called.
i64 SystemCalls::end_handler(Task& task) {
    user_mode->end_handler(task);
    return 0;
}

/// How long a program wants to wait: seconds, and units of so many nanoseconds; -1 for a null
/// pointer. Nothing if it cannot be read, or is no time.
Maybe<i64> SystemCalls::timeout(vaddr place, i64 unit_ns) {
    constexpr i64 seconds_max = i64{1} << 31;
    constexpr i64 second_ns = 1'000'000'000;
    i64 words[2] = {};
    if (place == 0) return i64{-1};
    if (!user_mode->copy_in(writable_bytes_of(Span<i64>(words)), place)) return nothing;
    if (words[0] < 0 || words[0] >= seconds_max || words[1] < 0 || words[1] >= second_ns)
        return nothing;
    return words[0] * second_ns + words[1] * unit_ns;
}

/// select and pselect6, whose set of signals is left alone.
i64 SystemCalls::select(Task& task, RegisterFrame const& registers, i64 unit_ns) {
    auto const limit = timeout(registers.r8, unit_ns);
    if (!limit) return efault;
    return files->select(task, u32(registers.rdi), registers.rsi, registers.rdx, registers.r10,
                         *limit);
}

/// Its set of signals is left alone as well.
i64 SystemCalls::ppoll(Task& task, RegisterFrame const& registers) {
    auto const limit = timeout(registers.rdx, 1);
    if (!limit) return efault;
    return files->poll(task, registers.rdi, u32(registers.rsi), *limit);
}

i64 SystemCalls::sigtimedwait(Task& task, RegisterFrame const& registers) {
    auto const limit = timeout(registers.rdx, 1);
    if (!limit) return einval;
    return signals->sigtimedwait(task, registers.rdi, registers.rsi, *limit, registers.r10);
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
