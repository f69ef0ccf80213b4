// SPDX-License-Identifier: BSD-2-Clause
package flat.bus;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Context;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** Who handles the interrupts of a device. */
@Version(1)
public interface Interrupt extends Top {
    /**
     * The device has raised `vector`, or, with a line, perhaps another device that shares the line:
     * its driver asks the device. When this returns, the device must have withdrawn its request.
     */
    @Context(INTERRUPT)
    void interrupted(u32 vector);
}
