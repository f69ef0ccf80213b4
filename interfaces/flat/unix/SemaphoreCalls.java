// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.i32;
import flat.lang.i64;
import flat.lang.u32;
import flat.lang.vaddr;

/** The system calls of Linux on sets of semaphores (sysvipc(7)); as `ProcessCalls`. */
@Version(1)
public interface SemaphoreCalls extends Top {
    /** The number of the set with a key, which is made if the flags say so. */
    i64 semget(Task task, i32 key, u32 count, u32 flags);

    /** Does all operations of a table at once, and waits until they can be done, or so long. */
    i64 semtimedop(Task task, u32 id, vaddr operations, u32 count, vaddr timeout);

    /** Tells, sets and removes. */
    i64 semctl(Task task, u32 id, u32 number, u32 command, vaddr argument);
}
