// SPDX-License-Identifier: BSD-2-Clause
package flat.router;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Context;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.net.Message;

/** Decides what becomes of each frame that comes by a port. */
@Version(1)
public interface Forwarder extends Top {
    /**
     * A frame has come by the port of this number. What is not taken out of it is dropped. Called
     * with interrupts disabled, or by who polls the card.
     */
    @Context(INTERRUPT)
    void arrived(u32 port, Message frame);
}
