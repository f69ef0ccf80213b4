// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import static flat.lang.ContextKind.INTERRUPT;

import flat.core.AbstractResource;
import flat.lang.Buf;
import flat.lang.Context;
import flat.lang.In;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u8;

/**
 * One conversation of a protocol, as the x-kernel has it: a resource that its protocol makes, which
 * knows the participants, and of a header whatever is the same in each message. What the other end
 * says is delivered to the `Upper` that opened it.
 */
@Version(1)
public interface Session extends AbstractResource {
    /** Between whom. */
    @Context(INTERRUPT)
    Participants participants();

    /** The most bytes that go in one message without being cut on this machine. */
    @Context(INTERRUPT)
    u32 mtu();

    /**
     * Sends a message, whose contents are taken away, whether it succeeds or not. Never waits: what
     * has been sent may be lost, unless the protocol says otherwise.
     */
    @Context(INTERRUPT)
    void push(Message message) throws NetworkError;

    /**
     * Packets have this type of service and this lifetime from now on, and the protocol's own
     * lifetime where that is 0 (RFC 1122, sections 3.2.1.6 and 3.2.1.7). Nobody else pushes
     * meanwhile. What carries no packets of IPv4 has neither.
     */
    void setService(u8 typeOfService, u8 lifetime);

    /**
     * Packets have these options from now on, none where there are none (RFC 1122, section
     * 3.2.1.8). A source route names the hosts between the two ends; packets go to the first of
     * them, by the network of the session's own address. Nobody else pushes meanwhile. `INVALID`
     * for options that make no sense, and for a session that cannot change them; `UNREACHABLE` if
     * there is no way to the first host.
     */
    void setOptions(@In Buf options) throws NetworkError;
}
