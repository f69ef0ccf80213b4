// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.i64;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.vaddr;

/** The system calls of Linux on files (section 2 of its manual); as `ProcessCalls`. */
@Version(1)
public interface FileCalls extends Top {
    /** Reads into the program's memory. */
    i64 read(Task task, u32 descriptor, vaddr buffer, u64 bytes);

    /** Writes from the program's memory. */
    i64 write(Task task, u32 descriptor, vaddr buffer, u64 bytes);

    /** Reads into pieces. */
    i64 readv(Task task, u32 descriptor, vaddr pieces, u32 count);

    /** Writes pieces. */
    i64 writev(Task task, u32 descriptor, vaddr pieces, u32 count);

    /** Reads from a position. */
    i64 pread(Task task, u32 descriptor, vaddr buffer, u64 bytes, u64 position);

    /** Writes to a position. */
    i64 pwrite(Task task, u32 descriptor, vaddr buffer, u64 bytes, u64 position);

    /** Reads into pieces from a position; the largest one means the file's own. */
    i64 preadv(Task task, u32 descriptor, vaddr pieces, u32 count, u64 position);

    /** Writes pieces to a position. */
    i64 pwritev(Task task, u32 descriptor, vaddr pieces, u32 count, u64 position);

    /** Says how a part of a file will be used (posix_fadvise(2)), which changes nothing here. */
    i64 fadvise(Task task, u32 descriptor, i64 begin, i64 bytes, u32 advice);

    /** Says that a file will be read soon, which changes nothing here. */
    i64 readahead(Task task, u32 descriptor);

    /** Sets the position, from the beginning, itself or the end. */
    i64 lseek(Task task, u32 descriptor, i64 offset, u32 from);

    /** Another descriptor for the same, the lowest that is free. */
    i64 dup(Task task, u32 descriptor);

    /** The same with a number of the caller's choice, and flags of `open`. */
    i64 dup3(Task task, u32 descriptor, u32 wanted, u32 flags);

    /** As `dup3`; a descriptor can be its own. */
    i64 dup2(Task task, u32 descriptor, u32 wanted);

    /** Makes a pipe, and two descriptors for its ends. */
    i64 pipe(Task task, vaddr descriptors, u32 flags);

    /** Changes a descriptor, or how its file was opened. */
    i64 fcntl(Task task, u32 descriptor, u32 command, u64 argument);

    /** Makes a file longer or shorter. */
    i64 ftruncate(Task task, u32 descriptor, u64 bytes);

    /** Locks a file for those who share this open file, or unlocks it. */
    i64 flock(Task task, u32 descriptor, u32 operation);

    /** Has bytes of a file take space, or be zeros, as the mode says. May block. */
    i64 fallocate(Task task, u32 descriptor, u32 mode, u64 from, u64 bytes);

    /** Blocks until what was written to it is on the medium; of a directory, all of its files. */
    i64 fsync(Task task, u32 descriptor);

    /** As `fsync` for a range; all of the file is brought there with it. */
    i64 syncFileRange(Task task, u32 descriptor, i64 from, i64 bytes, u32 flags);

    /** Blocks until all that was written to the descriptor's file system is on the medium. */
    i64 syncfs(Task task, u32 descriptor);

    /** Copies from file to file, by places that the program has or the descriptors have. */
    i64 copyFileRange(Task task, u32 from, vaddr fromPlace, u32 to, vaddr toPlace, u64 bytes,
            u32 flags);

    /** Copies from file to file. */
    i64 sendfile(Task task, u32 to, u32 from, vaddr position, u64 bytes);

    /** Waits until files can be read or written, or for so many nanoseconds; -1: for ever. */
    i64 poll(Task task, vaddr files, u32 count, i64 timeoutNs);

    /** The same for sets of descriptors. */
    i64 select(Task task, u32 count, vaddr readable, vaddr writable, vaddr others, i64 timeoutNs);

    /** Ends a descriptor. */
    i64 close(Task task, u32 descriptor);

    /** Ends all descriptors from `first` to `last`, or has them end with the program. */
    i64 closeRange(Task task, u32 first, u32 last, u32 flags);

    /** What only some kinds of files can do. */
    i64 ioctl(Task task, u32 descriptor, u32 request, vaddr argument);
}
