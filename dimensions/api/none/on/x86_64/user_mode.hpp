// SPDX-License-Identifier: BSD-2-Clause
// Programs without privilege in a kernel of our own components.
#pragma once

#include <abi/user_mode.flat.hpp>
#include <core/list.hpp>
#include <core/utility.hpp>
#include <machine/register_frame.hpp>
#include <machine/user_thread.hpp>
#include <object/tcb.hpp>
#include <x86_64/exceptions.hpp>

namespace flat::abi {

struct UserStart;

/// Follows the running thread with what belongs to its program: the address space, the table of
/// calls, the place on its kernel stack. Faults of programs are told to their guests.
class UserMode : public UserModeComponent, private hal::Trap::Handler, NonCopyable {
public:
    /// Panics when somebody else handles the exceptions of user mode.
    UserMode(Ports const& ports, Attributes const& attributes);

    void enter(Guest& guest, vaddr instruction, vaddr stack) override;
    Reply call(Guest& guest, u32 number, Words const& words, Span<u8> payload) override;
    bool reply(u64 first, u64 second) override;
    void leave() override;
    void expel(Guest& guest) override;
    void forget(Guest& guest) override;
    Guest* current() override;
    u16 elf_machine() override { return 62; }
    void switched(Tcb& next) override;

    /// The running program has called an entry that its table does not have.
    void refuse_call(u64 number);

private:
    using UserThread = machine::UserThread;

    void handle(u32 vector, RegisterFrame& frame) override;
    void handle_exception(arch::Exception exception);
    void handle_user(UserThread& user, u32 vector, RegisterFrame& frame);
    static machine::Program& program_of(Guest& guest);
    void run(UserThread& user, UserStart const& start);
    void run_with(UserThread& user, UserStart const& start, Span<u8> payload);
    void begin(UserThread& user);
    void end(UserThread& user);
    void load(UserThread const& user);
    void expel(UserThread& user);
    static void leave(UserThread const& user, RegisterFrame& frame);

    Tcb* current_ = nullptr;
    paddr active_root_ = 0;
    IntrusiveList<UserThread, &UserThread::link> threads_;
};

} // namespace flat::abi
