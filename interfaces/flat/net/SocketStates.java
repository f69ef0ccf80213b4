// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.size;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.u8;

/**
 * Sockets for callers that wait themselves, for several of them at once or until a signal comes:
 * what `Sockets` does with one that is attended never blocks. None of these methods does.
 */
@Version(3)
public interface SocketStates extends Top {
    /** Something can be received or accepted, or will never be. */
    int READABLE = 1;
    /** Something can be sent. */
    int WRITABLE = 2;
    /** The other end of a connection has not answered yet. */
    int CONNECTING = 4;
    /** There is a connection, whether or not it has ended. */
    int CONNECTED = 8;
    /** The other end has sent its last. */
    int ENDED = 16;
    /** The connection is over in both directions, or has not come about. */
    int CLOSED = 32;
    /** A datagram has not arrived, as somebody says: see `takeFailure`. */
    int FAILED = 64;

    /**
     * A datagram: so many bytes of it were received, of its own length, from there and sent to this
     * address of ours; the lifetime is what its packet had left of it.
     */
    record Datagram(size bytes, size length, Endpoint sender, u32 local, u8 lifetime) {}

    /**
     * What is known of a datagram that did not arrive (RFC 1122, sections 4.1.3.3 and 3.2.2). The
     * beginning are its first 8 bytes, with the header of its protocol, the first one uppermost.
     */
    record Failure(Endpoint destination, Upper.Report report, u64 beginning) {}

    /**
     * From now on calls with this socket that would block fail with `WOULD_BLOCK`; `connect` does
     * so after it has begun. Whenever the socket's state changes, all that wait for `condition` go
     * on. An accepted socket is not attended by itself.
     */
    void attend(u32 socket, u64 condition) throws SocketError;

    /** How a socket stands: a sum of the constants; 0 for none. */
    u32 state(u32 socket);

    /** Fails with the reason if a connection could not be made, or has not ended well. */
    void check(u32 socket) throws SocketError;

    /** Its own end; 0 for what it does not have. */
    Endpoint local(u32 socket);

    /** The other end of a connection; 0 if there is none. */
    Endpoint remote(u32 socket);

    /** How many bytes of a connection have come and were not taken; of the first datagram, all. */
    size available(u32 socket);

    /** As `Sockets.receive`, but the bytes stay to be received again. */
    size look(u32 socket, @Out Buf bytes) throws SocketError;

    /**
     * As `Sockets.receiveFrom`, and tells how long the datagram is. What others than `sender` have
     * sent is dropped, unless that has neither address nor port. If it only looks, the datagram
     * stays.
     */
    Datagram take(u32 socket, @Out Buf bytes, Endpoint sender, boolean onlyLooks)
            throws SocketError;

    /**
     * The oldest failure of a datagram that nobody has taken, of the few that are kept; its
     * destination has neither address nor port if there is none.
     */
    Failure takeFailure(u32 socket);

    /**
     * What the socket sends has these options of IPv4 from now on, none where there are none; a
     * connection, those that it had when it began. A source route names the hosts between the two
     * ends.
     */
    void setOptions(u32 socket, @In Buf options) throws SocketError;

    /**
     * What the socket sends has this type of service and this lifetime from now on, and the
     * protocol's own lifetime where that is 0; a connection that has not begun has neither.
     */
    void setService(u32 socket, u8 typeOfService, u8 lifetime) throws SocketError;

    /** From now on datagrams that come keep the options of IPv4 with which they came. */
    void keepOptions(u32 socket) throws SocketError;

    /** Copies those of the first datagram, which stays; returns how many bytes there are. */
    size options(u32 socket, @Out Buf options);

    /** Ends what this side sends on a connection; the other end may go on. */
    void finish(u32 socket) throws SocketError;
}
