// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Buf;
import flat.lang.Context;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** Tells a sender that its packet goes no further: ICMP. */
@Version(1)
public interface ErrorReports extends Top {
    /** Why. */
    enum Reason {
        NETWORK_UNREACHABLE,
        HOST_UNREACHABLE,
        PROTOCOL_UNREACHABLE,
        PORT_UNREACHABLE,
        FRAGMENTATION_NEEDED,
        /** It is to go on by its source route, which does not lead on from here. */
        SOURCE_ROUTE_FAILED,
        LIFETIME_EXCEEDED,
        REASSEMBLY_TIME_EXCEEDED
    }

    /**
     * Reports to the sender of the packet that begins with these bytes, its header first. The
     * detail is the most bytes that would have gone through. What must not be reported, or is too
     * much, is not (RFC 1122, section 3.2.2).
     */
    @Context(INTERRUPT)
    void report(Reason reason, u32 detail, @In Buf packet);
}
