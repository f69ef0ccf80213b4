// SPDX-License-Identifier: BSD-2-Clause
// Programs of Linux in user mode: how their threads run, fault and get signals.
#pragma once

#include <abi/user_mode.flat.hpp>
#include <core/machine/task.hpp>
#include <core/utility.hpp>
#include <machine/register_frame.hpp>
#include <x86_64/exceptions.hpp>

namespace flat::abi {

/// Follows the running thread with what belongs to its task: address space, thread pointer, FPU,
/// and the place on its kernel stack where its system calls begin. What traps of user mode cannot
/// do at once is done there as well: the registers are moved to that place, and the thread goes on
/// below.
class UserMode : public UserModeComponent, private hal::Trap::Handler, NonCopyable {
public:
    /// Panics when somebody else handles the exceptions of user mode.
    UserMode(Ports const& ports, Attributes const& attributes);

    void begin(RegisterFrame& registers, vaddr instruction, vaddr stack) override;
    void set_result(RegisterFrame& registers, i64 result) override;
    void enter(Task& task, RegisterFrame& registers) override;
    Task* running() override;
    void changed(Task& task) override;
    void leave() override;
    bool copy_in(Span<u8> destination, vaddr from) override;
    bool copy_out(vaddr destination, Span<u8 const> bytes) override;

    void switched(Tcb& next) override;
    void ticked(u32 elapsed_us) override;
    void preemption_is_due() override;
    bool gives_up() override;

    /// SA_RESTART: calls that the signal has interrupted are called again.
    static constexpr u64 signal_restarts = 0x1000'0000;

    /// What went before: a system call of this number, or none.
    static constexpr u64 no_call = ~u64{0};

    /// The running thread goes back to user mode, after what its task has to do. `call` is what it
    /// has called, with this result.
    [[noreturn]] void go_back(u64 call, i64 result);

    /// Ends the handler of a signal (rt_sigreturn); the registers are as before it.
    void end_handler(Task& task) override;

private:
    void handle(u32 vector, RegisterFrame& frame) override;
    void handle_user(u32 vector, RegisterFrame& frame);
    bool fix_copy(RegisterFrame& frame);
    void activate(Task const& task);
    bool copy(void* to, void const* from, u64 bytes, u32 access);
    void move_to_stack(RegisterFrame& frame, void (*function)(void*));
    void deliver(Task& task, unix::Faults::Delivery const& delivery);
    static void end_call(RegisterFrame& registers, u64 call, i64 result, bool restarts);
    static void take_exception(void* user_mode);
    static void take_signals(void* user_mode);

    /// The cause of an exception that was not reported to its thread yet.
    struct Exceptional {
        u32 vector = 0;
        u32 access = 0;
        vaddr address = 0;
    };

    Exceptional exceptional_;
};

} // namespace flat::abi
