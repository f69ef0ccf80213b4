// SPDX-License-Identifier: BSD-2-Clause
// What programs learn of sets of semaphores and set of them (semctl(2)).
#include <unix/ipc/semaphores.hpp>

#include <machine/interrupts.hpp>
#include <unix/ipc/ipc_text.hpp>
#include <unix/program_thread.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::ipc {

using machine::InterruptGuard;

namespace {

/// Commands beside those of all objects.
enum SemaphoreCommand : u32 {
    get_process = 11, // GETPID
    get_value = 12,
    get_values = 13,
    count_waiting = 14, // GETNCNT
    count_for_zero = 15,
    set_value = 16,
    set_values = 17,
    tells_set_at = 18,  // SEM_STAT: by the place, and for whoever may read
    tells_sets = 19,    // SEM_INFO
    tells_any_set = 20, // SEM_STAT_ANY
};

/// struct semid64_ds of x86_64.
struct SetStatus {
    IpcPermissions permissions;
    i64 operated_s;
    u64 reserved_1;
    i64 changed_s;
    u64 reserved_2;
    u64 count;
    u64 reserved_3[2];
};
static_assert(sizeof(SetStatus) == 104);

/// struct seminfo.
struct SemaphoreLimits {
    i32 map, sets, semaphores, undos, in_set, operations, undos_of_process, used, value,
        change_or_used;
};

} // namespace

i64 Semaphores::semctl(Task& task, u32 id, u32 number, u32 command, vaddr argument) {
    Process const& process = ProgramThread::of(task).process;
    Credentials const& as = process.credentials;
    switch (command) {
    case removes:
        return remove(as, id);
    case sets:
        return set_permissions(as, id, argument);
    case tells:
    case tells_set_at:
    case tells_any_set:
        return tell_found(as, id, command, argument);
    case tells_limits:
    case tells_sets:
        return tell_limits(command, argument);
    case get_values:
        return get_all(as, id, argument);
    case set_values:
        return set_all(process, id, argument);
    case get_process:
    case get_value:
    case count_waiting:
    case count_for_zero:
    case set_value:
        return control_one(process, id, number, command, static_cast<i32>(argument));
    default:
        return failed(Errno::einval);
    }
}

i64 Semaphores::tell_limits(u32 command, vaddr place) {
    SemaphoreLimits limits = {};
    u32 last = 0;
    {
        InterruptGuard const guard;
        last = all_.last();
        constexpr i32 sets_max = IpcTable<SemaphoreSet>::places_max;
        limits = {sets_max * i32{set_max}, sets_max, sets_max * i32{set_max},
                  sets_max * i32{set_max}, set_max,  operations_max,
                  operations_max,          20,       SemaphoreSet::value_max,
                  SemaphoreSet::value_max};
        if (command == tells_sets) {
            limits.used = static_cast<i32>(all_.count());
            limits.change_or_used = 0;
            for (u32 i = 0; i <= last; ++i)
                if (SemaphoreSet const* const set = all_.at(i))
                    limits.change_or_used += static_cast<i32>(set->semaphores.size());
        }
    }
    return put(*user_mode, place, limits) ? i64{last} : failed(Errno::efault);
}

i64 Semaphores::tell_found(Credentials const& as, u32 id, u32 command, vaddr place) {
    SetStatus status = {};
    i64 result = 0;
    {
        InterruptGuard const guard;
        auto const found = all_.told(id, named(command, tells_any_set), as);
        if (found.is_error()) return failed(found.error());
        SemaphoreSet const& set = *found.value();
        result = command == tells ? 0 : i64{set.id};
        status = {set.permissions, set.operated_s, 0, set.changed_s, 0, set.semaphores.size(), {}};
    }
    return put(*user_mode, place, status) ? result : failed(Errno::efault);
}

i64 Semaphores::set_permissions(Credentials const& as, u32 id, vaddr place) {
    SetStatus wanted = {};
    if (!get(*user_mode, wanted, place)) return failed(Errno::efault);
    InterruptGuard const guard;
    auto const set = all_.governed(id, as);
    if (set.is_error()) return failed(set.error());
    set.value()->set(wanted.permissions);
    set.value()->changed_s = now_s();
    return 0;
}

i64 Semaphores::remove(Credentials const& as, u32 id) {
    InterruptGuard const guard;
    auto const set = all_.governed(id, as);
    if (set.is_error()) return failed(set.error());
    all_.remove(*set.value());
    threads->notify_all(address_of(set.value()));
    destroy(*set.value());
    return 0;
}

i64 Semaphores::control_one(Process const& process, u32 id, u32 number, u32 command, i32 value) {
    InterruptGuard const guard;
    auto const found = all_.find(id);
    if (found.is_error()) return failed(found.error());
    SemaphoreSet& set = *found.value();
    bool const is_set = command == set_value;
    if (is_set && (value < 0 || value > SemaphoreSet::value_max)) return failed(Errno::erange);
    if (number >= set.semaphores.size()) return failed(Errno::einval);
    if (!set.may(process.credentials, is_set ? writes : reads)) return failed(Errno::eacces);
    SemaphoreSet::Semaphore& semaphore = set.semaphores[number];
    switch (command) {
    case get_process:
        return semaphore.process;
    case get_value:
        return semaphore.value;
    case count_waiting:
        return set.waiting_for(number, false);
    case count_for_zero:
        return set.waiting_for(number, true);
    default:
        break;
    }
    semaphore = {value, process.id};
    set.forget_changes(number);
    set.changed_s = now_s();
    threads->notify_all(address_of(&set));
    return 0;
}

/// The values are copied out one by one: the set may end meanwhile.
i64 Semaphores::get_all(Credentials const& as, u32 id, vaddr place) {
    for (u32 i = 0;; ++i) {
        u16 value = 0;
        {
            InterruptGuard const guard;
            auto const set = all_.find(id);
            if (set.is_error()) return failed(i == 0 ? set.error() : Errno::eidrm);
            if (!set.value()->may(as, reads)) return failed(Errno::eacces);
            if (i == set.value()->semaphores.size()) return 0;
            value = static_cast<u16>(set.value()->semaphores[i].value);
        }
        if (!put(*user_mode, place + i * sizeof value, value)) return failed(Errno::efault);
    }
}

/// All values at once, or none.
i64 Semaphores::set_all(Process const& process, u32 id, vaddr place) {
    u64 count = 0;
    {
        InterruptGuard const guard;
        auto const set = all_.find(id);
        if (set.is_error()) return failed(set.error());
        if (!set.value()->may(process.credentials, writes)) return failed(Errno::eacces);
        count = set.value()->semaphores.size();
    }
    u64 const bytes = count * sizeof(u16);
    auto const room = records->allocate(bytes);
    if (room.is_error()) return failed(Errno::enomem);
    Span<u16> const values(pointer_to<u16>(room.value()), count);
    bool const is_read = user_mode->copy_in(writable_bytes_of(values), place);
    i64 outcome = is_read ? 0 : failed(Errno::efault);
    for (u16 const each : values)
        if (outcome == 0 && each > SemaphoreSet::value_max) outcome = failed(Errno::erange);
    InterruptGuard const guard;
    auto const set = all_.find(id);
    if (outcome == 0 && set.is_error()) outcome = failed(Errno::eidrm);
    for (u32 i = 0; outcome == 0 && i < count; ++i) {
        set.value()->semaphores[i] = {values[i], process.id};
        set.value()->forget_changes(i);
    }
    if (outcome == 0) {
        set.value()->changed_s = now_s();
        threads->notify_all(address_of(set.value()));
    }
    records->free(room.value(), bytes);
    return outcome;
}

u32 Semaphores::show(u32, Span<u8> destination) {
    struct Facts {
        IpcPermissions permissions;
        u32 id;
        u64 count;
        i64 operated_s;
        i64 changed_s;
    };
    return write_objects(
        all_, destination,
        "       key      semid perms      nsems   uid   gid  cuid  cgid      otime      ctime\n",
        [](SemaphoreSet const& set) {
            return Facts{set.permissions, set.id, set.semaphores.size(), set.operated_s,
                         set.changed_s};
        },
        [](TextSink& to, Facts const& set) {
            write_beginning(to, set.permissions, set.id);
            write_column(to, 10, set.count);
            write_users(to, set.permissions);
            write_time(to, set.operated_s);
            write_time(to, set.changed_s);
            to.put("\n");
        });
}

} // namespace flat::unix::ipc
