// SPDX-License-Identifier: BSD-2-Clause
// Programs without privilege in a kernel of our own components: processes of the host.
#pragma once

#include <abi/user_mode.flat.hpp>
#include <core/calls/domain_calls.hpp>
#include <core/containers/list.hpp>
#include <core/machine/payload.hpp>
#include <core/utility.hpp>
#include <hosted/domain_channel.hpp>
#include <machine/user_thread.hpp>
#include <object/tcb.hpp>

namespace flat::abi {

/// A thread of the kernel that is in user mode waits for the next message of the thread of the
/// program that it follows, as a processor would execute that; interrupts take it away from there.
/// What the message calls runs in the kernel's thread.
class UserMode : public UserModeComponent, NonCopyable {
public:
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

private:
    using UserThread = machine::UserThread;

    bool put(arch::ChildProcess& process, vaddr place, machine::Payload const& payload);
    bool take_back(arch::ChildProcess& process, vaddr place, machine::Payload const& payload);
    void follow(UserThread& user);
    bool receive(UserThread const& user, arch::Message& message);
    static void age(UserThread& user, u32 elapsed_us);
    void take_signals(machine::Program& program);

    /// What is on its way from one process to another.
    u8 between_[0x1000];
    IntrusiveList<machine::Program, &machine::Program::link> programs_;
};

} // namespace flat::abi
