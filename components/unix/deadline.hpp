// SPDX-License-Identifier: BSD-2-Clause
// A time at which a thread that waits goes on in any case.
#pragma once

#include <core/alarm.hpp>
#include <core/utility.hpp>
#include <flat/thread/alarms.hpp>
#include <flat/thread/thread_manager.hpp>

namespace flat::unix {

/// Notifies a condition when the time has come.
class Deadline final : private Alarm, NonCopyable {
public:
    /// In so many nanoseconds; below 0, never.
    Deadline(thread::Alarms& alarms, thread::ThreadManager& threads, u64 condition, i64 delay_ns)
        : alarms_(alarms), threads_(threads), condition_(condition), is_over_(delay_ns == 0) {
        if (delay_ns > 0) alarms_.set(*this, static_cast<u64>(delay_ns));
    }
    ~Deadline() { alarms_.cancel(*this); }

    bool is_over() const { return is_over_; }

private:
    void expired() override {
        is_over_ = true;
        threads_.notify_all(condition_);
    }

    thread::Alarms& alarms_;
    thread::ThreadManager& threads_;
    u64 const condition_;
    bool volatile is_over_;
};

} // namespace flat::unix
