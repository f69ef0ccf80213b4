// SPDX-License-Identifier: BSD-2-Clause
// A timer whose expirations are read (timerfd_create(2)).
#pragma once

#include <core/alarm.hpp>
#include <flat/thread/alarms.hpp>
#include <flat/thread/thread_manager.hpp>
#include <flat/unix/user_mode.hpp>
#include <unix/plain_file.hpp>

namespace flat::unix::events {

/// Expires once, or again and again; counts how often since it was read.
class TimerFile final : public PlainFile<TimerFile>, private Alarm {
public:
    static constexpr InterfaceId interface_id = InterfaceId::of("flat.unix.TimerFile");

    /// In nanoseconds: how long until it expires, 0 if it does not, and how often after that.
    struct Setting {
        u64 interval_ns;
        u64 left_ns;
    };

    TimerFile(memory::Objects& records, thread::ThreadManager& threads, UserMode& user_mode,
              thread::Alarms& alarms, bool is_real_time)
        : PlainFile(records), is_real_time(is_real_time), threads_(threads), user_mode_(user_mode),
          alarms_(alarms) {}
    ~TimerFile() { alarms_.cancel(*this); }

    i64 read(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) override;
    u32 poll() override { return expirations_ != 0 ? OpenFile::readable : 0; }

    /// Sets it, in place of what was; nothing that has expired is left.
    void set(Setting const& setting);
    Setting setting() const;

    bool const is_real_time;

private:
    void expired() override;
    u64 condition() const { return address_of(this); }

    thread::ThreadManager& threads_;
    UserMode& user_mode_;
    thread::Alarms& alarms_;
    u64 due_ns_ = 0; // 0 if it is not set
    u64 interval_ns_ = 0;
    u64 expirations_ = 0;
};

} // namespace flat::unix::events
