// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.i32;
import flat.lang.i64;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.vaddr;

/** The system calls of Linux on memory (section 2 of its manual); as `ProcessCalls`. */
@Version(1)
public interface MemoryCalls extends Top {
    /** Sets the end of the heap, if it can; returns where that is. */
    i64 brk(Task task, vaddr end);

    /** Maps memory, or a file. */
    i64 mmap(Task task, vaddr address, u64 bytes, u32 rights, u32 flags, i32 file, u64 offset);

    /** Changes what may be done with pages. */
    i64 mprotect(Task task, vaddr address, u64 bytes, u32 rights);

    /** Ends mappings. */
    i64 munmap(Task task, vaddr address, u64 bytes);

    /** Makes a mapping longer or shorter, and moves it if that is allowed. */
    i64 mremap(Task task, vaddr address, u64 bytes, u64 newBytes, u32 flags, vaddr to);

    /** Brings what was written to mapped files to their disks. */
    i64 msync(Task task, vaddr address, u64 bytes, u32 flags);

    /** Says what pages are for; MADV_DONTNEED forgets what was written to them. */
    i64 madvise(Task task, vaddr address, u64 bytes, u32 advice);

    /** Keeps pages in memory, where they are in any case. */
    i64 mlock(Task task, vaddr address, u64 bytes);

    /** The same for all pages, and those to come: none is ever taken away once it is there. */
    i64 mlockall(u32 flags);
}
