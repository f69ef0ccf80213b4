// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Buf;
import flat.lang.Context;
import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** What comes from where the console is shown: from a keyboard, or from a program. */
@Version(1)
public interface ConsoleInput extends Top {
    /**
     * Takes bytes that have come, as many as fit, and returns how many: 0 when there are none.
     * Never waits. What comes faster than it is taken is lost, the latest first.
     */
    u32 read(@Out Buf destination);

    /** From now on `listener` is notified of all input; one at a time. */
    void listen(Listener listener) throws TrapError;

    /** A component that waits for bytes. */
    @Version(1)
    interface Listener extends Top {
        /** Bytes have come, or the last of them. */
        @Context(INTERRUPT)
        void arrived();
    }
}
