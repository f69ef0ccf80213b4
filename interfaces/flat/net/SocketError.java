// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import flat.lang.Failure;

/** Why sockets could not communicate. */
@SuppressWarnings("serial")
public final class SocketError extends Failure {
    /** The reasons. */
    public enum Code {
        /** No socket, or no memory for one, is left. */
        EXHAUSTED,
        /** The socket does not exist, or is not of the kind or in the state that this needs. */
        INVALID,
        /** Another socket has this address and port. */
        IN_USE,
        /** Nobody listens at the destination. */
        REFUSED,
        /** The other end has closed the connection, or it broke. */
        CLOSED,
        /** The datagram is longer than datagrams can be. */
        TOO_LONG,
        /** The network failed in another way. */
        FAILED,
        /** There is no way to the destination, or nobody is there. */
        UNREACHABLE,
        /** The other end has been silent for too long. */
        TIMED_OUT,
        /** The caller would have to wait, and has said that it does not: see `SocketStates`. */
        WOULD_BLOCK
    }
}
