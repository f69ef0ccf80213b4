// SPDX-License-Identifier: BSD-2-Clause
// The system calls of Linux: what is called for each number.
#pragma once

#include <abi/system_calls.flat.hpp>
#include <core/machine/task.hpp>
#include <core/maybe.hpp>
#include <core/utility.hpp>
#include <machine/register_frame.hpp>

namespace flat::abi {

/// Each call of the table (system_calls.inc) takes the arguments out of the registers and calls a
/// component. What is lacking is said once, and ends with ENOSYS.
class SystemCalls : public SystemCallsComponent, NonCopyable {
public:
    /// Panics if there are two: entry.S knows one table.
    SystemCalls(Ports const& ports, Attributes const& attributes);

    /// A call, of the running task.
    using Function = i64 (*)(RegisterFrame const& registers);

    /// One more than the largest number of a call.
    static constexpr u32 count = 451;

    /// What is called for a number.
    struct Table {
        Function functions[count] = {};
    };

    static constexpr Table table();

private:
    static i64 lacking(RegisterFrame const& registers);
    static i64 lacking_quietly(RegisterFrame const& registers);
#define FLAT_CALL(number, name, expression) static i64 call_##name(RegisterFrame const& registers);
#define FLAT_LACK(number, name)
#define FLAT_QUIET(number, name)
#include "system_calls.inc"
#undef FLAT_CALL
#undef FLAT_LACK
#undef FLAT_QUIET

    i64 lacks(u32 number);
    i64 set_thread_pointer(Task& task, u32 code, vaddr address);
    i64 end_handler(Task& task);
    i64 select(Task& task, RegisterFrame const& registers, i64 unit_ns);
    i64 sigtimedwait(Task& task, RegisterFrame const& registers);
    i64 ppoll(Task& task, RegisterFrame const& registers);
    Maybe<i64> timeout(vaddr place, i64 unit_ns);

    u64 said_[count / 64 + 1] = {};
};

} // namespace flat::abi
