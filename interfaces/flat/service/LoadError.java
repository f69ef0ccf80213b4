// SPDX-License-Identifier: BSD-2-Clause
package flat.service;

import flat.lang.Failure;

/** Why a component object cannot be loaded, or not be bound to. */
@SuppressWarnings("serial")
public final class LoadError extends Failure {
    /** The reasons. */
    public enum Code {
        /** The file is no component object, or a damaged one. */
        MALFORMED,
        /** It is for another kind of machine or of domain, or was made with another kit. */
        FOREIGN,
        /** An interface in it has another version here, or other methods. */
        WRONG_VERSION,
        /** It calls a function that the kernel does not give. */
        UNDEFINED,
        /** Nothing provides what it requires. */
        UNBOUND,
        /** There is not enough memory. */
        EXHAUSTED,
        /** It does not provide this interface. */
        WRONG_TYPE
    }
}
