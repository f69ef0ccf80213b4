// SPDX-License-Identifier: BSD-2-Clause
// Limits of what processes may have, and what becomes of those that have used up their time.
#include <unix/process/processes.hpp>

#include <domain/page.hpp>
#include <machine/interrupts.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::process {

using machine::InterruptGuard;

namespace {

constexpr u64 us_per_second = 1'000'000;

/// Whether a process may see and set the limits of another one (prlimit(2)).
bool may_limit(Process const& own, Process const& other) {
    Credentials const& as = own.credentials;
    auto const is_all = [](Identities const& ids, u32 id) {
        return ids.real == id && ids.effective == id && ids.saved == id;
    };
    return &own == &other || as.is_superuser() ||
           (is_all(other.credentials.user, as.user.real) &&
            is_all(other.credentials.group, as.group.real));
}

/// Why a limit cannot be set; 0 if it can.
i64 refusal(u32 resource, Limit const& before, Limit const& wanted, bool is_superuser) {
    if (wanted.soft > wanted.hard) return failed(Errno::einval);
    if (resource == open_files && wanted.hard > Descriptors::descriptors_max)
        return failed(Errno::eperm);
    return wanted.hard > before.hard && !is_superuser ? failed(Errno::eperm) : 0;
}

} // namespace

/// Those who see to a limit of theirs are told. Interrupts are disabled.
void Processes::apply_limits(Process& process) {
    process.descriptors.set_max(static_cast<u32>(process.limits.of(open_files).soft));
    if (process.memory) process.memory->set_bytes_max(process.limits.of(memory_bytes).soft);
}

i64 Processes::prlimit(Task& task, u32 id, u32 resource, vaddr place, vaddr old) {
    Limit wanted = {};
    Limit before = {};
    Process const& own = ProgramThread::of(task).process;
    if (place != 0 && !get(*user_mode, wanted, place)) return failed(Errno::efault);
    {
        InterruptGuard const guard;
        Process* const process = all_.find(id != 0 ? id : own.id);
        if (!process) return failed(Errno::esrch);
        if (!may_limit(own, *process)) return failed(Errno::eperm);
        if (resource >= Limits::count) return failed(Errno::einval);
        Limit& limit = process->limits.of(resource);
        before = limit;
        bool const is_superuser = own.credentials.is_superuser();
        i64 const why = place != 0 ? refusal(resource, before, wanted, is_superuser) : 0;
        if (why != 0) return why;
        if (place != 0) limit = wanted;
        apply_limits(*process);
    }
    return put_if_wanted(*user_mode, old, before);
}

/// Whether a user has as many processes as he may. Interrupts are disabled.
bool Processes::has_all_processes(Process const& own) const {
    u64 const limit = own.limits.of(processes_of_user).soft;
    if (limit == Limits::unlimited || own.credentials.is_superuser()) return false;
    u64 count = 0;
    for (Process const* each = all_.first(); each; each = all_.first_above(each->id))
        count += each->credentials.user.real == own.credentials.user.real ? 1 : 0;
    return count >= limit;
}

void Processes::ran(Task& task, bool in_user_mode, u32 us) {
    Process& process = ProgramThread::of(task).process;
    u64 const ns = u64{us} * 1000;
    SignalCause const cause{code_of_kernel, 0, 0};
    if (in_user_mode && process.virtual_timer.ran(ns)) send(process, sigvtalrm, cause);
    if (process.profiling_timer.ran(ns)) send(process, sigprof, cause);
    if (process.limits.of(processor_seconds).soft != Limits::unlimited) check_time(process);
}

/// A process that has used its time gets a signal in each second, and at the hard limit is ended.
void Processes::check_time(Process& process) {
    Limit const& limit = process.limits.of(processor_seconds);
    u64 const used = unix::times_of(process).total_us() / us_per_second;
    SignalCause const cause{code_of_kernel, 0, 0};
    if (used >= max<u64>(limit.hard, 1)) {
        send(process, sigkill, cause);
    } else if (used >= max<u64>(limit.soft, 1) && process.told_seconds != used) {
        process.told_seconds = used;
        send(process, sigxcpu, cause);
    }
}

} // namespace flat::unix::process
