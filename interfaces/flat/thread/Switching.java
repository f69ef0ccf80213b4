// SPDX-License-Identifier: BSD-2-Clause
package flat.thread;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Context;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.object.Tcb;

/** Whoever keeps something for each thread outside of its control block, for the running one. */
@Version(3)
public interface Switching extends Top {
    /** From now on `next` runs; called with interrupts disabled. */
    @Context(INTERRUPT)
    void switched(Tcb next);

    /** So many microseconds have passed; in the handler of the tick, before it switches. */
    @Context(INTERRUPT)
    void ticked(u32 elapsedUs);

    /**
     * A more urgent thread has become runnable where the running one could not be switched away
     * from. It runs after the next tick, or when somebody calls `Preemption.giveWay`.
     */
    @Context(INTERRUPT)
    void preemptionIsDue();

    /** Whether nobody wants any more what the running thread does, so that it must not wait. */
    @Context(INTERRUPT)
    boolean givesUp();
}
