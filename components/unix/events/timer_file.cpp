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
    alarms_.cancel(*this);
    expirations_ = 0;
    interval_ns_ = setting.interval_ns;
    due_ns_ = setting.left_ns != 0 ? alarms_.now_ns() + setting.left_ns : 0;
    if (due_ns_ != 0) alarms_.set(*this, setting.left_ns);
}

TimerFile::Setting TimerFile::setting() const {
    InterruptGuard const guard;
    u64 const now = alarms_.now_ns();
    u64 const left = due_ns_ > now ? due_ns_ - now : 1;
    return {interval_ns_, due_ns_ != 0 ? left : 0};
}

/// The time has come; of times that have passed meanwhile, all count.
void TimerFile::expired() {
    u64 const now = alarms_.now_ns();
    u64 const passed = interval_ns_ != 0 && now > due_ns_ ? (now - due_ns_) / interval_ns_ : 0;
    expirations_ += 1 + passed;
    due_ns_ = interval_ns_ != 0 ? due_ns_ + (1 + passed) * interval_ns_ : 0;
    if (due_ns_ != 0) alarms_.set(*this, due_ns_ - now);
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
