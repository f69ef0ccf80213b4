// SPDX-License-Identifier: BSD-2-Clause
package flat.thread;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** How many threads somebody may have at once (THINK, section 4.2: resources have managers). */
@Version(1)
public interface ThreadQuota extends Top {
    /** Takes one thread more. False if there is none left. */
    boolean take();

    /** Gives one back that was taken, when the thread is no more. */
    void giveBack();

    /** How many are taken. */
    u32 used();
}
