// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.i64;
import flat.lang.u32;
import flat.lang.vaddr;

/**
 * The system calls of Linux on processes (section 2 of its manual). All end with a result or with a
 * negative number of an error; addresses are the program's, and are never believed.
 */
@Version(1)
public interface ProcessCalls extends Top {
    /** The number of the caller's process. */
    i64 getpid(Task task);

    /** The number of the calling thread. */
    i64 gettid(Task task);

    /** The number of the parent's process. */
    i64 getppid(Task task);

    /** Lets others run. */
    i64 yield();

    /** Says which word is cleared when the thread ends. */
    i64 setTidAddress(Task task, vaddr address);

    /** Ends the calling thread. Does not return. */
    i64 exit(Task task, u32 status);

    /** Ends the calling process. Does not return. */
    i64 exitGroup(Task task, u32 status);
}
