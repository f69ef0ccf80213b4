// SPDX-License-Identifier: BSD-2-Clause
package flat.thread;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.object.Tcb;

/** Time slices of threads that differ in length, of a scheduler that `Scheduler.tick` charges. */
@Version(1)
public interface TimeSlices extends Top {
    /** The length that threads have of which nobody has asked another one. */
    int USUAL = 0;

    /** A slice that never ends: equals run only when the thread gives way or waits. */
    int ENDLESS = -1;

    /** From now on the thread's slices have so many ticks; a whole one begins. */
    void setSlice(Tcb thread, u32 ticks);

    /** How many ticks are left of the thread's slice; `ENDLESS` if it never ends. */
    u32 ticksLeft(Tcb thread);
}
