// SPDX-License-Identifier: BSD-2-Clause
package flat.router;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Context;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;
import flat.net.Message;

/** A way out of a bridge or router: a network card, known by its number among them. */
@Version(1)
public interface Port extends Top {
    /** What was counted since the start. */
    record Counts(
            u64 received,
            u64 sent,
            /** Frames that the card did not take, for want of places or because it is broken. */
            u64 dropped) {}

    /** The hardware address of the card. */
    u64 address();

    /** Sends a frame as it is, or drops it and counts that; takes it away in any case. */
    @Context(INTERRUPT)
    void send(Message frame);

    /** What was counted until now. */
    Counts counts();
}
