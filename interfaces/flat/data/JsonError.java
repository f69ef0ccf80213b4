// SPDX-License-Identifier: BSD-2-Clause
package flat.data;

import flat.lang.Failure;

/** Why a text cannot be taken apart. */
@SuppressWarnings("serial")
public final class JsonError extends Failure {
    /** The reasons. */
    public enum Code {
        /** It has more tokens than there is room for. */
        NO_ROOM,
        /** It is no JSON. */
        INVALID,
        /** It ends too early. */
        UNFINISHED
    }
}
