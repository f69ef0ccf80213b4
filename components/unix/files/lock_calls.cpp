// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of locks of records.
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

/// F_GETLK, F_SETLK or F_SETLKW. Processes that wait for each other wait for ever: deadlocks are
/// not detected (Linux: EDEADLK).
i64 OpenFiles::record_lock(Task& task, OpenDescription& file, u32 command, vaddr place) {
    RecordLock asked = {};
    if (!get(*user_mode, asked, place)) return failed(Errno::efault);
    auto const wanted = lock_of(task, file, asked);
    if (wanted.is_error()) return failed(wanted.error());
    if (command == f_getlk) return tell_lock(wanted.value(), asked, place);
    u32 const access = file.flags() & access_mode;
    bool const is_allowed = asked.kind == to_unlock ||
                            access != (asked.kind == to_read ? u32{o_wronly} : u32{o_rdonly});
    if (!is_allowed) return failed(Errno::ebadf);
    return set_lock(task, wanted.value(), asked.kind == to_unlock, command == f_setlkw);
}

/// The bytes that are meant: before the begin if there are less than none, all that follow if there
/// are none.
Result<FileLocks::Lock, Errno> OpenFiles::lock_of(Task& task, OpenDescription& file,
                                                  RecordLock const& asked) {
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
    u64 const last = asked.bytes == 0 ? FileLocks::to_the_end : static_cast<u64>(end);
    return FileLocks::Lock{
        node, &process.descriptors, process.id, asked.kind == to_write, static_cast<u64>(begin),
        last};
}

i64 OpenFiles::set_lock(Task& task, FileLocks::Lock const& wanted, bool is_unlock, bool may_wait) {
    ProgramThread& thread = ProgramThread::of(task);
    thread.process.descriptors.watch(*this);
    for (;;) {
        u64 const ticket = threads->ticket();
        {
            InterruptGuard const guard;
            bool const is_free = is_unlock || !locks_.conflict(wanted);
            if (is_free) {
                bool const is_done = is_unlock ? locks_.unlock(wanted) : locks_.lock(wanted);
                threads->notify_all(address_of(&locks_)); // it may have been to write before
                return is_done ? 0 : failed(Errno::enolck);
            }
        }
        if (!may_wait) return failed(Errno::eagain);
        if (!thread.wait(*threads, address_of(&locks_), ticket)) return call_interrupted;
    }
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

} // namespace flat::unix::files
