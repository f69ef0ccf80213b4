// SPDX-License-Identifier: BSD-2-Clause
// ThreadControl: threads come, change and go (L4 X.2, section 2.4).
#include <api/calls.hpp>

#include <abi/user_context.hpp>

namespace flat::api {

namespace {

/// "Leave the UTCB where it is."
constexpr vaddr no_utcb = ~vaddr{0};

/// What a thread gets that nobody has scheduled yet.
constexpr u8 default_priority = 100;

constexpr u64 utcb_bytes = u64{1} << utcb_size_log2;

} // namespace

u64 Calls::thread_control(Tcb& caller, u64 thread, u64 space, u64 scheduler, u64 pager,
                          vaddr utcb) {
    ThreadArguments const arguments{ThreadId{thread}, ThreadId{space}, ThreadId{scheduler},
                                    ThreadId{pager}, utcb};
    Utcb* const caller_utcb = caller.utcb();
    bool const is_privileged = caller.space()->is_privileged();
    CallError const error = is_privileged ? control(arguments) : CallError::no_privilege;
    if (error != CallError::ok && caller.exists()) caller_utcb->error_code = u64(error);
    dispatcher->settle(nullptr);
    return error == CallError::ok;
}

CallError Calls::control(ThreadArguments const& arguments) {
    if (!threads->is_user_number(arguments.thread.raw())) return CallError::unavailable_thread;
    if (arguments.space.is_nil()) return remove(arguments.thread);
    Tcb& slot = threads->slot(arguments.thread.raw());
    return slot.exists() ? modify(slot, arguments) : create(arguments);
}

CallError Calls::create(ThreadArguments const& arguments) {
    if (!threads->find(arguments.scheduler.raw())) return CallError::invalid_scheduler;
    bool const is_first = arguments.space == arguments.thread;
    Tcb* const neighbour = threads->find(arguments.space.raw());
    if (!is_first && !neighbour) return CallError::invalid_space;
    Space* const space = is_first ? spaces->create() : neighbour->space();
    if (!space) return CallError::out_of_memory;

    Tcb& thread = threads->create(arguments.thread.raw(), *space, arguments.scheduler.raw());
    thread.set_priority(default_priority);
    if (arguments.utcb != no_utcb) thread.set_utcb_address(arguments.utcb);
    if (arguments.pager.is_nil()) return CallError::ok;
    CallError const error = back_utcb(thread, arguments.utcb);
    if (error != CallError::ok)
        (void)remove(arguments.thread);
    else
        activate(thread, arguments.pager);
    return error;
}

CallError Calls::modify(Tcb& thread, ThreadArguments const& arguments) {
    Tcb* const neighbour =
        arguments.space == arguments.thread ? &thread : threads->find(arguments.space.raw());
    if (!neighbour || neighbour->space() != thread.space()) return CallError::invalid_space;
    bool const keeps_scheduler = arguments.scheduler.is_nil();
    if (!keeps_scheduler && !threads->find(arguments.scheduler.raw()))
        return CallError::invalid_scheduler;
    bool const is_inactive = (thread.hazards() & hazard_inactive) != 0;
    vaddr const utcb = arguments.utcb != no_utcb ? arguments.utcb : thread.utcb_address();
    if (!is_inactive && utcb != thread.utcb_address()) return CallError::utcb_area;
    bool const becomes_active = is_inactive && !arguments.pager.is_nil();
    if (becomes_active)
        if (CallError const error = back_utcb(thread, utcb); error != CallError::ok) return error;

    // From here on nothing can fail.
    thread.set_utcb_address(utcb);
    if (!keeps_scheduler) thread.set_scheduler(arguments.scheduler);
    if (thread.id() != arguments.thread) {
        ipc->abandon_partners(thread); // they know the thread by a name that nobody has any more
        thread.rename(arguments.thread);
    }
    if (becomes_active)
        activate(thread, arguments.pager);
    else if (!arguments.pager.is_nil())
        thread.utcb()->pager = arguments.pager.raw();
    return CallError::ok;
}

CallError Calls::back_utcb(Tcb& thread, vaddr utcb) {
    if (!thread.space()->is_configured()) return CallError::invalid_space;
    bool const is_aligned = utcb % utcb_bytes == 0;
    if (!is_aligned || !thread.space()->utcb_area().contains(utcb, utcb_bytes) ||
        !is_utcb_free(thread, utcb))
        return CallError::utcb_area;
    if (!spaces->allocate_utcb(thread, utcb)) return CallError::out_of_memory;
    return CallError::ok;
}

void Calls::activate(Tcb& thread, ThreadId pager) {
    thread.utcb()->pager = pager.raw();
    abi::start_user(thread.frame(), 0, 0);
    thread.clear_hazards(hazard_inactive);
    ipc->await_start(thread, pager.raw());
}

bool Calls::is_utcb_free(Tcb& thread, vaddr utcb) {
    for (u64 number = 0; number >> threads->number_bits() == 0; ++number) {
        Tcb& other = threads->slot(number << 32);
        bool const is_neighbour = &other != &thread && other.space() == thread.space();
        if (is_neighbour && other.utcb() && other.utcb_address() == utcb) return false;
    }
    return true;
}

CallError Calls::remove(ThreadId id) {
    Tcb* const thread = threads->find(id.raw());
    if (!thread) return CallError::unavailable_thread;
    Space& space = *thread->space();
    thread->set_hazards(hazard_halted);
    ipc->unwind(*thread, u32(IpcError::aborted));
    ipc->abandon_partners(*thread);
    dispatcher->forget(*thread);
    if (fpu) fpu->forget(*thread);
    threads->destroy(*thread);
    if (threads->count_in(space) == 0) spaces->destroy(space);
    return CallError::ok;
}

} // namespace flat::api
