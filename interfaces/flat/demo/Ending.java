// SPDX-License-Identifier: BSD-2-Clause
package flat.demo;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Context;
import flat.lang.Top;
import flat.lang.Version;

/** An end that somebody waits for, and somebody else brings about. */
@Version(1)
public interface Ending extends Top {
    /** Returns when the end has come. */
    void await();

    /** The end has come, for all who wait. */
    @Context(INTERRUPT)
    void end();
}
