// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.i64;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.vaddr;

/**
 * The system calls of Linux on message queues (mq_overview(7)); as `ProcessCalls`. Names are those
 * that the C library gives the kernel: without the first slash.
 */
@Version(1)
public interface QueueCalls extends Top {
    /** Opens a queue, or makes one as `struct mq_attr` says, and a descriptor for it. */
    i64 mqOpen(Task task, vaddr name, u32 flags, u32 mode, vaddr attributes);

    /** Removes a name; the queue ends with the last descriptor. */
    i64 mqUnlink(Task task, vaddr name);

    /** Adds a message, and waits for room until then: `struct timespec`, 0 for ever. */
    i64 mqTimedsend(Task task, u32 descriptor, vaddr message, u64 bytes, u32 priority, vaddr until);

    /** Takes the oldest of the most urgent messages, waits as `mqTimedsend`; returns its size. */
    i64 mqTimedreceive(Task task, u32 descriptor, vaddr message, u64 bytes, vaddr priority,
            vaddr until);

    /** Has a signal come when there is a message, once: `struct sigevent`; 0 for no signal. */
    i64 mqNotify(Task task, u32 descriptor, vaddr event);

    /** Sets and tells whether calls wait, and tells how large the queue is: `struct mq_attr`. */
    i64 mqGetsetattr(Task task, u32 descriptor, vaddr wanted, vaddr before);
}
