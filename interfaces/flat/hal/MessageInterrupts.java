// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.paddr;
import flat.lang.u32;

/** Interrupts that a device raises by a write of its own (MSI and MSI-X of PCI). */
@Version(2)
public interface MessageInterrupts extends Top {
    /** What a device writes, and where. */
    record Message(paddr address, u32 data) {}

    /** Makes a message that calls `handler`; NO_SUCH_VECTOR when no vector is left. */
    Message connect(Trap.BriefHandler handler) throws TrapError;

    /** The device does not send the message any more; it becomes another's. */
    void disconnect(Message message);

    /** Tells the controller that a message's interrupt has been handled. */
    void acknowledge();
}
