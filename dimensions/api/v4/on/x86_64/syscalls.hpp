// SPDX-License-Identifier: BSD-2-Clause
// SYSCALL as the way into the kernel.
#pragma once

#include <abi/syscalls.flat.hpp>
#include <object/tcb.hpp>

namespace flat::abi {

/// Takes system calls from entry.S to the components that carry them out.
class Syscalls : public SyscallsComponent {
public:
    Syscalls(Ports const& ports, Attributes const& attributes);

    /// IPC as entry.S calls it; the fourth argument register carries nothing. Does not return: to
    /// the partner, now current, in the frequent case, else to `general_ipc`.
    static void short_ipc(Tcb& sender, u64 to, u64 from, u64, u64 timeouts,
                          u64 tag) asm("flat_ipc");

    /// The same with a limit to the receive phase.
    static void limited_ipc(Tcb& sender, u64 to, u64 from, u64, u64 timeouts,
                            u64 tag) asm("flat_limited_ipc");

    /// Any case of IPC, with all registers in the thread's frame.
    void general_ipc(Tcb& sender);

    /// SystemClock, which needs nothing of the caller's.
    u64 clock() { return dispatcher->now_us(); }

    /// Any other system call, likewise.
    void call(Tcb& caller, u32 number);

private:
    void map_user_pages();
    void unmap(RegisterFrame& frame, Tcb& caller);
    void schedule(RegisterFrame& frame, Tcb& caller);
    void exchange_registers(RegisterFrame& frame, Tcb& caller);
};

} // namespace flat::abi
