// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Buf;
import flat.lang.Context;
import flat.lang.In;
import flat.lang.Version;
import flat.lang.u16;
import flat.lang.u32;
import flat.lang.u64;

/** IPv4, for the protocols that need more of it than any protocol has. */
@Version(3)
public interface InternetProtocol extends Protocol {
    /** Where packets go. */
    record Route(u32 destination, u32 prefixBits, u32 gateway) {}

    /** What was counted since the start (RFC 4293, section 3.2.3). */
    record Statistics(
            u64 received,
            /** Wrong in form: lengths, version, checksum. */
            u64 malformed,
            /** From or to addresses that cannot be. */
            u64 impossible,
            /** To somebody else, and not forwarded. */
            u64 notForUs,
            u64 forwarded,
            u64 delivered,
            /** Nobody wanted the protocol, or the port. */
            u64 unwanted,
            u64 fragmentsReceived,
            u64 reassembled,
            /** Fragments that were dropped: overlapping, late, or more than there is room for. */
            u64 fragmentsDropped,
            u64 sent,
            u64 fragmentsSent,
            /** Packets for which there was no way. */
            u64 unroutable) {}

    /** What was counted until now. */
    Statistics statistics();

    /**
     * Adds a route, of which the most exact is taken, and of those to the same addresses the one
     * that was added first, until its gateway is doubted.
     */
    void addRoute(Route route) throws NetworkError;

    /**
     * Gives this host another address in one of its networks, 0 for none, and the host that
     * forwards what is for no network of ours, 0 for nobody. Sessions keep the addresses that they
     * have, and reach nobody while the network has none. `INVALID` for an address or a gateway that
     * cannot be, or that is another attachment's; everything is as before then.
     */
    void readdress(Attachment attachment, u32 address, u32 prefixBits, u32 gateway)
            throws NetworkError;

    /** The address that packets to `remote` come from. */
    @Context(INTERRUPT)
    u32 localAddress(u32 remote) throws NetworkError;

    /** Whether an address is one of this host's, as all of its loopback are. */
    @Context(INTERRUPT)
    boolean isOwn(u32 address);

    /** Whether an address is that of all hosts of a network of ours. */
    @Context(INTERRUPT)
    boolean isBroadcast(u32 address);

    /**
     * What is sent to `remote` does not arrive, as its protocol sees: the next gateway of the same
     * route is tried, by sessions that are open, too (RFC 1122, section 3.3.1.4).
     */
    @Context(INTERRUPT)
    void doubt(u32 remote);

    /**
     * `sender` says that a neighbour is a better gateway to `remote`. Believed of the gateway that
     * is used now, and if it names another neighbour; FALSE else (RFC 1122, section 3.2.2.2).
     */
    @Context(INTERRUPT)
    boolean redirect(u32 sender, u32 remote, u32 gateway);

    /** Packets of protocol `port` are never cut on their way: what is too long does not arrive. */
    void keepWhole(u16 port);

    /** Reports to the upper that a packet of protocol `port` did not arrive, as ICMP has heard. */
    @Context(INTERRUPT)
    void problem(Participants participants, Upper.Report report, @In Buf beginning);
}
