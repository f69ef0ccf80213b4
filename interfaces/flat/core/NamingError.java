// SPDX-License-Identifier: BSD-2-Clause
package flat.core;

import flat.lang.Failure;

/** Why a name could not be made or found. */
@SuppressWarnings("serial")
public final class NamingError extends Failure {
    /** The reasons. */
    public enum Code {
        /** No room is left in the context. */
        FULL,
        /** The hint or the serialized form is malformed. */
        INVALID,
        /** The context has exported no such name. */
        UNKNOWN,
        /** Another interface has this name already. */
        TAKEN,
        /** What is named has not the interface that is stated or needed. */
        WRONG_TYPE,
        /** The context's domain is gone, or there is no room for what passes. */
        UNREACHABLE
    }
}
