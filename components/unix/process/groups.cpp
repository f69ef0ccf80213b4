// SPDX-License-Identifier: BSD-2-Clause
// Groups and sessions of processes.
#include <unix/process/processes.hpp>

#include <machine/interrupts.hpp>

namespace flat::unix::process {

using machine::InterruptGuard;

/// The process of a number, 0 the caller's; null if there is none.
Process* Processes::find(Task& task, u32 id) {
    Process& own = ProgramThread::of(task).process;
    if (id == 0 || id == own.id) return &own;
    InterruptGuard const guard;
    return all_.find(id);
}

i64 Processes::getpgid(Task& task, u32 id) {
    Process const* const process = find(task, id);
    return process ? process->group : failed(Errno::esrch);
}

i64 Processes::getsid(Task& task, u32 id) {
    Process const* const process = find(task, id);
    return process ? process->session : failed(Errno::esrch);
}

i64 Processes::setpgid(Task& task, u32 id, u32 group) {
    Process const& own = ProgramThread::of(task).process;
    Process* const process = find(task, id);
    if (!process || (process != &own && process->parent != &own)) return failed(Errno::esrch);
    if (process->session != own.session || process->session == process->id)
        return failed(Errno::eperm);
    u32 const wanted = group != 0 ? group : process->id;
    bool is_there = wanted == process->id;
    InterruptGuard const guard;
    for (Process* each = all_.first(); each && !is_there; each = all_.first_above(each->id))
        is_there = each->group == wanted && each->session == own.session;
    if (!is_there) return failed(Errno::eperm);
    process->group = wanted;
    return 0;
}

i64 Processes::setsid(Task& task) {
    Process& own = ProgramThread::of(task).process;
    if (own.group == own.id) return failed(Errno::eperm);
    own.group = own.session = own.id;
    return own.id;
}

i64 Processes::umask(Task& task, u32 mask) {
    Process& own = ProgramThread::of(task).process;
    u32 const before = own.umask;
    own.umask = mask & 0777;
    return before;
}

u32 Processes::group_of(Task& task) {
    return ProgramThread::of(task).process.group;
}

u32 Processes::session_of(Task& task) {
    return ProgramThread::of(task).process.session;
}

bool Processes::signal(u32 group, u32 signal) {
    InterruptGuard const guard;
    bool is_any = false;
    for (Process* each = all_.first(); each; each = all_.first_above(each->id)) {
        if (each->group != group || each->state == Process::State::ended) continue;
        is_any = true;
        if (signal != 0) send(*each, signal, {});
    }
    return is_any;
}

} // namespace flat::unix::process
