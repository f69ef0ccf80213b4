// SPDX-License-Identifier: BSD-2-Clause
package flat.demo;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/** A server that does what it is asked to do, answers or not. */
@Version(1)
public interface Partner extends Top {
    /** What it does instead of answering at once. */
    enum Way {
        /** Nothing. */
        ANSWERS,
        /** It never returns. */
        LOOPS,
        /** It waits in the kernel for what never comes. */
        WAITS,
        /** It panics. */
        DIES,
        /** It asks another one, which never returns, and answers what came of it. */
        ASKS_WHO_LOOPS,
        /** It asks another one again and again, which answers each time. */
        ASKS_FOR_EVER,
        /** It asks another one, and answers that. */
        ASKS,
        /** It asks another one, which asks it in turn, and answers that. */
        IS_ASKED_BACK
    }

    /** Answers the value and 1, if at all. */
    u64 ask(Way way, u64 value) throws LedgerError;
}
