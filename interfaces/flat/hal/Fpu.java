// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import flat.lang.Top;
import flat.lang.Version;
import flat.object.Tcb;

/**
 * The floating-point unit: a thread gets it when it first uses it, and from then on its registers
 * go with the thread.
 *
 * Without a provider in the assembly, its use is an unhandled exception.
 */
@Version(1)
public interface Fpu extends Top {
    /**
     * From now on `thread` is the one that runs: the unit holds what it has left there, or nothing.
     * Costs next to nothing unless it or the thread before has used it.
     */
    void switchTo(Tcb thread);

    /** Forgets the registers of a thread before it is destroyed. */
    void forget(Tcb thread);
}
