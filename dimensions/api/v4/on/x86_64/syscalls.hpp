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

    /// A message of one item alone in the frequent case, as entry.S calls it: 0, and nothing has
    /// happened; ITEM_SENT, and the sender goes on; or ITEM_SWITCHED.
    u32 send_item(Tcb& sender, u64 to, u64 from, u64 item, u64 timeouts, u64 tag, u64 word);

    /// Any case of IPC, with all registers in the thread's frame.
    void general_ipc(Tcb& sender);

    /// ThreadSwitch, of whose caller's registers the frame has three.
    void thread_switch(Tcb& caller, u64 thread) { calls->thread_switch(caller, thread); }

    /// Unmap of one flexpage, if it is a simple case; 0: it is not, and nothing has happened.
    u64 unmap_page(Tcb& caller, u64 control, u64 fpage) {
        return calls->unmap_page(caller, control, fpage);
    }

    /// SystemClock, which needs nothing of the caller's.
    u64 clock() { return dispatcher->now_us(); }

    /// Any other system call, likewise.
    void call(Tcb& caller, u32 number);

private:
    void map_user_pages();
    void unmap(RegisterFrame& frame, Tcb& caller);
    void schedule(RegisterFrame& frame, Tcb& caller);
    void memory_control(RegisterFrame& frame, Tcb& caller);
    void exchange_registers(RegisterFrame& frame, Tcb& caller);
};

} // namespace flat::abi
