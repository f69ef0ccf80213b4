// SPDX-License-Identifier: BSD-2-Clause
// A timer that expires once, or again and again.
#pragma once

#include <core/alarm.hpp>
#include <core/assert.hpp>
#include <core/utility.hpp>
#include <flat/thread/alarms.hpp>
#include <machine/interrupts.hpp>

namespace flat::unix {

/// What timers have in common that are read (timerfd_create(2)) and that send signals
/// (setitimer(2)). A derived class's destructor unsets it: in that of this class a tick would find
/// no `passed` any more.
class IntervalTimer : private Alarm, NonCopyable {
public:
    /// In nanoseconds: how often it expires after the first time, 0 if it does not, and how long
    /// until then, 0 if it is not set.
    struct Setting {
        u64 interval_ns;
        u64 left_ns;
    };

    /// Sets it, in place of what was.
    void set(Setting const& setting) {
        machine::InterruptGuard const guard;
        alarms_.cancel(*this);
        interval_ns_ = setting.interval_ns;
        due_ns_ = setting.left_ns != 0 ? alarms_.now_ns() + setting.left_ns : 0;
        if (due_ns_ != 0) alarms_.set(*this, setting.left_ns);
    }

    Setting setting() const {
        machine::InterruptGuard const guard;
        u64 const now = alarms_.now_ns();
        u64 const left = due_ns_ > now ? due_ns_ - now : 1;
        return {interval_ns_, due_ns_ != 0 ? left : 0};
    }

protected:
    explicit IntervalTimer(thread::Alarms& alarms) : alarms_(alarms) {}
    ~IntervalTimer() { assert(due_ns_ == 0); }

private:
    /// It has expired so often. Interrupts are disabled.
    virtual void passed(u64 times) = 0;

    /// The time has come; of times that have passed meanwhile, all count.
    void expired() override {
        u64 const now = alarms_.now_ns();
        u64 const more = interval_ns_ != 0 && now > due_ns_ ? (now - due_ns_) / interval_ns_ : 0;
        due_ns_ = interval_ns_ != 0 ? due_ns_ + (1 + more) * interval_ns_ : 0;
        if (due_ns_ != 0) alarms_.set(*this, due_ns_ - now);
        passed(1 + more);
    }

    thread::Alarms& alarms_;
    u64 due_ns_ = 0; // 0 if it is not set
    u64 interval_ns_ = 0;
};

} // namespace flat::unix
