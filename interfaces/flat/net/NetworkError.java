// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import flat.lang.Failure;

/** Why a protocol could not do what it was asked for. */
@SuppressWarnings("serial")
public final class NetworkError extends Failure {
    /** The reasons. */
    public enum Code {
        /** No buffer or no memory is left. */
        EXHAUSTED,
        /** The participants make no sense to this protocol. */
        INVALID,
        /** Another one has these participants. */
        IN_USE,
        /** There is no way to the destination. */
        UNREACHABLE,
        /** The destination has refused. */
        REFUSED,
        /** The message is longer than this protocol, or the path, can. */
        TOO_LONG,
        /** Too much is on its way already; later it may be possible. */
        FULL,
        /** The session has ended, or cannot do this in its state. */
        CLOSED,
        /** The other end has been silent for too long. */
        TIMED_OUT
    }
}
