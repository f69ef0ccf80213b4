// SPDX-License-Identifier: BSD-2-Clause
package flat.l4;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/**
 * Device interrupts as threads: each line has the thread number that it has at the interrupt
 * controller, below all others, and version 1 (L4 X.2, sections 2.1 and 7.3).
 */
@Version(1)
public interface InterruptThreads extends Top {
    /** Whether a thread identifier is one of those kept for interrupts; the line may not exist. */
    boolean isInterrupt(u64 id);

    /**
     * From now on the line interrupts, and `handler` gets its messages; nil: it is masked. What is
     * under way is aborted. False if there is no such line.
     */
    boolean associate(u64 id, u64 handler);
}
