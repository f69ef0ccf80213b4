// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import flat.lang.Failure;

/** Why a trap handler could not be registered. */
@SuppressWarnings("serial")
public final class TrapError extends Failure {
    /** The reasons. */
    public enum Code {
        /** The architecture has no such vector. */
        NO_SUCH_VECTOR,
        /** Another handler is registered for it. */
        TAKEN
    }
}
