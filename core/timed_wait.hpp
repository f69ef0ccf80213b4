// SPDX-License-Identifier: BSD-2-Clause
// Threads that wait for something no longer than until a time.
#pragma once

#include <core/alarm.hpp>
#include <core/utility.hpp>
#include <flat/thread/alarms.hpp>
#include <flat/thread/thread_manager.hpp>

namespace flat {

/// As long as it lives, the condition that a thread waits on is notified when its time has come,
/// too.
class TimedWait final : private Alarm, NonCopyable {
public:
    TimedWait(thread::Alarms& alarms, thread::ThreadManager& threads, u64 condition, u64 timeout_ns)
        : alarms_(alarms), threads_(threads), condition_(condition) {
        u64 const now_ns = alarms.now_ns();
        end_ns_ = timeout_ns > ~now_ns ? ~u64(0) : now_ns + timeout_ns;
        alarms.set(*this, timeout_ns);
    }
    ~TimedWait() { alarms_.cancel(*this); }

    /// How many nanoseconds are left, 0 when the time has come.
    u64 left_ns() const {
        u64 const now_ns = alarms_.now_ns();
        return now_ns < end_ns_ ? end_ns_ - now_ns : 0;
    }

private:
    void expired() override { threads_.notify_all(condition_); }

    thread::Alarms& alarms_;
    thread::ThreadManager& threads_;
    u64 condition_;
    u64 end_ns_;
};

} // namespace flat
