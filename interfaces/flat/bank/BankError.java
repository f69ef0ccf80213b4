// SPDX-License-Identifier: BSD-2-Clause
package flat.bank;

import flat.lang.Failure;

/** Why a bank does not do what it is asked for. */
@SuppressWarnings("serial")
public final class BankError extends Failure {
    /** The reasons. */
    public enum Code {
        /** All accounts are in use. */
        FULL,
        /** The account has less than that. */
        OVERDRAWN
    }
}
