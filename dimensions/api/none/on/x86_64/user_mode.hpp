// SPDX-License-Identifier: BSD-2-Clause
// Programs without privilege in a kernel of our own components.
#pragma once

#include <abi/user_mode.flat.hpp>
#include <core/calls/domain_calls.hpp>
#include <core/containers/list.hpp>
#include <core/machine/payload.hpp>
#include <core/utility.hpp>
#include <machine/register_frame.hpp>
#include <machine/user_program.hpp>
#include <object/tcb.hpp>
#include <x86_64/exceptions.hpp>

namespace flat::abi {

struct UserStart;

/// Follows the running thread with what belongs to its program: the address space, the table of
/// calls, the place on its kernel stack. Faults of programs are reported to their guests.
class UserMode : public UserModeComponent, private hal::Trap::Handler, NonCopyable {
public:
    /// Panics when somebody else handles the exceptions of user mode.
    UserMode(Ports const& ports, Attributes const& attributes);

    void enter(Guest& guest, vaddr instruction, vaddr stack) override;
    Reply call(Guest& guest, u32 number, Words const& words, vaddr payload, u32 limit_ms) override;
    void leave() override;
    void expel(Guest& guest) override;
    void admit(Guest& guest) override;
    void forget(Guest& guest) override;
    void signal(Guest& guest, u32 number, Words const& words) override;
    Guest* current() override;
    void switched(Tcb& next) override;
    void ticked(u32 elapsed_us) override;
    void preemption_is_due() override {} // it runs after the next tick
    bool gives_up() override;

    /// The running program has called an entry that its table does not have.
    void refuse_call(u64 number);
    /// It has answered what nobody has called.
    void refuse_reply();
    /// A call of a program has ended without an answer.
    static void left(machine::UserThread& user);
    /// Has the running thread take what signals there are for its program.
    void take_signals();

private:
    using UserThread = machine::UserThread;

    void handle(u32 vector, RegisterFrame& frame) override;
    void handle_exception(arch::Exception exception);
    void handle_user(UserThread& user, u32 vector, RegisterFrame& frame);
    static machine::Program& program_of(Guest& guest);
    Answer call_with(UserThread& user, UserStart& start, machine::Payload const& payload);
    void activate(paddr page_root);
    void expel(UserThread& user);
    static void leave(UserThread& user, RegisterFrame& frame);
    static void age(UserThread& user, u32 elapsed_us);
    void arrange_signals(machine::Program& program, bool is_in_trap);
    static void interrupt(UserThread& user, RegisterFrame& frame);
    static void take_signals_and_resume(void* interrupted);

    IntrusiveList<machine::Program, &machine::Program::link> programs_;
    /// What threads work for that work for no other.
    machine::Program kernel_program_;
};

} // namespace flat::abi
