// SPDX-License-Identifier: BSD-2-Clause
package flat.test;

import flat.lang.Failure;

/** Why a store cannot. */
public final class StoreError extends Failure {
    /** Reasons. */
    public enum Code { LOST }
}
