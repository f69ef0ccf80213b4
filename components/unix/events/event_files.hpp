// SPDX-License-Identifier: BSD-2-Clause
// Files that tell of events: sets of files, counts, timers.
#pragma once

#include <unix/errno.hpp>
#include <unix/events/event_files.flat.hpp>
#include <unix/events/timer_file.hpp>

namespace flat::unix::events {

/// Makes them, and has done with them what only they can do.
class EventFiles : public EventFilesComponent {
public:
    using EventFilesComponent::EventFilesComponent;

    i64 epoll_create(Task& task, u32 flags) override;
    i64 epoll_control(Task& task, u32 set, u32 operation, u32 descriptor, vaddr event) override;
    i64 epoll_wait(Task& task, u32 set, vaddr events, i32 count, i64 timeout_ns) override;
    i64 eventfd(Task& task, u32 count, u32 flags) override;
    i64 timerfd_create(Task& task, u32 clock, u32 flags) override;
    i64 timerfd_settime(Task& task, u32 descriptor, u32 flags, vaddr time, vaddr old) override;
    i64 timerfd_gettime(Task& task, u32 descriptor, vaddr time) override;

private:
    template<class T, class... Arguments>
    i64 describe(Task& task, u32 flags, Arguments&... arguments);
    i64 put_setting(vaddr place, TimerFile::Setting const& setting);
};

} // namespace flat::unix::events
