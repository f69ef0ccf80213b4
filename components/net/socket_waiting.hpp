// SPDX-License-Identifier: BSD-2-Clause
// Threads that wait at sockets, with and without a limit of time.
#pragma once

#include <core/alarm.hpp>
#include <core/utility.hpp>
#include <flat/thread/alarms.hpp>
#include <flat/thread/thread_manager.hpp>

namespace flat::net {

/// A thread that waits for a condition no longer than until its time has come.
class TimedWait : private Alarm, NonCopyable {
public:
    TimedWait(thread::Alarms& alarms, thread::ThreadManager& threads, u64 condition,
              u64 timeout_ns);
    ~TimedWait();

    /// How many nanoseconds are left, 0 when the time has come.
    u64 left_ns() const;

private:
    void expired() override;

    thread::Alarms& alarms_;
    thread::ThreadManager& threads_;
    u64 condition_;
    u64 end_ns_;
};

} // namespace flat::net
