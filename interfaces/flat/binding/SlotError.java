// SPDX-License-Identifier: BSD-2-Clause
package flat.binding;

import flat.lang.Failure;

/** Why a server cannot be exchanged, or not be asked after. */
@SuppressWarnings("serial")
public final class SlotError extends Failure {
    /** The reasons. */
    public enum Code {
        /** The server has not the interface of the binding. */
        WRONG_TYPE,
        /** Calls are still inside each of the servers that were exchanged last. */
        BUSY,
        /** The binding does not count its calls: `via Dynamic(true)` does. */
        UNCOUNTED
    }
}
