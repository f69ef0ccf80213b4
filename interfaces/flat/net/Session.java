// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import static flat.lang.ContextKind.INTERRUPT;

import flat.core.AbstractResource;
import flat.lang.Context;
import flat.lang.Version;
import flat.lang.u32;

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
}
