// SPDX-License-Identifier: BSD-2-Clause
// How parents learn what has become of their children.
#include <unix/process/processes.hpp>

#include <machine/interrupts.hpp>
#include <unix/resource_usage.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::process {

using machine::InterruptGuard;

namespace {

/// Options of wait4(2) and waitid(2).
enum WaitOption : u32 {
    wnohang = 1,
    wuntraced = 2,
    wexited = 4,
    wcontinued = 8,
    wnowait = 0x0100'0000,
    of_any_thread =
        0xe000'0000, // __WNOTHREAD, __WALL, __WCLONE: all of the process' children are meant
};

/// What waitid tells of a child: the first words of siginfo_t.
struct ChildInformation {
    u32 signal;
    u32 error;
    u32 code;
    u32 padding;
    u32 process;
    u32 user;
    u32 status;
    u32 others[25];
};
static_assert(sizeof(ChildInformation) == 128);

/// How it stands with a child (CLD_...).
enum ChildCode : u32 { exited = 1, killed = 2, dumped = 3, stopped = 5, continued = 6 };

/// What its status (`wait4`) means.
ChildInformation information_of(u32 process, u32 user, u32 status) {
    constexpr u32 of_continued = 0xffff;
    constexpr u32 of_stopped = 0x7f;
    u32 const low = status & 0x7f;
    ChildInformation told = {sigchld, 0, exited, 0, process, user, status >> 8 & 0xff, {}};
    if (status == of_continued) {
        told.code = continued;
        told.status = sigcont;
    } else if ((status & 0xff) == of_stopped) {
        told.code = stopped;
    } else if (low != 0) {
        told.code = (status & 0x80) != 0 ? dumped : killed;
        told.status = low;
    }
    return told;
}

/// What the first argument of wait4 says.
WaitedFor waited_for(i32 which, u32 own_group) {
    if (which > 0) return {WaitedFor::Kind::process, static_cast<u32>(which)};
    if (which == -1) return {WaitedFor::Kind::any, 0};
    return {WaitedFor::Kind::group, which == 0 ? own_group : -static_cast<u32>(which)};
}

/// Whether a child is one of those that are meant.
bool is_meant(Process const& child, WaitedFor const& which) {
    if (which.kind == WaitedFor::Kind::any) return true;
    return which.id == (which.kind == WaitedFor::Kind::process ? child.id : child.group);
}

/// Whether there is something to tell of a child.
bool has_news(Process const& child, u32 options) {
    if (child.state == Process::State::ended) return (options & wexited) != 0;
    if (child.is_told_stopped) return false;
    bool const is_stopped = child.state == Process::State::stopped;
    return (options & (is_stopped ? wuntraced : wcontinued)) != 0;
}

/// Whether there can be something to tell of it later, if not now.
bool can_have_news(Process const& child, u32 options) {
    return child.state != Process::State::ended || (options & wexited) != 0;
}

/// How long a child has run, with those that it has waited for. Interrupts are disabled.
CpuTimes use_of(Process& child) {
    CpuTimes used = times_of(child);
    used.add(child.of_waited);
    return used;
}

} // namespace

i64 Processes::wait4(Task& task, i32 which, vaddr status, u32 options, vaddr usage) {
    constexpr u32 known = wnohang | wuntraced | wcontinued;
    News news;
    WaitedFor const meant = waited_for(which, ProgramThread::of(task).process.group);
    i64 const outcome = wait_for(task, meant, (options & known) | wexited, news);
    if (outcome != 0 || news.id == 0) return outcome;
    if (usage != 0 && !put(*user_mode, usage, ResourceUsage(news.used)))
        return failed(Errno::efault);
    if (status != 0 && !put(*user_mode, status, news.status)) return failed(Errno::efault);
    return news.id;
}

i64 Processes::waitid(Task& task, u32 kind, u32 id, vaddr place, u32 options, vaddr usage) {
    constexpr u32 wanted = wexited | wuntraced | wcontinued;
    constexpr u32 id_max = 0x7fff'ffff;
    constexpr u32 kinds_end = 3;
    bool const is_known =
        kind < kinds_end && (options & ~(wanted | wnohang | wnowait | of_any_thread)) == 0;
    WaitedFor which = {static_cast<WaitedFor::Kind>(kind), id};
    bool const is_number = kind == 0 || id <= id_max;
    if (!is_known || !is_number || (options & wanted) == 0) return failed(Errno::einval);
    if (which.kind == WaitedFor::Kind::process && id == 0) return failed(Errno::einval);
    if (which.kind == WaitedFor::Kind::group && id == 0)
        which.id = ProgramThread::of(task).process.group;
    News news;
    i64 const outcome = wait_for(task, which, options, news);
    if (outcome != 0) return outcome;
    ChildInformation told = {};
    if (news.id != 0) told = information_of(news.id, news.user, news.status);
    if (news.id != 0 && usage != 0 && !put(*user_mode, usage, ResourceUsage(news.used)))
        return failed(Errno::efault);
    return put_if_wanted(*user_mode, place, told);
}

/// Waits for news of a child, or finds none where it is not to wait. 0, or the negative number of
/// an error.
i64 Processes::wait_for(Task& task, WaitedFor const& which, u32 options, News& news) {
    ProgramThread& thread = ProgramThread::of(task);
    Process& own = thread.process;
    for (bool is_interrupted = false;;) {
        u64 const ticket = threads->ticket();
        bool is_any = false;
        news = find_news(own, which, options, is_any);
        if (news.ended) {
            release_dead();
            dispose(*news.ended);
        }
        if (news.id != 0) return 0;
        if (!is_any) return failed(Errno::echild);
        if ((options & wnohang) != 0) return 0;
        if (is_interrupted) return call_interrupted; // not by the end of the last child
        is_interrupted = !thread.wait(*threads, address_of(&own), ticket);
    }
}

/// What there is to report of a child, which counts as reported then, unless that is not wanted
/// (WNOWAIT); one that has ended is no child any more, and one that has not may be gone as soon as
/// interrupts are enabled. `is_any`: whether any child is meant.
Processes::News Processes::find_news(Process& own, WaitedFor const& which, u32 options,
                                     bool& is_any) {
    InterruptGuard const guard;
    for (Process& each : own.children) {
        if (!is_meant(each, which)) continue;
        is_any = is_any || can_have_news(each, options);
        if (!has_news(each, options)) continue;
        News news{each.id, each.status, each.credentials.user.real, use_of(each), nullptr};
        if ((options & wnowait) != 0) return news;
        each.is_told_stopped = true;
        if (each.state == Process::State::ended) {
            own.of_waited.add(news.used);
            own.children.remove(each);
            all_.remove(each);
            news.ended = &each;
        }
        return news;
    }
    return {};
}

} // namespace flat::unix::process
