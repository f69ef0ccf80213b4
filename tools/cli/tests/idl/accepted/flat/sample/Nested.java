// SPDX-License-Identifier: BSD-2-Clause
package flat.sample;

import static flat.lang.ContextKind.INTERRUPT;
import static flat.lang.ContextKind.THREAD;

import flat.lang.Context;
import flat.lang.OneWay;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/** Nested types need no version: theirs is that of the interface around. */
@Version(3)
public interface Nested extends Top {
    void start(Done done, Step step);

    /** Extends what stands behind it, and refers to it. */
    interface Done extends Finished {
        /** An interrupt handler calls it. */
        @OneWay
        @Context(INTERRUPT)
        void done(u64 cookie, Status status, Step.Kind next);

        @Context(THREAD)
        void later(Step.Kind kind);

        Nested owner();
    }

    interface Finished extends Top {
        Step after(Done done);
    }

    @Version(4)
    interface Step extends Top {
        enum Kind {
            FIRST,
            LAST
        }

        void step(Kind kind, Status status);
    }

    record Status(boolean isGood) {}
}
