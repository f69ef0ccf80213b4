// SPDX-License-Identifier: BSD-2-Clause
// What a kernel without system calls keeps of each thread.
#pragma once

#include <core/list.hpp>
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
    void set_priority(u8 priority) { priority_ = priority; }

    ThreadState state() const { return state_; }
    void set_state(ThreadState state) { state_ = state; }

    /// The condition that a waiting thread waits for.
    u64 condition() const { return condition_; }
    void set_condition(u64 condition) { condition_ = condition; }

    /// The lowest address of the thread's stack, 0 when nobody knows it.
    vaddr stack_limit() const { return stack_limit_; }
    void set_stack_limit(vaddr limit) { stack_limit_ = limit; }

    /// What the thread has of user mode while it runs a program there, or works for it.
    machine::UserThread* user() const { return user_; }
    void set_user(machine::UserThread* user) { user_ = user; }

    /// The thread's place among those that wait.
    ListLink<Tcb> waiting_link;

private:
    ThreadState state_ = ThreadState::created;
    u8 priority_ = 0;
    u64 condition_ = 0;
    vaddr stack_limit_ = 0;
    machine::UserThread* user_ = nullptr;
};

} // namespace flat::api
