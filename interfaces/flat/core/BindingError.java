// SPDX-License-Identifier: BSD-2-Clause
package flat.core;

import flat.lang.Failure;

/** Why a binding could not be made. */
@SuppressWarnings("serial")
public final class BindingError extends Failure {
    /** The reasons. */
    public enum Code {
        /** The name designates nothing, or nothing that this factory can bind. */
        UNBINDABLE,
        /** The hint is malformed. */
        INVALID,
        /** What the binding needs is used up. */
        EXHAUSTED,
        /** What the name designates has not the interface that the binding needs. */
        WRONG_TYPE
    }
}
