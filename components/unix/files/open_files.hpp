// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of their open files, by descriptor.
#pragma once

#include <unix/descriptors.hpp>
#include <unix/files/file_locks.hpp>
#include <unix/files/open_files.flat.hpp>

namespace flat::unix::files {

/// Finds the open file of a descriptor, and keeps its position where it has one.
class OpenFiles : public OpenFilesComponent, private ClosingWatcher, private EndWatcher {
public:
    using OpenFilesComponent::OpenFilesComponent;

    i64 read(Task& task, u32 descriptor, vaddr buffer, u64 bytes) override;
    i64 write(Task& task, u32 descriptor, vaddr buffer, u64 bytes) override;
    i64 readv(Task& task, u32 descriptor, vaddr pieces, u32 count) override;
    i64 writev(Task& task, u32 descriptor, vaddr pieces, u32 count) override;
    i64 pread(Task& task, u32 descriptor, vaddr buffer, u64 bytes, u64 position) override;
    i64 pwrite(Task& task, u32 descriptor, vaddr buffer, u64 bytes, u64 position) override;
    i64 preadv(Task& task, u32 descriptor, vaddr pieces, u32 count, u64 position) override;
    i64 pwritev(Task& task, u32 descriptor, vaddr pieces, u32 count, u64 position) override;
    i64 fadvise(Task& task, u32 descriptor, i64 begin, i64 bytes, u32 advice) override;
    i64 readahead(Task& task, u32 descriptor) override;
    i64 lseek(Task& task, u32 descriptor, i64 offset, u32 from) override;
    i64 dup(Task& task, u32 descriptor) override;
    i64 dup3(Task& task, u32 descriptor, u32 wanted, u32 flags) override;
    i64 dup2(Task& task, u32 descriptor, u32 wanted) override;
    i64 pipe(Task& task, vaddr descriptors, u32 flags) override;
    i64 fcntl(Task& task, u32 descriptor, u32 command, u64 argument) override;
    i64 ftruncate(Task& task, u32 descriptor, u64 bytes) override;
    i64 fallocate(Task& task, u32 descriptor, u32 mode, u64 from, u64 bytes) override;
    i64 flock(Task& task, u32 descriptor, u32 operation) override;
    i64 fsync(Task& task, u32 descriptor) override;
    i64 sync_file_range(Task& task, u32 descriptor, i64 from, i64 bytes, u32 flags) override;
    i64 syncfs(Task& task, u32 descriptor) override;
    i64 copy_file_range(Task& task, u32 from, vaddr from_place, u32 to, vaddr to_place, u64 bytes,
                        u32 flags) override;
    i64 sendfile(Task& task, u32 to, u32 from, vaddr position, u64 bytes) override;
    i64 poll(Task& task, vaddr files, u32 count, i64 timeout_ns) override;
    i64 select(Task& task, u32 count, vaddr readable, vaddr writable, vaddr others,
               i64 timeout_ns) override;
    i64 close(Task& task, u32 descriptor) override;
    i64 close_range(Task& task, u32 first, u32 last, u32 flags) override;
    i64 ioctl(Task& task, u32 descriptor, u32 request, vaddr argument) override;

private:
    // file_copies.cpp
    i64 copy(Task& task, u32 from, vaddr from_place, u32 to, vaddr to_place, u64 bytes,
             Errno of_appended);
    bool move_on(OpenDescription& opened, vaddr place, u64 position);

    /// struct flock.
    struct RecordLock {
        u16 kind;
        u16 whence;
        u32 padding;
        i64 begin;
        i64 bytes;
        u32 process;
        u32 more_padding;
    };

    /// What is known of one file of a poll: what is wanted of it, and what can be done now.
    struct Polled {
        u32 descriptor;
        u16 wanted;
        u16 found;
    };

    template<class Transfer>
    i64 for_each_piece(vaddr pieces, u32 count, Transfer const& transfer);
    // lock_calls.cpp
    i64 record_lock(Task& task, u32 descriptor, OpenDescription& file, u32 command, vaddr place);
    i64 set_lock(Task& task, FileLocks& locks, FileLocks::Lock const& wanted, bool may_wait);
    i64 unlock(FileLocks& locks, FileLocks::Lock const& wanted);
    i64 tell_lock(FileLocks::Lock const& wanted, RecordLock const& asked, vaddr place);
    Result<FileLocks::Lock, Errno> lock_of(Task& task, OpenDescription& file,
                                           RecordLock const& asked, bool is_of_file);
    void closing(Descriptors& of, OpenDescription& file) override;
    void ending(OpenDescription& file) override;

    i64 poll_once(Task& task, Span<Polled> files);
    i64 wait_for_any(Task& task, Span<Polled> files, i64 timeout_ns);

    FileLocks locks_{*records};       // of records
    FileLocks whole_locks_{*records}; // of files as wholes
};

} // namespace flat::unix::files
