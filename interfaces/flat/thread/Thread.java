// SPDX-License-Identifier: BSD-2-Clause
package flat.thread;

import flat.core.AbstractResource;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u8;

/**
 * A thread of the kernel, as a resource (THINK, sections 4.2 and 4.4).
 *
 * `release` destroys it, whatever it does at that time; a thread cannot release itself.
 */
@Version(2)
public interface Thread extends AbstractResource {
    /** Lets the thread run `body` and then finish. It is started once. */
    void start(Body body);

    /** Blocks until the thread has finished, or the caller gives up (`ThreadManager.wait`). */
    void join();

    /**
     * From now on the thread has this priority, and time slices that last so many microseconds, or
     * as `TimeSlices` has them by its two constants, as far as the scheduler knows either. It goes
     * after its equals.
     */
    void schedule(u8 priority, u32 sliceUs);

    /** What a thread does. */
    @Version(1)
    interface Body extends Top {
        /** Runs in the thread, with interrupts enabled. */
        void run();
    }
}
