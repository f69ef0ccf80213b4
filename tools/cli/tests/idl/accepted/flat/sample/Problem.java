// SPDX-License-Identifier: BSD-2-Clause
package flat.sample;

import flat.lang.Failure;

/** An error class. */
@SuppressWarnings("serial")
public final class Problem extends Failure {
    /** Why. */
    public enum Code {
        /** It was too large. */
        TOO_LARGE,
        OTHER
    }
}
