// SPDX-License-Identifier: BSD-2-Clause
// ThreadControl: threads come, change and go (L4 X.2, section 2.4).
#include <api/calls.hpp>

#include <abi/user_context.hpp>

namespace flat::api {

namespace {

/// What a thread gets that nobody has scheduled yet.
constexpr u8 default_priority = 100;

constexpr u64 utcb_bytes = u64{1} << utcb_size_log2;

} // namespace

u64 Calls::thread_control(Tcb& caller, u64 thread, u64 space, u64 scheduler, u64 pager,
                          vaddr utcb) {
    ThreadArguments const arguments{ThreadId{thread}, ThreadId{space}, ThreadId{scheduler},
                                    ThreadId{pager}, utcb};
    // Kept, because the call may remove the caller itself, or end its space.
    Utcb* const caller_utcb = caller.utcb();
    bool const is_privileged = caller.space()->is_privileged();
    Error const error = is_privileged ? control(arguments) : Error::no_privilege;
    if (is_unfinished_) {
        is_unfinished_ = false;
        abi::repeat_call(caller.frame());
        dispatcher->settle(nullptr);
        return 0;
    }
    if (error != Error::none && caller.exists()) caller_utcb->error_code = u64(error);
    // A caller that has ended itself leaves the rest to the next caller that ends a space.
    if (!spaces->bury(caller) && caller.exists()) caller.set_hazards(hazard_working);
    dispatcher->settle(nullptr);
    return error == Error::none;
}

Error Calls::control(ThreadArguments const& arguments) {
    if (interrupts && interrupts->is_interrupt(arguments.thread.raw())) return associate(arguments);
    if (!threads->is_user_number(arguments.thread.raw())) return Error::invalid_thread;
    if (arguments.space.is_nil()) return remove(arguments.thread);
    Tcb& slot = threads->slot(arguments.thread.raw());
    return slot.exists() ? modify(slot, arguments) : create(arguments);
}

// Interrupts are there all the time, have no space but one of their own name, and no scheduler.
Error Calls::associate(ThreadArguments const& arguments) {
    if (arguments.space != arguments.thread) return Error::invalid_space;
    ThreadId const handler = arguments.pager;
    if (handler.is_nil()) return Error::none;
    bool const is_none = handler == arguments.thread;
    if (!is_none && !threads->find(handler.raw())) return Error::invalid_thread;
    ThreadId const associated = is_none ? ThreadId::nil() : handler;
    bool const exists = interrupts->associate(arguments.thread.raw(), associated.raw());
    return exists ? Error::none : Error::invalid_thread;
}

Error Calls::create(ThreadArguments const& arguments) {
    if (!threads->find(arguments.scheduler.raw())) return Error::invalid_scheduler;
    // A thread whose space is called as itself is the first of a new one (section 2.4).
    bool const is_first = arguments.space == arguments.thread;
    Tcb* const neighbour = threads->find(arguments.space.raw());
    if (!is_first && !neighbour) return Error::invalid_space;
    Space* const space = is_first ? spaces->create() : neighbour->space();
    if (!space) return Error::no_memory;

    Tcb& thread = threads->create(arguments.thread.raw(), *space, arguments.scheduler.raw());
    thread.set_priority(default_priority);
    if (slices) slices->set_slice(thread, slices->usual);
    if (arguments.utcb != same_utcb) thread.set_utcb_address(arguments.utcb);
    if (arguments.pager.is_nil()) return Error::none;
    Error const error = back_utcb(thread, arguments.utcb);
    if (error != Error::none)
        (void)remove(arguments.thread);
    else
        activate(thread, arguments.pager);
    return error;
}

Error Calls::modify(Tcb& thread, ThreadArguments const& arguments) {
    Tcb* const neighbour =
        arguments.space == arguments.thread ? &thread : threads->find(arguments.space.raw());
    if (!neighbour) return Error::invalid_space;
    bool const keeps_scheduler = arguments.scheduler.is_nil();
    if (!keeps_scheduler && !threads->find(arguments.scheduler.raw()))
        return Error::invalid_scheduler;
    if (neighbour->space() != thread.space())
        if (Error const error = migrate(thread, *neighbour->space(), arguments.utcb);
            error != Error::none)
            return error;
    bool const is_inactive = (thread.hazards() & hazard_inactive) != 0;
    vaddr const utcb = arguments.utcb != same_utcb ? arguments.utcb : thread.utcb_address();
    if (!is_inactive && utcb != thread.utcb_address()) return Error::utcb_area;
    bool const becomes_active = is_inactive && !arguments.pager.is_nil();
    if (becomes_active)
        if (Error const error = back_utcb(thread, utcb); error != Error::none) return error;

    // From here on nothing can fail.
    thread.set_utcb_address(utcb);
    if (!keeps_scheduler) thread.set_scheduler(arguments.scheduler);
    if (thread.id() != arguments.thread) {
        // They know the thread by a name that nobody has any more.
        if (!ipc->abandon_partners(thread)) return unfinished();
        thread.rename(arguments.thread);
    }
    if (becomes_active)
        activate(thread, arguments.pager);
    else if (!arguments.pager.is_nil())
        thread.utcb()->pager = arguments.pager;
    return Error::none;
}

// The thread's registers and its UTCB go with it; what it is sending or receiving does not.
Error Calls::migrate(Tcb& thread, Space& space, vaddr utcb) {
    Space& left = *thread.space();
    bool const is_active = (thread.hazards() & hazard_inactive) == 0;
    if (is_active) {
        Utcb const kept = *thread.utcb();
        thread.move_to(space);
        if (Error const error = back_utcb(thread, utcb); error != Error::none) {
            thread.move_to(left);
            return error;
        }
        *thread.utcb() = kept;
        ipc->unwind(thread, u32(IpcError::Code::aborted));
    }
    dispatcher->forget(thread); // which leaves the old translations, if it is the caller
    thread.move_to(space);
    thread.set_page_root(space.page_root());
    thread.clear_hazards(hazard_redirected);
    if (space.is_redirected()) thread.set_hazards(hazard_redirected);
    if (thread.is_runnable()) dispatcher->make_ready(thread);
    if (left.thread_count() == 0) spaces->destroy(left);
    return Error::none;
}

Error Calls::back_utcb(Tcb& thread, vaddr utcb) {
    if (!thread.space()->is_configured()) return Error::invalid_space;
    bool const is_aligned = utcb % utcb_bytes == 0;
    if (!is_aligned || !thread.space()->utcb_area().contains(utcb, utcb_bytes) ||
        !is_utcb_free(thread, utcb))
        return Error::utcb_area;
    if (!spaces->allocate_utcb(thread, utcb)) return Error::no_memory;
    return Error::none;
}

void Calls::activate(Tcb& thread, ThreadId pager) {
    thread.utcb()->pager = pager;
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

// All that has been done is as it would be after an error, or is found done when the call begins
// anew.
Error Calls::unfinished() {
    is_unfinished_ = true;
    return Error::none;
}

Error Calls::remove(ThreadId id) {
    Tcb* const thread = threads->find(id.raw());
    if (!thread) return Error::invalid_thread;
    Space& space = *thread->space();
    // In this order: nobody finds the thread any more by a queue, a timeout or a wait, then its
    // slot is free for another version. The last of a space takes the space with it.
    thread->set_hazards(hazard_halted);
    ipc->unwind(*thread, u32(IpcError::Code::aborted));
    if (!ipc->abandon_partners(*thread)) return unfinished();
    dispatcher->forget(*thread);
    if (fpu) fpu->forget(*thread);
    threads->destroy(*thread);
    if (space.thread_count() == 0) spaces->destroy(space);
    return Error::none;
}

} // namespace flat::api
