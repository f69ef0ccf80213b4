// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.i32;
import flat.lang.i64;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.vaddr;

/** The system calls of Linux on shared segments of memory (sysvipc(7)); as `ProcessCalls`. */
@Version(1)
public interface SegmentCalls extends Top {
    /** The number of the segment with a key, which is made if the flags say so. */
    i64 shmget(Task task, i32 key, u64 bytes, u32 flags);

    /** Shows a segment, where the program or the kernel wants it; returns where. */
    i64 shmat(Task task, u32 id, vaddr address, u32 flags);

    /** Shows it there no more. */
    i64 shmdt(Task task, vaddr address);

    /** Tells, sets and removes. */
    i64 shmctl(Task task, u32 id, u32 command, vaddr argument);
}
