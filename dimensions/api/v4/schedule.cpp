// SPDX-License-Identifier: BSD-2-Clause
// Schedule and ThreadSwitch (L4 X.2, sections 3.3 and 3.4).
#include <api/calls.hpp>

namespace flat::api {

namespace {

::l4::ThreadState scheduling_state(Tcb& thread) {
    if (thread.hazards() & hazard_inactive) return ::l4::ThreadState::inactive;
    if (thread.is_sending()) return ::l4::ThreadState::pending_send;
    if (thread.is_waiting()) return ::l4::ThreadState::waiting;
    return ::l4::ThreadState::running;
}

} // namespace

u64 Calls::schedule(Tcb& caller, u64 thread, u64 priority) {
    Tcb* const target = threads->find(thread);
    Error const error = target ? set_priority(caller, *target, priority) : Error::invalid_thread;
    if (error != Error::none) {
        caller.utcb()->error_code = u64(error);
        return 0;
    }
    ::l4::ThreadState const state = scheduling_state(*target);
    dispatcher->settle(nullptr);
    return u64(state);
}

Error Calls::set_priority(Tcb& caller, Tcb& thread, u64 priority) {
    Tcb* const owner = threads->find(thread.scheduler().raw());
    if (!owner || owner->space() != caller.space()) return Error::no_privilege;
    if (priority == ::l4::same_parameter) return Error::none;
    if (priority > caller.priority()) return Error::invalid_parameter;
    scheduler->remove(thread);
    thread.set_priority(static_cast<u8>(priority));
    if (&thread == &caller)
        dispatcher->yield(); // others may be more urgent now
    else if (thread.is_runnable())
        dispatcher->make_ready(thread);
    return Error::none;
}

void Calls::thread_switch(Tcb& caller, u64 thread) {
    Tcb* const target = threads->find(thread);
    if (!target || !target->is_runnable()) return dispatcher->yield();
    // Behind its equals, or two threads that give way to each other would starve them.
    dispatcher->make_ready(caller);
    scheduler->yield(caller);
    dispatcher->switch_to(*target);
}

} // namespace flat::api
