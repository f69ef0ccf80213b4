// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Context;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** A network that this host is attached to by one address, and its neighbours there, by IPv4. */
@Version(1)
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
}
