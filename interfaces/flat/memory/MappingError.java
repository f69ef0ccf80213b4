// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.lang.Failure;

/** Why something could not be mapped, or accessed where it is. */
@SuppressWarnings("serial")
public final class MappingError extends Failure {
    /** The reasons. */
    public enum Code {
        /** No memory is left for the page, for its table or for the record of it. */
        OUT_OF_MEMORY,
        /** Address, size or rights are not representable, or the object has no such pages. */
        INVALID,
        /** Something is mapped there already. */
        TAKEN,
        /** Nothing is mapped there. */
        NOT_MAPPED,
        /** The rights of the range, or of the object, do not allow it. */
        FORBIDDEN,
        /** The object cannot fill the page, not at once, or has been closed. */
        UNAVAILABLE
    }
}
