// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of locks of records and of whole files.
#include <unix/files/open_files.hpp>

#include <flat/fs/node.hpp>
#include <machine/interrupts.hpp>
#include <unix/files/file_commands.hpp>
#include <unix/open_description.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::files {

using machine::InterruptGuard;

namespace {

/// F_RDLCK and its like.
enum LockKind : u16 { to_read, to_write, to_unlock };

enum Whence : u16 { from_begin, from_position, from_end };

} // namespace

/// F_GETLK, F_SETLK or F_SETLKW, of the process or (F_OFD_...) of the open file.
i64 OpenFiles::record_lock(Task& task, u32 descriptor, OpenDescription& file, u32 command,
                           vaddr place) {
    RecordLock asked = {};
    if (!get(*user_mode, asked, place)) return failed(Errno::efault);
    bool const is_of_file = command >= f_ofd_getlk;
    if (is_of_file && asked.process != 0) return failed(Errno::einval);
    auto const wanted = lock_of(task, file, asked, is_of_file);
    if (wanted.is_error()) return failed(wanted.error());
    if (command == f_getlk || command == f_ofd_getlk)
        return tell_lock(wanted.value(), asked, place);
    if (asked.kind == to_unlock) return unlock(locks_, wanted.value());
    u32 const access = file.flags() & access_mode;
    if (access == (asked.kind == to_read ? u32{o_wronly} : u32{o_rdonly}))
        return failed(Errno::ebadf);
    ProgramThread::of(task).process.descriptors.watch(*this);
    if (is_of_file) file.watch(*this);
    bool const may_wait = command == f_setlkw || command == f_ofd_setlkw;
    i64 const why = set_lock(task, locks_, wanted.value(), may_wait);
    if (is_of_file || why != 0 || find_file(task, descriptor) == &file) return why;
    (void)unlock(locks_, wanted.value()); // its end by another thread has not seen this lock
    return failed(Errno::ebadf);
}

/// The bytes that are meant: before the begin if there are less than none, all that follow if there
/// are none.
Result<FileLocks::Lock, Errno> OpenFiles::lock_of(Task& task, OpenDescription& file,
                                                  RecordLock const& asked, bool is_of_file) {
    fs::Node* const node = file.file().node();
    if (!node) return Errno::ebadf;
    if (asked.kind > to_unlock || asked.whence > from_end) return Errno::einval;
    u64 base = 0;
    if (asked.whence == from_position) base = file.position;
    if (asked.whence == from_end) base = node->attributes().size_bytes;
    i64 begin = 0;
    if (__builtin_add_overflow(static_cast<i64>(base), asked.begin, &begin))
        return Errno::eoverflow;
    i64 end = 0;
    if (__builtin_add_overflow(begin, asked.bytes, &end)) return Errno::eoverflow;
    if (asked.bytes < 0) begin = flat::exchange(end, begin);
    if (begin < 0) return Errno::einval;
    Process& process = ProgramThread::of(task).process;
    void const* const owner = is_of_file ? static_cast<void*>(&file) : &process.descriptors;
    u64 const last = asked.bytes == 0 ? FileLocks::to_the_end : static_cast<u64>(end);
    return FileLocks::Lock{node,
                           owner,
                           is_of_file ? FileLocks::no_process : process.id,
                           asked.kind == to_write,
                           static_cast<u64>(begin),
                           last};
}

/// Two that would wait for each other are told (EDEADLK), but not open files, as they have no
/// process that waits.
i64 OpenFiles::set_lock(Task& task, FileLocks& locks, FileLocks::Lock const& wanted,
                        bool may_wait) {
    for (;;) {
        u64 const ticket = threads->ticket();
        FileLocks::Waiter waiter{wanted};
        {
            InterruptGuard const guard;
            if (!locks.conflict(wanted)) {
                bool const is_done = locks.lock(wanted);
                threads->notify_all(address_of(&locks)); // it may have been to write before
                return is_done ? 0 : failed(Errno::enolck);
            }
            if (!may_wait) return failed(Errno::eagain);
            bool const is_of_process = wanted.owner_number != FileLocks::no_process;
            if (is_of_process && locks.is_deadlock(wanted)) return failed(Errno::edeadlk);
            locks.begin_waiting(waiter);
        }
        bool const is_to_go_on = ProgramThread::of(task).wait(*threads, address_of(&locks), ticket);
        {
            InterruptGuard const guard;
            locks.end_waiting(waiter);
        }
        if (!is_to_go_on) return call_interrupted;
    }
}

i64 OpenFiles::unlock(FileLocks& locks, FileLocks::Lock const& wanted) {
    InterruptGuard const guard;
    bool const is_done = locks.unlock(wanted);
    threads->notify_all(address_of(&locks));
    return is_done ? 0 : failed(Errno::enolck);
}

/// A lock of another kind than before is a new one: the old one is given back first.
i64 OpenFiles::flock(Task& task, u32 descriptor, u32 operation) {
    enum Operation : u32 { shared = 1, exclusive = 2, does_not_wait = 4, unlocks = 8 };
    OpenDescription* const file = find_file(task, descriptor);
    if (!file) return failed(Errno::ebadf);
    u32 const kind = operation & ~u32{does_not_wait};
    if (kind != shared && kind != exclusive && kind != unlocks) return failed(Errno::einval);
    fs::Node* const node = file->file().node();
    if (!node) return failed(Errno::ebadf);
    FileLocks::Lock const whole{
        node, file, FileLocks::no_process, kind == exclusive, 0, FileLocks::to_the_end};
    if (kind == unlocks || !whole_locks_.has(whole)) {
        i64 const why = unlock(whole_locks_, whole);
        if (kind == unlocks || why != 0) return why;
    }
    file->watch(*this);
    return set_lock(task, whole_locks_, whole, (operation & does_not_wait) == 0);
}

/// What keeps it from being locked, or that nothing does.
i64 OpenFiles::tell_lock(FileLocks::Lock const& wanted, RecordLock const& asked, vaddr place) {
    RecordLock told = asked;
    told.kind = to_unlock;
    {
        InterruptGuard const guard;
        if (FileLocks::Lock const* const found = locks_.conflict(wanted)) {
            bool const is_to_the_end = found->end == FileLocks::to_the_end;
            told.kind = found->is_exclusive ? to_write : to_read;
            told.whence = from_begin;
            told.begin = static_cast<i64>(found->begin);
            told.bytes = is_to_the_end ? 0 : static_cast<i64>(found->end - found->begin);
            told.process = found->owner_number;
        }
    }
    return put(*user_mode, place, told) ? 0 : failed(Errno::efault);
}

/// A process that closes a file has no lock of it any more, whatever other descriptors it has.
void OpenFiles::closing(Descriptors& of, OpenDescription& file) {
    fs::Node* const node = file.file().node();
    if (!node) return;
    InterruptGuard const guard;
    locks_.unlock_all(node, &of);
    threads->notify_all(address_of(&locks_));
}

/// What was locked for an open file is free with its end.
void OpenFiles::ending(OpenDescription& file) {
    fs::Node* const node = file.file().node();
    if (!node) return;
    InterruptGuard const guard;
    FileLocks* const both[] = {&locks_, &whole_locks_};
    for (FileLocks* const each : both) {
        each->unlock_all(node, &file);
        threads->notify_all(address_of(each));
    }
}

} // namespace flat::unix::files
