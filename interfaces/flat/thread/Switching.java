// SPDX-License-Identifier: BSD-2-Clause
package flat.thread;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Context;
import flat.lang.Top;
import flat.lang.Version;
import flat.object.Tcb;

/** Whoever keeps something for each thread outside of its control block, for the running one. */
@Version(1)
public interface Switching extends Top {
    /** From now on `next` runs; called with interrupts disabled. */
    @Context(INTERRUPT)
    void switched(Tcb next);
}
