// SPDX-License-Identifier: BSD-2-Clause
package flat.demo;

import flat.lang.Held;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;

/** Keeps who has enrolled, and calls them by what they have passed. */
@Version(1)
public interface Roster extends Top {
    /** Enters one more; returns its number, from 1 on. LIMIT if there is no room. */
    u32 enroll(@Held Tally member) throws LedgerError;

    /** Has a member add to its sum, which is returned; LIMIT if there is no such one. */
    u64 ask(u32 number, u64 amount) throws LedgerError;

    /** Has a member hide. */
    void hide(u32 number) throws LedgerError;

    /** Releases all members, and begins anew. */
    void clear() throws LedgerError;
}
