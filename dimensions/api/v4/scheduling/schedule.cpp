// SPDX-License-Identifier: BSD-2-Clause
// Schedule and ThreadSwitch (L4 X.2, sections 3.3 and 3.4).
#include <api/calls.hpp>

namespace flat::api {

namespace {

ThreadState scheduling_state(Tcb& thread) {
    if (thread.hazards() & (hazard_inactive | hazard_halted)) return ThreadState::inactive;
    if (thread.long_transfer().partner)
        return thread.long_transfer().is_sender ? ThreadState::sending : ThreadState::receiving;
    if (thread.is_sending()) return ThreadState::pending_send;
    if (thread.is_waiting()) return ThreadState::waiting;
    return ThreadState::running;
}

} // namespace

Calls::Scheduled Calls::schedule(Tcb& caller, u64 thread, ScheduleParameters const& parameters) {
    Tcb* const target = threads->find(thread);
    Error const error = target ? check(caller, *target, parameters) : Error::invalid_thread;
    if (error != Error::none) {
        caller.utcb()->error_code = u64(error);
        return {};
    }
    Scheduled const result{u64(scheduling_state(*target)), time_left(*target)};
    if (parameters.time != same_parameter) set_time(*target, TimeControl{parameters.time});
    if (parameters.preemption != same_parameter) {
        PreemptionControl const control{parameters.preemption};
        target->allowance().sensitive_priority = control.sensitive_priority();
        target->allowance().delay_max_us = control.delay_max_us();
    }
    if (parameters.priority != same_parameter)
        set_priority(*target, static_cast<u8>(parameters.priority));
    dispatcher->settle(nullptr);
    return result;
}

Error Calls::check(Tcb& caller, Tcb& thread, ScheduleParameters const& parameters) {
    Tcb* const owner = threads->find(thread.scheduler().raw());
    if (!owner || owner->space() != caller.space()) return Error::no_privilege;
    auto const holds = [](u64 parameter, bool is_valid) {
        return parameter == same_parameter || is_valid;
    };
    TimeControl const time{parameters.time};
    PreemptionControl const preemption{parameters.preemption};
    bool const is_preemption_valid =
        preemption.is_valid() && preemption.sensitive_priority() <= caller.priority();
    bool const are_valid = holds(parameters.time, time.is_valid() && slices) &&
                           holds(parameters.processor, parameters.processor == 0) &&
                           holds(parameters.priority, parameters.priority <= caller.priority()) &&
                           holds(parameters.preemption, is_preemption_valid);
    return are_valid ? Error::none : Error::invalid_parameter;
}

u64 Calls::time_left(Tcb& thread) {
    u32 const ticks = slices ? slices->ticks_left(thread) : 0;
    u64 const quantum_us = thread.allowance().quantum_us;
    bool const is_endless = slices && ticks == static_cast<u32>(slices->endless);
    Time const slice =
        is_endless ? Time::never() : Time::microseconds(u64{ticks} * dispatcher->tick_us());
    Time const quantum =
        quantum_us == TimeAllowance::no_limit ? Time::never() : Time::microseconds(quantum_us);
    return TimeControl{slice, quantum}.raw();
}

void Calls::set_time(Tcb& thread, TimeControl time) {
    u64 const tick_us = dispatcher->tick_us();
    u64 const ticks = (time.slice().in_microseconds() + tick_us - 1) / tick_us;
    constexpr u64 ticks_max = 0xffff'fffe;
    u64 const bounded = ticks == 0 ? 1 : ticks > ticks_max ? ticks_max : ticks;
    slices->set_slice(thread, time.slice().is_never() ? static_cast<u32>(slices->endless)
                                                      : static_cast<u32>(bounded));
    thread.allowance().quantum_us =
        time.quantum().is_never() ? TimeAllowance::no_limit : time.quantum().in_microseconds();
    if (thread.exchange() == Exchange::quantum) ipc->unwind(thread, u32(IpcError::Code::cancelled));
}

// While it moves a long message, the thread is as urgent as its receiver at least.
void Calls::set_priority(Tcb& thread, u8 priority) {
    LongTransfer& transfer = thread.long_transfer();
    if (transfer.is_sender)
        transfer.own_priority = priority;
    else
        dispatcher->set_priority(thread, priority);
}

void Calls::thread_switch(Tcb& caller, u64 thread) {
    caller.end_delay();
    Tcb* const target = threads->find(thread);
    if (!target || !target->is_runnable()) return dispatcher->yield();
    dispatcher->give_to(*target);
}

} // namespace flat::api
