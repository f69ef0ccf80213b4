// SPDX-License-Identifier: BSD-2-Clause
package flat.service;

import flat.lang.Failure;

/** Why a domain tells nothing of its bindings, or is not asked. */
@SuppressWarnings("serial")
public final class InspectError extends Failure {
    /** The reasons. */
    public enum Code {
        /** The domain is gone, or does not serve. */
        UNREACHABLE,
        /** As many domains are asked as can be. */
        EXHAUSTED
    }
}
