// SPDX-License-Identifier: BSD-2-Clause
// What APIs keep of each thread whose programs' calls run in threads of the kernel.
#pragma once

#include <core/containers/list.hpp>
#include <core/types.hpp>
#include <machine/tcb_base.hpp>

namespace flat {
class Tcb;
}

namespace flat::machine {
struct UserThread;
}

namespace flat::api {

/// What a kernel thread does.
enum class ThreadState : u8 {
    created,  ///< Has not been started.
    runnable, ///< Runs or could run.
    waiting,  ///< Waits to be notified.
    finished, ///< Never runs again.
};

/// The share of the API: state, priority, stack, and what the thread waits for.
class TcbApi : public virtual machine::TcbBase {
public:
    bool is_runnable() const override { return state_ == ThreadState::runnable; }
    u8 priority() const override { return priority_; }
    void note_fpu_use() override {} // nothing here switches threads without asking the FPU
    void set_priority(u8 priority) { priority_ = priority; }

    ThreadState state() const { return state_; }
    void set_state(ThreadState state) { state_ = state; }

    /// The condition that a waiting thread waits for.
    u64 condition() const { return condition_; }
    void set_condition(u64 condition) { condition_ = condition; }

    /// The lowest address of the thread's stack, 0 when nobody knows it.
    vaddr stack_limit() const { return stack_limit_; }

    /// Says where the stack ends, and marks that place.
    void set_stack(void* end) {
        *static_cast<u64*>(end) = canary;
        stack_mark_ = static_cast<u64 const*>(end);
        stack_limit_ = address_of(end);
    }

    /// Whether the thread has written to the end of its stack.
    bool has_overflown_stack() const { return *stack_mark_ != canary; }

    /// What the API has of the thread while it runs a program in user mode, or works for one.
    machine::UserThread* user() const { return user_; }
    void set_user(machine::UserThread* user) { user_ = user; }

    /// The thread's place among those that wait.
    ListLink<Tcb> waiting_link;

private:
    /// Stands at the end of each stack, and in place of one that nobody knows. It fits into the
    /// instruction that compares it.
    static constexpr u64 canary = 0x7468'7264;

    ThreadState state_ = ThreadState::created;
    u8 priority_ = 0;
    u64 condition_ = 0;
    u64 const* stack_mark_ = &canary;
    vaddr stack_limit_ = 0;
    machine::UserThread* user_ = nullptr;
};

} // namespace flat::api
