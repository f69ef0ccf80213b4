// SPDX-License-Identifier: BSD-2-Clause
// Files that tell of events: sets of files, counts, timers.
#include <unix/events/event_files.hpp>

#include <unix/deadline.hpp>
#include <unix/events/epoll_file.hpp>
#include <unix/events/event_file.hpp>
#include <unix/open_description.hpp>
#include <unix/readiness.hpp>
#include <unix/user_data.hpp>

#include <new>

namespace flat::unix::events {

namespace {

/// Flags with which all of them are made.
constexpr u32 making_flags = o_cloexec | o_nonblock;

/// struct itimerspec.
struct TimerTimes {
    i64 interval[2];
    i64 value[2];
};

constexpr i64 timer_second_ns = 1'000'000'000;

bool is_time(i64 const (&words)[2]) {
    return words[0] >= 0 && words[0] < (i64{1} << 31) && words[1] >= 0 &&
           words[1] < timer_second_ns;
}

i64 ns_of(i64 const (&words)[2]) {
    return words[0] * timer_second_ns + words[1];
}

/// The open file of a descriptor if it is of this kind; else null.
template<class T>
T* find_as(Task& task, u32 descriptor) {
    OpenDescription* const file = find_file(task, descriptor);
    return file ? narrow_to<T>(file->file()) : nullptr;
}

/// Why there is no such file: EBADF, or EINVAL if it is another one.
i64 no_such_file(Task& task, u32 descriptor) {
    return failed(find_file(task, descriptor) ? Errno::einval : Errno::ebadf);
}

} // namespace

/// Makes a file and a descriptor for it.
template<class T, class... Arguments>
i64 EventFiles::describe(Task& task, u32 flags, Arguments&... arguments) {
    auto const place = records->allocate(sizeof(T));
    if (place.is_error()) return failed(Errno::enomem);
    T* const made = new (pointer_to<void>(place.value())) T(*records, *threads, arguments...);
    Descriptors& descriptors = ProgramThread::of(task).process.descriptors;
    return result_of(
        descriptors.open(*made, o_rdwr | (flags & o_nonblock), (flags & o_cloexec) != 0));
}

i64 EventFiles::epoll_create(Task& task, u32 flags) {
    if ((flags & ~u32{o_cloexec}) != 0) return failed(Errno::einval);
    return describe<EpollFile>(task, flags);
}

i64 EventFiles::epoll_control(Task& task, u32 set, u32 operation, u32 descriptor, vaddr place) {
    enum Operation : u32 { adds = 1, removes = 2, changes = 3 };
    EpollSet::Event wanted = {};
    if (operation != removes && !get(*user_mode, wanted, place)) return failed(Errno::efault);
    auto* const epoll = find_as<EpollFile>(task, set);
    OpenDescription* const file = find_file(task, descriptor);
    if (!epoll || !file) return file ? no_such_file(task, set) : failed(Errno::ebadf);
    if (narrow_to<EpollFile>(file->file())) return failed(Errno::einval);
    bool const is_always_ready = file->file().has_position() && file->file().node();
    if (is_always_ready) return failed(Errno::eperm);
    u32 const stamp = ProgramThread::of(task).process.descriptors.stamp(descriptor);
    switch (operation) {
    case adds:
        return epoll->add(stamp, descriptor, wanted);
    case removes:
        return epoll->remove(stamp, descriptor);
    case changes:
        return epoll->change(stamp, descriptor, wanted);
    default:
        return failed(Errno::einval);
    }
}

i64 EventFiles::epoll_wait(Task& task, u32 set, vaddr place, i32 count, i64 timeout_ns) {
    constexpr u32 events_max = 64; // for more, the program asks again
    EpollSet::Event events[events_max];
    auto* const epoll = find_as<EpollFile>(task, set);
    if (!epoll) return no_such_file(task, set);
    if (count <= 0) return failed(Errno::einval);
    ProgramThread& thread = ProgramThread::of(task);
    auto const room =
        Span<EpollSet::Event>(events).first(min<u64>(static_cast<u32>(count), events_max));
    Deadline const deadline(*alarms, *threads, any_file_changed, timeout_ns);
    for (;;) {
        u64 const ticket = threads->ticket();
        u32 const found = epoll->collect(thread.process, room, ticket);
        if (found != 0) {
            bool const is_put = user_mode->copy_out(
                place, bytes_of(Span<EpollSet::Event const>(events).first(found)));
            return is_put ? i64{found} : failed(Errno::efault);
        }
        if (deadline.is_over()) return 0;
        if (!thread.wait(*threads, any_file_changed, ticket)) return failed(Errno::eintr);
    }
}

i64 EventFiles::eventfd(Task& task, u32 count, u32 flags) {
    constexpr u32 semaphore = 1;
    if ((flags & ~(making_flags | semaphore)) != 0) return failed(Errno::einval);
    u64 const begin = count;
    bool const is_semaphore = (flags & semaphore) != 0;
    return describe<EventFile>(task, flags, *user_mode, begin, is_semaphore);
}

i64 EventFiles::timerfd_create(Task& task, u32 clock_number, u32 flags) {
    enum Clocks : u32 { real_time = 0, monotonic = 1, boot_time = 7 };
    bool const is_known =
        clock_number == real_time || clock_number == monotonic || clock_number == boot_time;
    if (!is_known || (flags & ~making_flags) != 0) return failed(Errno::einval);
    bool const is_real_time = clock_number == real_time;
    return describe<TimerFile>(task, flags, *user_mode, *alarms, is_real_time);
}

i64 EventFiles::put_setting(vaddr place, TimerFile::Setting const& setting) {
    auto const seconds = [](u64 ns) { return static_cast<i64>(ns) / timer_second_ns; };
    auto const rest = [](u64 ns) { return static_cast<i64>(ns) % timer_second_ns; };
    TimerTimes const times = {{seconds(setting.interval_ns), rest(setting.interval_ns)},
                              {seconds(setting.left_ns), rest(setting.left_ns)}};
    return put_if_wanted(*user_mode, place, times);
}

i64 EventFiles::timerfd_settime(Task& task, u32 descriptor, u32 flags, vaddr place, vaddr old) {
    constexpr u32 until_then = 1;      // TFD_TIMER_ABSTIME
    constexpr u32 ends_with_clock = 2; // TFD_TIMER_CANCEL_ON_SET, which never happens
    TimerTimes times = {};
    if (!get(*user_mode, times, place)) return failed(Errno::efault);
    auto* const timer = find_as<TimerFile>(task, descriptor);
    if (!timer) return no_such_file(task, descriptor);
    bool const are_times = is_time(times.interval) && is_time(times.value);
    if (!are_times || (flags & ~(until_then | ends_with_clock)) != 0) return failed(Errno::einval);
    i64 left = ns_of(times.value);
    if (left != 0 && (flags & until_then) != 0) {
        i64 const now =
            static_cast<i64>(alarms->now_ns()) + (timer->is_real_time ? facts->began_ns() : 0);
        left = max<i64>(left - now, 1);
    }
    TimerFile::Setting const before = timer->setting();
    timer->set({static_cast<u64>(ns_of(times.interval)), static_cast<u64>(left)});
    return put_setting(old, before);
}

i64 EventFiles::timerfd_gettime(Task& task, u32 descriptor, vaddr place) {
    auto* const timer = find_as<TimerFile>(task, descriptor);
    if (!timer) return no_such_file(task, descriptor);
    return place != 0 ? put_setting(place, timer->setting()) : failed(Errno::efault);
}

} // namespace flat::unix::events
