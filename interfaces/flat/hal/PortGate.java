// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/**
 * Which ports of the processor user mode may use: while the gate is open, those of one set. There
 * are 65 536, from 0 on.
 */
@Version(1)
public interface PortGate extends Top {
    /** Takes all ports out of the set. */
    void clear();

    /** Puts the ports from `first` to `last` into the set. */
    void add(u32 first, u32 last);

    /** Whether all of these are in the set. */
    boolean holds(u32 first, u32 last);

    /** Lets the running thread use the set, until another one runs. */
    void open();

    /** Lets it use none any more. */
    void close();

    boolean isOpen();
}
