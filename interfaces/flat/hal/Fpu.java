// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import flat.lang.Top;
import flat.lang.Version;
import flat.object.Tcb;

/**
 * The floating-point unit: a thread gets it when it uses it, and only then are registers moved.
 *
 * Without a provider in the assembly, its use is an unhandled exception.
 */
@Version(1)
public interface Fpu extends Top {
    /**
     * From now on `thread` is the one that runs: it is the one that gets the unit when it is used.
     * Costs next to nothing unless the thread before has used it.
     */
    void switchTo(Tcb thread);

    /** Forgets the registers of a thread before it is destroyed. */
    void forget(Tcb thread);
}
