// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Buf;
import flat.lang.Context;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u16;
import flat.lang.u32;
import flat.lang.u64;

/**
 * What is above a protocol and gets what it delivers: another protocol, or its user. Both methods
 * are called in interrupts or in threads, also in the thread that pushes; never under a lock.
 */
@Version(2)
public interface Upper extends Top {
    /** What is known of a message that did not arrive. */
    enum Problem {
        /** There is no way to the destination, or nothing there understands the protocol. */
        UNREACHABLE,
        /** Nobody listens at the destination's port. */
        REFUSED,
        /** It was too long for a network on its way: see `Report`. */
        TOO_LONG,
        /** It was on its way for too long. */
        EXPIRED
    }

    /**
     * Why a message did not arrive. The detail is the most bytes of one that was too long, or 0;
     * the reporter is the host that says so, which may be this one; the code is what it said, of
     * ICMP the type, in the upper eight bits, and its code (RFC 792).
     */
    record Report(Problem problem, u32 detail, u64 reporter, u16 code) {}

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
    void failed(Participants participants, Report report, @In Buf beginning);
}
