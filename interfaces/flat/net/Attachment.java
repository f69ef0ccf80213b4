// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Context;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/**
 * A network that this host is attached to by one address, and its neighbours there, by IPv4. As
 * long as it has none, which is 0 of 32 bits, it sends to all neighbours only.
 */
@Version(2)
public interface Attachment extends Top {
    /** This host's address in it. */
    @Context(INTERRUPT)
    u32 address();

    /** How many of its first bits all addresses of the network have in common. */
    @Context(INTERRUPT)
    u32 prefixBits();

    /** The most bytes of a packet. */
    @Context(INTERRUPT)
    u32 mtu();

    /** Whether it leads nowhere else: addresses of it are never seen outside. */
    @Context(INTERRUPT)
    boolean isLoopback();

    /**
     * Sends a packet to a neighbour, or to all for an address of all; takes its contents away. It
     * may wait until the neighbour has told where it is, the caller never does.
     */
    @Context(INTERRUPT)
    void send(u32 neighbour, Message packet) throws NetworkError;

    /**
     * From now on `upper` gets the packets that come. The participants are hardware addresses;
     * `failed` is called for a packet whose neighbour does not answer, all of which is `beginning`
     * then.
     */
    void attach(Upper upper);

    /**
     * From now on this is the host's address in the network, which is announced to its neighbours;
     * 0 if it has none any more. `INVALID` if no host can have it, or if the network has another
     * one for ever. For `InternetProtocol.readdress`, which changes the routes as well.
     */
    void setAddress(u32 address, u32 prefixBits) throws NetworkError;

    /**
     * Asks all neighbours whether somebody has an address, as a host without one (RFC 5227, section
     * 2.1.1). What they answer `isTaken` tells.
     */
    void probe(u32 address) throws NetworkError;

    /** Whether somebody has, or wants, the address that was probed last. */
    boolean isTaken();
}
