// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.lang.Failure;

/** Why memory could not be had. */
@SuppressWarnings("serial")
public final class MemoryError extends Failure {
    /** The reasons. */
    public enum Code {
        /** None is left. */
        OUT_OF_MEMORY,
        /** Size, order or alignment are not representable. */
        INVALID
    }
}
