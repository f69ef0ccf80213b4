// SPDX-License-Identifier: BSD-2-Clause
package flat.rpc;

import flat.lang.Failure;

/** Why a call of a remote procedure has no results. */
@SuppressWarnings("serial")
public final class RpcError extends Failure {
    /** The reasons. */
    public enum Code {
        /** The arguments do not fit into a message, or have no external form. */
        CANT_ENCODE_ARGUMENTS,
        /** The reply is malformed, or its results are not what was expected. */
        CANT_DECODE_RESULTS,
        /** No connection to the server could be made. */
        CANT_CONNECT,
        /** The call could not be sent. */
        CANT_SEND,
        /** The reply could not be received: the connection broke. */
        CANT_RECEIVE,
        /** There was no reply in time; whether the procedure was executed is not known. */
        TIMED_OUT,
        /** The server speaks other versions of the protocol. */
        RPC_MISMATCH,
        /** Client or server refused the other's authentication. */
        AUTHENTICATION,
        /** The server does not have the program. */
        PROGRAM_UNAVAILABLE,
        /** The server has other versions of the program. */
        PROGRAM_MISMATCH,
        /** The program has no such procedure. */
        PROCEDURE_UNAVAILABLE,
        /** The server could not decode the arguments. */
        GARBAGE_ARGUMENTS,
        /** The server failed, for want of memory perhaps. */
        SYSTEM_ERROR,
        /** The host's port mapper could not be asked where the program is. */
        PORT_MAPPER,
        /** The host's port mapper knows of no such program. */
        PROGRAM_NOT_REGISTERED
    }
}
