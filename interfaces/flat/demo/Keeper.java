// SPDX-License-Identifier: BSD-2-Clause
package flat.demo;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** Makes the domain with the books, and ends it. */
@Version(1)
public interface Keeper extends Top {
    /** Makes it; it serves when this returns. Whether it could. */
    boolean begin() throws LedgerError;

    /** Ends it, wherever it is. */
    void end() throws LedgerError;

    /** Has a borrower come in a domain of its own, and waits for its end; its status. */
    u32 visit() throws LedgerError;
}
