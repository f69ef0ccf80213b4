// SPDX-License-Identifier: BSD-2-Clause
package flat.demo;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/** Books that are lent out, by somebody who can be ended at any time. */
@Version(1)
public interface LentBooks extends Top {
    /** Adds to a sum and returns it. */
    u64 add(u64 amount) throws LedgerError;

    /** Adds the sizes of all texts that were written. */
    u64 write(@In Buf text) throws LedgerError;

    /** Gives out one of a few books; LIMIT while all of them are held. */
    Tally borrow() throws LedgerError;

    /** Ends itself, in the middle of this call. */
    void close() throws LedgerError;
}
