// SPDX-License-Identifier: BSD-2-Clause
package flat.thread;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Context;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u8;
import flat.object.Tcb;

/**
 * What a scheduler may ask of a thread whose control block it cannot see: one that was loaded into
 * the running kernel, for example. Callers disable interrupts.
 */
@Version(1)
public interface ThreadFacts extends Top {
    /** Whether the thread could run now: neither waiting nor finished. */
    @Context(INTERRUPT)
    boolean isRunnable(Tcb thread);

    /** How urgent the thread is; 255 is the highest. */
    @Context(INTERRUPT)
    u8 priority(Tcb thread);
}
