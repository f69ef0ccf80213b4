// SPDX-License-Identifier: BSD-2-Clause
package flat.demo;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.InOut;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/** Uses buffers of others, as it should and as it should not. */
@Version(1)
public interface Borrower extends Top {
    /** What is done beside reading a buffer. */
    enum Deed {
        /** Nothing. */
        NOTHING,
        /** Looks for what the client has beside its buffer. */
        LOOKS_BESIDE,
        /** Looks at the page after the one where the buffer ends. */
        LOOKS_BEYOND,
        /** Looks at the buffer of the call before. */
        LOOKS_BACK,
        /** Writes to the buffer. */
        WRITES,
        /** Ends. */
        DIES,
        /** Never returns. */
        LOOPS
    }

    /** Hashes a buffer that it must not change; of `LOOKS_BESIDE` counts secrets beside it. */
    u64 look(Deed deed, @In Buf text) throws LedgerError;

    /** Adds one to each byte. */
    void change(Deed deed, @InOut Buf text) throws LedgerError;

    /** Copies a buffer, then says whether it still reads what it has read: 1, or 0. */
    u64 copy(@In Buf from, @InOut Buf to) throws LedgerError;
}
