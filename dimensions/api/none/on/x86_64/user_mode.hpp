// SPDX-License-Identifier: BSD-2-Clause
// Programs without privilege in a kernel of our own components.
#pragma once

#include <abi/user_mode.flat.hpp>
#include <core/list.hpp>
#include <core/utility.hpp>
#include <machine/register_frame.hpp>
#include <machine/user_thread.hpp>
#include <object/tcb.hpp>

namespace flat::abi {

/// Follows the running thread with what belongs to its program: the address space, the table of
/// calls, the place on its kernel stack. Faults of programs are told to their guests.
class UserMode : public UserModeComponent, private hal::Trap::Handler, NonCopyable {
public:
    /// Panics when somebody else handles the exceptions of user mode.
    UserMode(Ports const& ports, Attributes const& attributes);

    void enter(Guest& guest, vaddr instruction, vaddr stack) override;
    void expel(Guest& guest) override;
    void forget(memory::UserSpace& space) override;
    Guest* current() override;
    u16 elf_machine() override { return 62; }
    void switched(Tcb& next) override;

    /// The running program has called an entry that its table does not have.
    void refuse_call(u64 number);

private:
    using UserThread = machine::UserThread;

    void handle(u32 vector, RegisterFrame& frame) override;
    void handle_user(UserThread& user, u32 vector, RegisterFrame& frame);
    void load(UserThread& user);
    void expel(UserThread& user);
    static void leave(UserThread const& user, RegisterFrame& frame);

    Tcb* current_ = nullptr;
    memory::UserSpace* active_ = nullptr;
    IntrusiveList<UserThread, &UserThread::link> threads_;
};

} // namespace flat::abi
