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

    /** Ends a descriptor. */
    i64 close(Task task, u32 descriptor);

    /** What only some kinds of files can do. */
    i64 ioctl(Task task, u32 descriptor, u32 request, vaddr argument);
}
