// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;

/** The addresses of hosts, by their names. */
@Version(1)
public interface HostNames extends Top {
    /** What was counted since the start. */
    record Statistics(
            /** Texts that were no names. */
            u64 invalid,
            /** Addresses that were known from before. */
            u64 remembered,
            /** Queries that were sent, those sent again included. */
            u64 queries,
            /** Addresses that servers have told. */
            u64 found,
            /** Names that, as servers have told, have no address. */
            u64 absent,
            /** Answers that servers have refused. */
            u64 refused,
            /** Answers that were too long for a datagram. */
            u64 truncated,
            /** Datagrams that were wrong in form. */
            u64 malformed,
            /** Datagrams that answered no question of ours, or that somebody else has sent. */
            u64 foreign,
            /** Queries that nobody has answered in time. */
            u64 silent) {}

    /**
     * An address of the host of this name, `www.example.org`, with or without a dot at its end;
     * letters of both cases are the same. Blocks until it is known.
     */
    u32 address(@In Buf name) throws HostNameError;

    /** What was counted until now. */
    Statistics statistics();
}
