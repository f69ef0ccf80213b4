// SPDX-License-Identifier: BSD-2-Clause
package flat.l4;

import flat.lang.Nullable;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.u8;
import flat.object.Tcb;

/**
 * Decides which thread runs when the kernel is left, and switches to it. The policy is that of
 * `flat.thread.Scheduler`.
 *
 * The kernel has one stack and never blocks inside: switching only names the thread that resumes.
 */
@Version(1)
public interface Dispatcher extends Top {
    /** The thread that resumes when the kernel is left; the idle thread if nobody can run. */
    Tcb current();

    /** Makes `next` the current thread, whoever was it before. */
    void switchTo(Tcb next);

    /** The same where `from` is the current thread and the processor has no hazard. */
    void switchDirectly(Tcb from, Tcb to);

    /** Queues a thread that has become runnable; takes effect when `settle` is called. */
    void makeReady(Tcb thread);

    /**
     * Ends a kernel entry that changed which threads can run. If the current thread cannot go on,
     * `preferred` runs, or whom the policy names; a more urgent thread made ready meanwhile takes
     * precedence.
     */
    void settle(@Nullable Tcb preferred);

    /** The current thread gives up the rest of its time slice. */
    void yield();

    /**
     * The current thread gives the rest of its time slice to `next`, which can run, however urgent
     * it is.
     */
    void giveTo(Tcb next);

    /** Makes a thread as urgent as 255 (most) or 0 says; takes effect when `settle` is called. */
    void setPriority(Tcb thread, u8 priority);

    /** Forgets a thread before it is destroyed; if it is current, `settle` must follow. */
    void forget(Tcb thread);

    /** The period of preemption and timeouts, in microseconds. */
    u32 tickUs();

    /** Microseconds since the kernel started. */
    u64 nowUs();

    /** From now on `events` is notified of what time brings. */
    void reportTo(Events events);

    /**
     * The thread's time-out, of which it has one, passes `delayUs` microseconds from now at the
     * earliest, and at a tick. Takes no longer with more time-outs.
     */
    void setTimeout(Tcb thread, u64 delayUs);

    /**
     * The same for a thread that had a time-out lately that was no longer: a few instructions.
     * False if it takes more than that, and then nothing has happened.
     */
    boolean renewTimeout(Tcb thread, u64 delayUs);

    /** Cancels the thread's timeout, if it has one. */
    void cancelTimeout(Tcb thread);

    /** Receives what happens at a tick. */
    @Version(2)
    interface Events extends Top {
        /** The timeout of `thread` has passed; it is no longer set. */
        void expired(Tcb thread);

        /** The current thread has used its total quantum up; this ends the kernel entry. */
        void exhausted(Tcb thread);

        /**
         * The current thread, which has `hazard_working`, may run: one step of what the kernel does
         * for it, which ends the kernel entry.
         */
        void work(Tcb thread);

        /** Others take the processor from the current thread, which wants to have this reported. */
        void preempted(Tcb thread);
    }
}
