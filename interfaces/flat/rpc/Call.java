// SPDX-License-Identifier: BSD-2-Clause
package flat.rpc;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** A call that a server executes. Whoever executes it replies once, or refuses once. */
@Version(1)
public interface Call extends Top {
    /** Why a call is not executed. */
    enum Refusal {
        /** The program has no such procedure. */
        PROCEDURE_UNAVAILABLE,
        /** The arguments could not be decoded. */
        GARBAGE_ARGUMENTS,
        /** The server failed, for want of memory perhaps. */
        SYSTEM_ERROR,
        /** The caller must authenticate itself. */
        AUTHENTICATION_TOO_WEAK
    }

    /** The caller, as it claims itself: nobody in particular, or a user of AUTH_SYS. */
    record Caller(boolean isKnown, u32 user, u32 group) {}

    /** The number of the procedure. */
    u32 procedure();

    /** The caller of this procedure. */
    Caller caller();

    /** Decodes the arguments; false if they are malformed. */
    boolean getArguments(XdrValue arguments);

    /** Gives back what decoding the arguments has allocated, after failures too. */
    void freeArguments(XdrValue arguments);

    /** Sends the results; false if that was not possible: nothing was sent then. */
    boolean reply(XdrValue results);

    /** Sends word that there are no results. */
    void refuse(Refusal reason);
}
