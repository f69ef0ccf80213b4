// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;

/** What a host has been told about itself and its network. */
@Version(1)
public interface HostConfiguration extends Top {
    /** Addresses are 0 where nobody has told any. */
    record Configuration(
            u32 address,
            u32 prefixBits,
            /** The router for other networks. */
            u32 gateway,
            /** A server of the domain name system. */
            u32 nameServer,
            /** For how many seconds more it may be used; the largest number is for ever. */
            u64 leftS) {}

    /** What was counted since the start. */
    record Statistics(
            u64 sent,
            /** Answers to what was sent. */
            u64 answers,
            /** Configurations that were had, renewed ones included. */
            u64 leases,
            /** Addresses that somebody else had. */
            u64 declined,
            /** Configurations whose time was over. */
            u64 expired,
            /** Datagrams that were wrong in form. */
            u64 malformed,
            /** Datagrams that answered nothing of ours. */
            u64 foreign) {}

    /** What holds now. Blocks until there is something. */
    Configuration current();

    /** What was counted until now. */
    Statistics statistics();
}
