// SPDX-License-Identifier: BSD-2-Clause
package flat.demo;

import flat.lang.Failure;

/** Why a ledger does not do what it is asked for. */
@SuppressWarnings("serial")
public final class LedgerError extends Failure {
    /** The reasons. */
    public enum Code {
        /** The sum would be larger than the ledger allows. */
        LIMIT,
        /** There is no such note. */
        NO_SUCH_NOTE,
        /** The ledger is gone. */
        UNREACHABLE,
        /** The caller may not do this. */
        FORBIDDEN
    }
}
