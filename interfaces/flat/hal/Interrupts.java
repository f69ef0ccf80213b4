// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** The interrupt controller: device lines to trap vectors. */
@Version(3)
public interface Interrupts extends Top {
    /** Connects a device line to a handler, masked at first. */
    void connect(u32 line, Trap.BriefHandler handler) throws TrapError;

    /** Disconnects a line; it is masked. */
    void disconnect(u32 line);

    /** Lets a line interrupt. */
    void unmask(u32 line);

    /** Keeps a line from interrupting. */
    void mask(u32 line);

    /** Tells the controller that the interrupt of `line` has been handled. */
    void acknowledge(u32 line);

    /**
     * Whether a line interrupts for as long as its signal lasts, and not once when it begins. What
     * begins while a line of the latter kind is masked may be lost.
     */
    boolean isLevel(u32 line);
}
