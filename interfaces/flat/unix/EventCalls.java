// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.i32;
import flat.lang.i64;
import flat.lang.u32;
import flat.lang.vaddr;

/** The system calls of Linux on files that tell of events; as `ProcessCalls`. */
@Version(1)
public interface EventCalls extends Top {
    /** Makes a set of files that are waited for together, and a descriptor for it (epoll(7)). */
    i64 epollCreate(Task task, u32 flags);

    /** Adds a file to a set, removes it, or changes what is wanted of it. */
    i64 epollControl(Task task, u32 set, u32 operation, u32 descriptor, vaddr event);

    /** Waits for files of a set, or for so many nanoseconds; -1: for ever. Returns how many. */
    i64 epollWait(Task task, u32 set, vaddr events, i32 count, i64 timeoutNs);

    /** Makes a count that is read and written (eventfd(2)). */
    i64 eventfd(Task task, u32 count, u32 flags);

    /** Makes a timer whose expirations are read (timerfd_create(2)). */
    i64 timerfdCreate(Task task, u32 clock, u32 flags);

    /** Sets it: `struct itimerspec`. */
    i64 timerfdSettime(Task task, u32 descriptor, u32 flags, vaddr time, vaddr old);

    /** How long it will take until it expires. */
    i64 timerfdGettime(Task task, u32 descriptor, vaddr time);
}
