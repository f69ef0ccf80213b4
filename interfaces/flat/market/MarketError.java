// SPDX-License-Identifier: BSD-2-Clause
package flat.market;

import flat.lang.Failure;

/** Why a market or one of its visitors does not do what it is asked for. */
@SuppressWarnings("serial")
public final class MarketError extends Failure {
    /** The reasons. */
    public enum Code {
        /** All places are taken. */
        FULL,
        /** Whoever is asked does not want to say. */
        REFUSED,
        /** Whoever is asked is gone. */
        UNREACHABLE
    }
}
