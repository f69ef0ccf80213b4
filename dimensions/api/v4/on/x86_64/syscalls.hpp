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

    /// What entry.S resumes after the short path: a partner and who sends to it, or nobody.
    struct ShortIpc {
        Tcb* partner;
        u64 sender;
    };

    /// The frequent case of IPC; nobody if it is not that.
    ShortIpc short_ipc(Tcb& sender, u64 to, u64 from, u64 timeouts, u64 tag) {
        u64 const id = sender.id().raw();
        return {ipc->send_and_wait(sender, to, from, timeouts, tag), id};
    }

    /// Any case of IPC, with all registers in the thread's frame.
    void general_ipc(Tcb& sender);

    /// Any other system call, likewise.
    void call(Tcb& caller, u32 number);

private:
    void map_user_pages();
    void exchange_registers(RegisterFrame& frame, Tcb& caller);
};

} // namespace flat::abi
