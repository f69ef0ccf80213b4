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

/**
 * The ends of communication, in the manner of BSD's sockets: UDP, TCP and ICMP's echoes over
 * IPv4. A socket is a number. Methods block where it is said, and the thread that calls with them.
 */
@Version(1)
public interface Sockets extends Top {
    /** What a socket transports. */
    enum Kind {
        /** Datagrams, each whole or not at all: UDP. */
        DATAGRAM,
        /** A stream of bytes in both directions: TCP. */
        STREAM,
        /**
         * Echoes of ICMP. A datagram is a message of ICMP with its header, as `EchoProtocol` has
         * it; the port of the socket is its identifier, other ports are 0.
         */
        ECHO,
        /**
         * All messages of ICMP that come to this host, each to all of these sockets once they are
         * bound; what is sent is a message with its header and its checksum. Ports mean nothing.
         */
        RAW
    }

    /** What has been received: so many bytes, from there. */
    record Received(size bytes, Endpoint sender) {}

    /** Makes a socket. */
    u32 open(Kind kind) throws SocketError;

    /** Gives a socket up; a connection ends. */
    void close(u32 socket);

    /**
     * Gives a socket an address of its own; port 0 lets one be chosen. Returns what it now has.
     * Only a raw one can be given another one later. It keeps what it had if the address is none of
     * ours: `UNREACHABLE`.
     */
    Endpoint bind(u32 socket, Endpoint local) throws SocketError;

    /** Lets a stream socket receive connections. */
    void listen(u32 socket) throws SocketError;

    /** Takes the next connection to a listening socket, as a new one; blocks until there is one. */
    u32 accept(u32 socket) throws SocketError;

    /** Connects a stream socket; blocks until the other end answers. */
    void connect(u32 socket, Endpoint remote) throws SocketError;

    /** Sends a datagram. */
    void sendTo(u32 socket, @In Buf datagram, Endpoint destination) throws SocketError;

    /** Receives a datagram, and cuts off what does not fit; blocks until there is one. */
    Received receiveFrom(u32 socket, @Out Buf datagram) throws SocketError;

    /** Sends bytes on a connection, one at least, and returns how many; blocks until one fits. */
    size send(u32 socket, @In Buf bytes) throws SocketError;

    /**
     * Receives bytes of a connection, one at least, and returns how many; blocks until there are
     * some. `CLOSED` when the other end has sent its last.
     */
    size receive(u32 socket, @Out Buf bytes) throws SocketError;

    /**
     * Waits until something can be received, or accepted, but not longer than `timeoutNs`
     * nanoseconds. Returns how many of them were left, one at least; 0 when they passed in vain.
     */
    u64 waitReadable(u32 socket, u64 timeoutNs) throws SocketError;

    /** Makes a socket one of those that `waitWatched` waits for, until it is closed. */
    void watch(u32 socket) throws SocketError;

    /** Blocks until something can be received or accepted from a watched socket, and names it. */
    u32 waitWatched() throws SocketError;
}
