// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.i64;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.vaddr;

/** The system calls of Linux on words that threads wait for (futex(2)); as `ProcessCalls`. */
@Version(1)
public interface FutexCalls extends Top {
    /**
     * Waits while a word has a value, or wakes its waiters. `timeout` is the address of a
     * time, or the second number of an operation that has one.
     */
    i64 futex(Task task, vaddr word, u32 operation, u32 value, u64 timeout, vaddr other, u32 third);

    /** Says where a thread lists the words that it owns. */
    i64 setRobustList(Task task, vaddr head, u64 bytes);

    /** Tells where that is, of this thread alone, and how long its head is. */
    i64 getRobustList(Task task, u32 thread, vaddr head, vaddr bytes);

    /**
     * The calling thread ends: the words that it owns say so, and the word that it has promised is
     * cleared; their waiters go on.
     */
    void threadEnds(Task task);
}
