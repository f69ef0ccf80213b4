// SPDX-License-Identifier: BSD-2-Clause
package flat.thread;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Context;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.object.Tcb;

/** Whoever keeps something for each thread outside of its control block, for the running one. */
@Version(2)
public interface Switching extends Top {
    /** From now on `next` runs; called with interrupts disabled. */
    @Context(INTERRUPT)
    void switched(Tcb next);

    /** So many microseconds have passed; in the handler of the tick, before it switches. */
    @Context(INTERRUPT)
    void ticked(u32 elapsedUs);

    /** Whether nobody wants any more what the running thread does, so that it must not wait. */
    @Context(INTERRUPT)
    boolean givesUp();
}
