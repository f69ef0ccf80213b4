// SPDX-License-Identifier: BSD-2-Clause
// How parents learn what has become of their children.
#include <unix/process/processes.hpp>

#include <machine/interrupts.hpp>
#include <unix/resource_usage.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::process {

using machine::InterruptGuard;

namespace {

/// Options of wait4(2).
enum WaitOption : u32 { wnohang = 1, wuntraced = 2, wcontinued = 8 };

/// Whether a child is one of those that are meant.
bool is_meant(Process const& child, i32 which, u32 own_group) {
    if (which > 0) return child.id == static_cast<u32>(which);
    if (which == -1) return true;
    return child.group == (which == 0 ? own_group : static_cast<u32>(-which));
}

/// Whether there is something to tell of a child.
bool has_news(Process const& child, u32 options) {
    if (child.state == Process::State::ended) return true;
    if (child.is_told_stopped) return false;
    bool const is_stopped = child.state == Process::State::stopped;
    return (options & (is_stopped ? wuntraced : wcontinued)) != 0;
}

/// How long a child has run, with those that it has waited for. Interrupts are disabled.
CpuTimes use_of(Process& child) {
    CpuTimes used = times_of(child);
    used.add(child.of_waited);
    return used;
}

} // namespace

i64 Processes::wait4(Task& task, i32 which, vaddr status, u32 options, vaddr usage) {
    ProgramThread& thread = ProgramThread::of(task);
    Process& own = thread.process;
    for (bool is_interrupted = false;;) {
        u64 const ticket = threads->ticket();
        bool is_any = false;
        News const news = find_news(own, which, options, is_any);
        if (news.id != 0) {
            if (news.ended) {
                release_dead();
                dispose(*news.ended);
            }
            if (usage != 0 && !put(*user_mode, usage, ResourceUsage(news.used)))
                return failed(Errno::efault);
            if (status != 0 && !put(*user_mode, status, news.status)) return failed(Errno::efault);
            return news.id;
        }
        if (!is_any) return failed(Errno::echild);
        if ((options & wnohang) != 0) return 0;
        if (is_interrupted) return call_interrupted; // not by the end of the last child
        is_interrupted = !thread.wait(*threads, address_of(&own), ticket);
    }
}

/// What there is to report of a child, which counts as reported then; one that has ended is no
/// child any more, and one that has not may be gone as soon as interrupts are enabled. `is_any`:
/// whether any child is meant.
Processes::News Processes::find_news(Process& own, i32 which, u32 options, bool& is_any) {
    InterruptGuard const guard;
    for (Process& each : own.children) {
        if (!is_meant(each, which, own.group)) continue;
        is_any = true;
        if (!has_news(each, options)) continue;
        each.is_told_stopped = true;
        News news{each.id, each.status, use_of(each), nullptr};
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
