// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Context;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/** A clock that interrupts. */
@Version(1)
public interface Timer extends Clock {
    void start(u64 periodNs, Tick tick);

    void stop();

    /** Receives the interrupts. */
    @Version(1)
    interface Tick extends Top {
        @Context(INTERRUPT)
        void tick();
    }
}
