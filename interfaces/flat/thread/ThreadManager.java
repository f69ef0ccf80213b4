// SPDX-License-Identifier: BSD-2-Clause
package flat.thread;

import flat.core.ResourceManager;
import flat.lang.Version;
import flat.lang.u64;

/**
 * The threads of the kernel (THINK, section 4.4).
 *
 * `create` makes a `Thread`; its hint is one byte, the priority, or nothing for the middle one.
 * `bind` makes a `Thread`, with the same hint, and starts it on the `Thread.Body` that is named.
 *
 * Threads wait on conditions: numbers that mean something to their users, the address of
 * what changes for example. To wait until something holds, a thread asks for a ticket, tests, and
 * waits with the ticket, in a loop: a notification between test and wait is not lost.
 */
@Version(2)
public interface ThreadManager extends ResourceManager {
    /** Lets other threads run first, as the scheduler sees fit. */
    void yield();

    /** Ends the calling thread; does not return. */
    void exit();

    /** A number of the calling thread, which no other has while it lives. */
    u64 running();

    /** How many notifications there have been. */
    u64 ticket();

    /**
     * Blocks until `condition` is notified; returns at once when anything was notified since
     * `ticket` was taken. What the caller waits for need not hold then. False if it must not be
     * waited for: the thread works for a domain that has ended, and is to return from what it does.
     */
    boolean wait(u64 condition, u64 ticket);

    /** Lets the thread go on that has waited longest on `condition`; also from interrupts. */
    void notify(u64 condition);

    /** Lets all threads go on that wait on `condition`; also from interrupts. */
    void notifyAll(u64 condition);
}
