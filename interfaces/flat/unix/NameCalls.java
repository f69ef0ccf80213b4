// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.i32;
import flat.lang.i64;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.vaddr;

/**
 * The system calls of Linux on names of files (section 2 of its manual); as `ProcessCalls`. Paths
 * begin at the directory of a descriptor, or of the process for -100 (AT_FDCWD).
 */
@Version(1)
public interface NameCalls extends Top {
    /** The directory of the process, as a descriptor. */
    int CURRENT = -100;

    /** Opens a file, and perhaps makes it. */
    i64 openat(Task task, i32 at, vaddr path, u32 flags, u32 mode);

    /** What can be said of a file: `struct stat`. */
    i64 fstatat(Task task, i32 at, vaddr path, vaddr status, u32 flags);

    /** The same of an open file. */
    i64 fstat(Task task, u32 descriptor, vaddr status);

    /** Whether a file is there and can be accessed, by who has started the process. */
    i64 faccessat(Task task, i32 at, vaddr path, u32 rights, u32 flags);

    /** Makes a directory. */
    i64 mkdirat(Task task, i32 at, vaddr path, u32 mode);

    /** Makes a node of another kind. */
    i64 mknodat(Task task, i32 at, vaddr path, u32 mode, u64 device);

    /** Takes a name away; of a directory with AT_REMOVEDIR. */
    i64 unlinkat(Task task, i32 at, vaddr path, u32 flags);

    /** Gives a file another name. */
    i64 renameat(Task task, i32 at, vaddr path, i32 newAt, vaddr newPath, u32 flags);

    /** Gives a file one name more. */
    i64 linkat(Task task, i32 at, vaddr path, i32 newAt, vaddr newPath, u32 flags);

    /** Makes a symbolic link. */
    i64 symlinkat(Task task, vaddr target, i32 at, vaddr path);

    /** Where a symbolic link leads. */
    i64 readlinkat(Task task, i32 at, vaddr path, vaddr buffer, u64 bytes);

    /** Sets permissions. */
    i64 fchmodat(Task task, i32 at, vaddr path, u32 mode);

    /** Sets owner and group; those of -1 stay. */
    i64 fchownat(Task task, i32 at, vaddr path, u32 owner, u32 group, u32 flags);

    /** Sets permissions of an open file. */
    i64 fchmod(Task task, u32 descriptor, u32 mode);

    /** Sets owner and group of an open file. */
    i64 fchown(Task task, u32 descriptor, u32 owner, u32 group);

    /** Sets times, to now for a null pointer. */
    i64 utimensat(Task task, i32 at, vaddr path, vaddr times, u32 flags);

    /** The same by seconds and microseconds: two of `struct timeval`. */
    i64 futimesat(Task task, i32 at, vaddr path, vaddr times);

    /** The same by seconds: `struct utimbuf`. */
    i64 utime(Task task, vaddr path, vaddr times);

    /** Makes a file longer or shorter. */
    i64 truncate(Task task, vaddr path, u64 bytes);

    /** Makes a file in memory that has no name, and a descriptor for it (memfd_create(2)). */
    i64 memfdCreate(Task task, vaddr name, u32 flags);

    /** The names in an open directory: `struct linux_dirent64`. */
    i64 getdents64(Task task, u32 descriptor, vaddr buffer, u64 bytes);

    /** Sets the directory of the process. */
    i64 chdir(Task task, vaddr path);

    /** The same by descriptor. */
    i64 fchdir(Task task, u32 descriptor);

    /** Sets where absolute paths begin, beyond which no path of the process leads (chroot(2)). */
    i64 chroot(Task task, vaddr path);

    /** Where the directory of the process is. */
    i64 getcwd(Task task, vaddr buffer, u64 bytes);

    /** What can be said of a file system: `struct statfs`. */
    i64 statfs(Task task, vaddr path, vaddr status);

    /** The same of the one that an open file is in. */
    i64 fstatfs(Task task, u32 descriptor, vaddr status);

    /** Brings all that was changed to disks. */
    i64 sync();
}
