// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Context;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.vaddr;

/** What is done when programs do what they cannot, or have got signals. */
@Version(1)
public interface Faults extends Top {
    /** How a program takes a signal. */
    record Delivery(u32 signal, vaddr handler, u64 flags, vaddr restorer, u64 mask, vaddr stack,
            u64 stackBytes, u32 code, u64 origin, u64 value) {}

    /** Whether an access by a task, or on its behalf, can be tried again at once. */
    @Context(INTERRUPT)
    boolean pageFault(Task task, vaddr address, u32 access);

    /**
     * The same by a thread that can wait, and does so until the page is there; false if it cannot
     * be.
     */
    boolean waitForPage(Task task, vaddr address, u32 access);

    /** A tick has found a task running for so many microseconds, in user mode or in the kernel. */
    @Context(INTERRUPT)
    void ran(Task task, boolean inUserMode, u32 us);

    /** A task has caused an exception; it gets a signal, which it cannot ignore. */
    void exception(Task task, u32 vector, vaddr instruction, vaddr address, u32 access);

    /**
     * What a task has to do before it goes back to user mode: the next signal that it handles, of
     * number 0 if there is none. Blocks while the task is stopped; does not return if a signal ends
     * it.
     */
    Delivery next(Task task);

    /** A handler cannot be called, or what it was called with is damaged; does not return. */
    void lost(Task task);

    /** A handler has returned: signals are blocked as before. */
    void handled(Task task, u64 mask);
}
