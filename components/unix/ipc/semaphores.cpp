// SPDX-License-Identifier: BSD-2-Clause
// Sets of semaphores: how they are made, operated on, and undone when a process ends.
#include <unix/ipc/semaphores.hpp>

#include <machine/interrupts.hpp>
#include <unix/deadline.hpp>
#include <unix/program_thread.hpp>
#include <unix/readiness.hpp>
#include <unix/time_until.hpp>

namespace flat::unix::ipc {

using machine::InterruptGuard;

i64 Semaphores::semget(Task& task, i32 key, u32 count, u32 flags) {
    Process const& process = ProgramThread::of(task).process;
    if (count > set_max) return failed(Errno::einval);
    InterruptGuard const guard;
    auto const known = all_.find_key(key, flags, process.credentials);
    if (known.is_error()) return failed(known.error());
    if (SemaphoreSet const* const set = known.value())
        return count <= set->semaphores.size() ? set->id : failed(Errno::einval);
    auto const made = make(process, key, count, flags);
    return made.is_ok() ? i64{made.value()->id} : failed(made.error());
}

/// EINVAL for none, ENOMEM, ENOSPC.
Result<SemaphoreSet*, Errno> Semaphores::make(Process const& process, i32 key, u32 count,
                                              u32 flags) {
    using Semaphore = SemaphoreSet::Semaphore;
    if (count == 0) return Errno::einval;
    auto const place = records->allocate(sizeof(SemaphoreSet));
    if (place.is_error()) return Errno::enomem;
    auto const values = records->allocate(count * sizeof(Semaphore)); // zeros
    if (values.is_error()) {
        records->free(place.value(), sizeof(SemaphoreSet));
        return Errno::enomem;
    }
    auto* const set = new (pointer_to<void>(place.value()))
        SemaphoreSet(Span<Semaphore>(pointer_to<Semaphore>(values.value()), count));
    set->begin(key, flags, process.credentials);
    set->changed_s = now_s();
    if (all_.add(*set)) return set;
    destroy(*set);
    return Errno::enospc;
}

/// Gives back the memory of a set that nobody can find. Interrupts are disabled.
void Semaphores::destroy(SemaphoreSet& set) {
    while (SemaphoreUndo* const undo = set.undos.pop_front())
        dispose(set, *undo);
    while (set.waiting.pop_front()) {
    }
    auto const values = set.semaphores;
    set.~SemaphoreSet();
    records->free(address_of(values.data()), values.size() * sizeof(SemaphoreSet::Semaphore));
    records->free(address_of(&set), sizeof(SemaphoreSet));
}

void Semaphores::dispose(SemaphoreSet const& set, SemaphoreUndo& undo) {
    records->free(address_of(undo.changes), set.semaphores.size() * sizeof(i32));
    records->free(address_of(&undo), sizeof(SemaphoreUndo));
}

/// What a process has changed of a set. ENOMEM. Interrupts are disabled.
Result<SemaphoreUndo*, Errno> Semaphores::undo_of(Process& process, SemaphoreSet& set) {
    for (SemaphoreUndo& each : set.undos)
        if (each.process == &process) return &each;
    u64 const bytes = set.semaphores.size() * sizeof(i32);
    auto const place = records->allocate(sizeof(SemaphoreUndo));
    if (place.is_error()) return Errno::enomem;
    auto const changes = records->allocate(bytes); // zeros
    if (changes.is_error()) {
        records->free(place.value(), sizeof(SemaphoreUndo));
        return Errno::enomem;
    }
    auto* const undo = new (pointer_to<void>(place.value()))
        SemaphoreUndo{{}, &process, pointer_to<i32>(changes.value())};
    set.undos.push_back(*undo);
    process.ending_watcher = this;
    return undo;
}

void Semaphores::ended(Process& process) {
    InterruptGuard const guard;
    for (u32 place = 0; place < all_.places_max; ++place) {
        SemaphoreSet* const set = all_.at(place);
        if (!set) continue;
        for (SemaphoreUndo& each : set->undos) {
            if (each.process != &process) continue;
            set->undo(each, process.id);
            set->operated_s = now_s();
            set->undos.remove(each);
            dispose(*set, each);
            threads->notify_all(address_of(set));
            break;
        }
    }
}

i64 Semaphores::semtimedop(Task& task, u32 id, vaddr place, u32 count, vaddr timeout) {
    if (count == 0) return failed(Errno::einval);
    if (count > operations_max) return failed(Errno::e2big);
    auto const delay_ns = time_until(*user_mode, timeout, 0);
    if (delay_ns.is_error()) return failed(delay_ns.error());
    u64 const bytes = count * sizeof(SemaphoreOperation);
    auto const room = records->allocate(bytes);
    if (room.is_error()) return failed(Errno::enomem);
    Span<SemaphoreOperation> const all(pointer_to<SemaphoreOperation>(room.value()), count);
    i64 const outcome = user_mode->copy_in(writable_bytes_of(all), place)
                            ? operate(task, id, all, delay_ns.value())
                            : failed(Errno::efault);
    records->free(room.value(), bytes);
    return outcome;
}

/// Waits until all can be done. EAGAIN when the time is over, EINTR, EIDRM.
i64 Semaphores::operate(Task& task, u32 id, Operations operations, i64 delay_ns) {
    ProgramThread& thread = ProgramThread::of(task);
    SemaphoreSet::Waiting waits = {};
    u64 condition = 0;
    {
        InterruptGuard const guard;
        auto const set = all_.find(id);
        if (set.is_error()) return failed(set.error());
        condition = address_of(set.value());
    }
    Deadline const deadline(*alarms, *threads, condition, delay_ns);
    for (bool has_waited = false;; has_waited = true) {
        u64 const ticket = threads->ticket();
        i64 const outcome = attempt(thread.process, id, operations, waits);
        bool const is_removed = outcome == failed(Errno::einval) && has_waited;
        if (is_removed) return failed(Errno::eidrm);
        if (outcome != must_wait) return outcome;
        bool const goes_on = !deadline.is_over() && thread.wait(*threads, condition, ticket);
        stop_waiting(id, waits);
        if (!goes_on) return failed(deadline.is_over() ? Errno::eagain : Errno::eintr);
    }
}

/// 0, or why not: EFBIG, EACCES, ERANGE, EAGAIN; `must_wait`, and it is listed as one that does.
i64 Semaphores::attempt(Process& process, u32 id, Operations operations,
                        SemaphoreSet::Waiting& waits) {
    InterruptGuard const guard;
    auto const found = all_.find(id);
    if (found.is_error()) return failed(found.error());
    SemaphoreSet& set = *found.value();
    bool changes = false;
    bool is_undone = false;
    for (SemaphoreOperation const& each : operations) {
        if (each.number >= set.semaphores.size()) return failed(Errno::efbig);
        changes = changes || each.change != 0;
        is_undone = is_undone || (each.flags & SemaphoreOperation::is_undone) != 0;
    }
    if (!set.may(process.credentials, changes ? writes : reads)) return failed(Errno::eacces);
    SemaphoreUndo* undo = nullptr;
    if (is_undone) {
        auto const known = undo_of(process, set);
        if (known.is_error()) return failed(known.error());
        undo = known.value();
    }
    auto const attempt = set.perform(operations, undo, process.id);
    if (attempt.outcome == SemaphoreSet::Outcome::out_of_range) return failed(Errno::erange);
    if (attempt.outcome == SemaphoreSet::Outcome::done) {
        set.operated_s = now_s();
        if (changes) threads->notify_all(address_of(&set));
        return 0;
    }
    SemaphoreOperation const& blocking = operations[attempt.operation];
    if ((blocking.flags & does_not_wait) != 0) return failed(Errno::eagain);
    waits.number = blocking.number;
    waits.is_for_zero = blocking.change == 0;
    set.waiting.push_back(waits);
    return must_wait;
}

void Semaphores::stop_waiting(u32 id, SemaphoreSet::Waiting& waits) {
    InterruptGuard const guard;
    auto const set = all_.find(id);
    if (set.is_ok() && waits.link.is_linked()) set.value()->waiting.remove(waits);
}

} // namespace flat::unix::ipc
