// SPDX-License-Identifier: BSD-2-Clause
// A timer whose expirations are read (timerfd_create(2)).
#pragma once

#include <flat/thread/thread_manager.hpp>
#include <flat/unix/user_mode.hpp>
#include <unix/interval_timer.hpp>
#include <unix/plain_file.hpp>

namespace flat::unix::events {

/// Expires once, or again and again; counts how often since it was read.
class TimerFile final : public PlainFile<TimerFile>, public IntervalTimer {
public:
    static constexpr InterfaceId interface_id = InterfaceId::of("flat.unix.TimerFile");
    static constexpr Sort sort = Sort::timer;

    TimerFile(memory::Objects& records, thread::ThreadManager& threads, UserMode& user_mode,
              thread::Alarms& alarms, bool is_real_time)
        : PlainFile(records), IntervalTimer(alarms), is_real_time(is_real_time), threads_(threads),
          user_mode_(user_mode) {}
    ~TimerFile() { set({}); }

    i64 read(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) override;
    u32 poll() override { return expirations_ != 0 ? OpenFile::readable : 0; }

    /// Sets it, in place of what was; nothing that has expired is left.
    void set(Setting const& setting);

    bool const is_real_time;

private:
    void passed(u64 times) override;
    u64 condition() const { return address_of(this); }

    thread::ThreadManager& threads_;
    UserMode& user_mode_;
    u64 expirations_ = 0;
};

} // namespace flat::unix::events
