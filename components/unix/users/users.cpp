// SPDX-License-Identifier: BSD-2-Clause
// What programs ask about users and groups, and through which directories they may go.
#include <unix/users/users.hpp>

#include <machine/interrupts.hpp>
#include <unix/permissions.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::users {

namespace {

Credentials& credentials_of(Task& task) {
    return ProgramThread::of(task).process.credentials;
}

/// Changes one kind of identities by one of their rules; EPERM if that does not allow it.
template<class Change>
i64 change(Task& task, Identities Credentials::* which, Change change) {
    machine::InterruptGuard const guard;
    Credentials& credentials = credentials_of(task);
    Identities const before = credentials.*which;
    bool const is_done = change(credentials.*which, credentials.is_superuser());
    Identities const& now = credentials.*which;
    if (now.effective != before.effective || now.file != before.file)
        credentials.has_changed = true;
    return is_done ? 0 : failed(Errno::eperm);
}

i64 set(Task& task, Identities Credentials::* which, u32 id) {
    if (id == Identities::unchanged) return failed(Errno::einval);
    return change(task, which,
                  [id](Identities& ids, bool is_superuser) { return ids.set(id, is_superuser); });
}

i64 set_both(Task& task, Identities Credentials::* which, u32 real, u32 effective) {
    return change(task, which, [real, effective](Identities& ids, bool is_superuser) {
        return ids.set_both(real, effective, is_superuser);
    });
}

i64 set_all(Task& task, Identities Credentials::* which, u32 real, u32 effective, u32 saved) {
    return change(task, which, [real, effective, saved](Identities& ids, bool is_superuser) {
        return ids.set_all(real, effective, saved, is_superuser);
    });
}

i64 set_file(Task& task, Identities Credentials::* which, u32 id) {
    u32 const before = (credentials_of(task).*which).file;
    (void)change(task, which, [id](Identities& ids, bool is_superuser) {
        return ids.set_file(id, is_superuser);
    });
    return before;
}

} // namespace

i64 Users::getuid(Task& task) {
    return credentials_of(task).user.real;
}

i64 Users::geteuid(Task& task) {
    return credentials_of(task).user.effective;
}

i64 Users::getgid(Task& task) {
    return credentials_of(task).group.real;
}

i64 Users::getegid(Task& task) {
    return credentials_of(task).group.effective;
}

i64 Users::setuid(Task& task, u32 user) {
    return set(task, &Credentials::user, user);
}

i64 Users::setgid(Task& task, u32 group) {
    return set(task, &Credentials::group, group);
}

i64 Users::setreuid(Task& task, u32 real, u32 effective) {
    return set_both(task, &Credentials::user, real, effective);
}

i64 Users::setregid(Task& task, u32 real, u32 effective) {
    return set_both(task, &Credentials::group, real, effective);
}

i64 Users::setresuid(Task& task, u32 real, u32 effective, u32 saved) {
    return set_all(task, &Credentials::user, real, effective, saved);
}

i64 Users::setresgid(Task& task, u32 real, u32 effective, u32 saved) {
    return set_all(task, &Credentials::group, real, effective, saved);
}

i64 Users::getresuid(Task& task, vaddr real, vaddr effective, vaddr saved) {
    return tell(credentials_of(task).user, real, effective, saved);
}

i64 Users::getresgid(Task& task, vaddr real, vaddr effective, vaddr saved) {
    return tell(credentials_of(task).group, real, effective, saved);
}

i64 Users::tell(Identities const& of, vaddr real, vaddr effective, vaddr saved) {
    Identities const told = of;
    bool const is_told = put(*user_mode, real, told.real) &&
                         put(*user_mode, effective, told.effective) &&
                         put(*user_mode, saved, told.saved);
    return is_told ? 0 : failed(Errno::efault);
}

i64 Users::setfsuid(Task& task, u32 user) {
    return set_file(task, &Credentials::user, user);
}

i64 Users::setfsgid(Task& task, u32 group) {
    return set_file(task, &Credentials::group, group);
}

i64 Users::getgroups(Task& task, u32 room, vaddr place) {
    Credentials const told = credentials_of(task);
    Span<u32 const> const groups = told.groups();
    if (static_cast<i32>(room) < 0) return failed(Errno::einval);
    if (room != 0 && groups.size() > room) return failed(Errno::einval);
    if (room != 0 && !user_mode->copy_out(place, bytes_of(groups))) return failed(Errno::efault);
    return static_cast<i64>(groups.size());
}

i64 Users::setgroups(Task& task, u32 count, vaddr place) {
    u32 groups[Credentials::groups_max] = {};
    if (!credentials_of(task).is_superuser()) return failed(Errno::eperm);
    if (count > Credentials::groups_max) return failed(Errno::einval);
    Span<u32> const wanted = Span<u32>(groups).first(count);
    if (!user_mode->copy_in(writable_bytes_of(wanted), place)) return failed(Errno::efault);
    machine::InterruptGuard const guard;
    credentials_of(task).set_groups(wanted);
    return 0;
}

/// A thread that works for no program may go everywhere.
bool Users::may_search(fs::Directory& directory) {
    Task* const task = user_mode->running();
    return !task || may(*task, directory, Right::executes);
}

} // namespace flat::unix::users
