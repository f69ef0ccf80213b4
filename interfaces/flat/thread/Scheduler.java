// SPDX-License-Identifier: BSD-2-Clause
package flat.thread;

import flat.lang.Nullable;
import flat.lang.Top;
import flat.lang.Version;
import flat.object.Tcb;

/**
 * Decides which thread runs next. Purely a policy: it never switches.
 *
 * Queues are lazy (Liedtke): a thread that blocks stays queued until `next` meets it and drops it,
 * and the running thread need not be queued; so a direct switch between two threads costs nothing.
 */
@Version(1)
public interface Scheduler extends Top {
    /** Queues a runnable thread after its equals; no effect if it is queued already. */
    void ready(Tcb thread);

    /** Forgets a thread, queued or not, before it is destroyed. */
    void remove(Tcb thread);

    /**
     * The thread that should run now, none if nobody is runnable. It stays queued, at the head of
     * its equals. Queued threads that are not runnable any more are dropped on the way.
     */
    @Nullable
    Tcb next();

    /** Moves a thread after its equals, as a thread that gives up its time asks. */
    void yield(Tcb thread);

    /** The time slice of `running` is charged one tick; true when another thread should run. */
    boolean tick(Tcb running);

    /** Whether `candidate`, just become runnable, should run at once instead of `running`. */
    boolean preempts(Tcb candidate, Tcb running);
}
