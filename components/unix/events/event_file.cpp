// SPDX-License-Identifier: BSD-2-Clause
// A count that threads wait for.
#include <unix/events/event_file.hpp>

#include <machine/interrupts.hpp>
#include <unix/program_thread.hpp>
#include <unix/readiness.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::events {

using machine::InterruptGuard;

/// What is read; 0 if there is nothing.
u64 EventFile::take() {
    InterruptGuard const guard;
    u64 const taken = is_semaphore_ ? min<u64>(count_, 1) : count_;
    count_ -= taken;
    return taken;
}

/// False if that would be too much.
bool EventFile::add(u64 amount) {
    InterruptGuard const guard;
    if (amount > count_max - count_) return false;
    count_ += amount;
    return true;
}

i64 EventFile::read(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) {
    if (bytes < sizeof(u64)) return failed(Errno::einval);
    for (;;) {
        u64 const ticket = threads_.ticket();
        if (u64 const taken = take(); taken != 0) {
            notify_changed(threads_, condition());
            return put(user_mode_, buffer, taken) ? i64{sizeof taken} : failed(Errno::efault);
        }
        if (!may_wait) return failed(Errno::eagain);
        if (!ProgramThread::of(task).wait(threads_, condition(), ticket)) return call_interrupted;
    }
}

i64 EventFile::write(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) {
    u64 amount = 0;
    if (bytes < sizeof amount) return failed(Errno::einval);
    if (!get(user_mode_, amount, buffer)) return failed(Errno::efault);
    if (amount == ~u64{0}) return failed(Errno::einval);
    for (;;) {
        u64 const ticket = threads_.ticket();
        if (add(amount)) {
            notify_changed(threads_, condition());
            return sizeof amount;
        }
        if (!may_wait) return failed(Errno::eagain);
        if (!ProgramThread::of(task).wait(threads_, condition(), ticket)) return call_interrupted;
    }
}

} // namespace flat::unix::events
