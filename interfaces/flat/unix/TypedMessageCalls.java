// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.i32;
import flat.lang.i64;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.vaddr;

/** The system calls of Linux on queues of messages by types (sysvipc(7)); as `ProcessCalls`. */
@Version(1)
public interface TypedMessageCalls extends Top {
    /** The number of the queue with a key, which is made if the flags say so. */
    i64 msgget(Task task, i32 key, u32 flags);

    /** Adds a message, whose type is the first word, and waits for room. */
    i64 msgsnd(Task task, u32 id, vaddr message, u64 bytes, u32 flags);

    /** Takes the first message of a type, waits for it, and returns its size. */
    i64 msgrcv(Task task, u32 id, vaddr message, u64 bytes, i64 type, u32 flags);

    /** Tells, sets and removes. */
    i64 msgctl(Task task, u32 id, u32 command, vaddr argument);
}
