// SPDX-License-Identifier: BSD-2-Clause
package flat.rpc;

import flat.lang.Failure;

/** Why a value could not be encoded or decoded. */
@SuppressWarnings("serial")
public final class XdrError extends Failure {
    /** The reasons. */
    public enum Code {
        /** The stream ends before the value does. */
        NO_ROOM,
        /** There are more elements than the type allows. */
        TOO_LONG,
        /** No value of the type has this external form. */
        INVALID,
        /** There is no memory for what was to be decoded. */
        OUT_OF_MEMORY,
        /** The connection under the stream broke, or its time has passed. */
        BROKEN
    }
}
