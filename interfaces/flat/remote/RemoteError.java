// SPDX-License-Identifier: BSD-2-Clause
package flat.remote;

import flat.lang.Failure;

/** Why a call of an object elsewhere has no answer. */
@SuppressWarnings("serial")
public final class RemoteError extends Failure {
    /** The reasons. */
    public enum Code {
        /** No answer came in time: the call was carried out once, or not at all. */
        UNREACHABLE,
        /** What came is no call of this object, or no answer to it. */
        MALFORMED
    }
}
