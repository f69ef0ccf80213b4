// SPDX-License-Identifier: BSD-2-Clause
package flat.bus;

import static flat.lang.ContextKind.INTERRUPT;

import flat.core.AbstractResource;
import flat.lang.Context;
import flat.lang.OneWay;
import flat.lang.Version;
import flat.lang.u32;

/**
 * The handler of a device's interrupts.
 *
 * A connected handler is held until the device is given back. A handler in another domain is called
 * there by a thread, some time after the interrupt, and more than once for several.
 */
@Version(2)
public interface Interrupt extends AbstractResource {
    /**
     * The device has raised `vector`, or, with a line, perhaps another device that shares the line:
     * its driver asks the device. When this returns, the device must have withdrawn its request.
     */
    @OneWay
    @Context(INTERRUPT)
    void interrupted(u32 vector);
}
