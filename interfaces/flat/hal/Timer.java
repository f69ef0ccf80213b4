// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Context;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/** A calibrated clock and one interrupting timer. */
@Version(1)
public interface Timer extends Top {
    /** Nanoseconds since the timer was constructed; monotonic. */
    u64 nowNs();

    /** Calls `tick` every `periodNs` nanoseconds, replacing what was started before. */
    void start(u64 periodNs, Tick tick);

    /** Stops the calls. */
    void stop();

    /** Receives the timer's interrupts. */
    @Version(1)
    interface Tick extends Top {
        /** One period has passed; interrupts are disabled. */
        @Context(INTERRUPT)
        void tick();
    }
}
