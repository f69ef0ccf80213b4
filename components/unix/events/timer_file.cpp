// SPDX-License-Identifier: BSD-2-Clause
// A timer whose expirations are read.
#include <unix/events/timer_file.hpp>

#include <machine/interrupts.hpp>
#include <unix/program_thread.hpp>
#include <unix/readiness.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::events {

using machine::InterruptGuard;

void TimerFile::set(Setting const& setting) {
    InterruptGuard const guard;
    expirations_ = 0;
    IntervalTimer::set(setting);
}

void TimerFile::passed(u64 times) {
    expirations_ += times;
    notify_changed(threads_, condition());
}

i64 TimerFile::read(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) {
    if (bytes < sizeof(u64)) return failed(Errno::einval);
    for (;;) {
        u64 const ticket = threads_.ticket();
        u64 taken = 0;
        {
            InterruptGuard const guard;
            taken = exchange(expirations_, u64{0});
        }
        if (taken != 0)
            return put(user_mode_, buffer, taken) ? i64{sizeof taken} : failed(Errno::efault);
        if (!may_wait) return failed(Errno::eagain);
        if (!ProgramThread::of(task).wait(threads_, condition(), ticket)) return call_interrupted;
    }
}

} // namespace flat::unix::events
