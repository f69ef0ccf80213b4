// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Buf;
import flat.lang.Context;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/**
 * What is above a protocol and gets what it delivers: another protocol, or its user. Both methods
 * are called in interrupts or in threads, also in the thread that pushes; never under a lock.
 */
@Version(1)
public interface Upper extends Top {
    /** What is known of a message that did not arrive. */
    enum Problem {
        /** There is no way to the destination, or nothing there understands the protocol. */
        UNREACHABLE,
        /** Nobody listens at the destination's port. */
        REFUSED,
        /** It was too long for a network on its way; the detail is the most bytes, or 0. */
        TOO_LONG,
        /** It was on its way for too long. */
        EXPIRED
    }

    /**
     * A message has come, in the words of the protocol below: `remote` has sent it to `local`. The
     * contents may be taken away. FALSE if nobody here wants it; it is as it was then.
     */
    @Context(INTERRUPT)
    boolean deliver(Participants participants, Message message);

    /**
     * A message from `local` to `remote` has not arrived, as somebody on its way says, who may be
     * lying; `beginning` are its first bytes, those of this protocol's header first, 8 at least.
     */
    @Context(INTERRUPT)
    void failed(Participants participants, Problem problem, u32 detail, @In Buf beginning);
}
