// SPDX-License-Identifier: BSD-2-Clause
package flat.thread;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Context;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/** Any number of alarms, on one timer. Nothing here blocks or takes memory. */
@Version(1)
public interface Alarms extends Top {
    /** Nanoseconds since the timer was constructed; monotonic. */
    @Context(INTERRUPT)
    u64 nowNs();

    /**
     * Has an alarm expire once in `delayNs` nanoseconds, never earlier, in place of the time it was
     * set to. It expires in the timer's interrupt.
     */
    @Context(INTERRUPT)
    void set(Alarm alarm, u64 delayNs);

    /** Keeps an alarm from expiring; no effect if it is not set. */
    @Context(INTERRUPT)
    void cancel(Alarm alarm);
}
