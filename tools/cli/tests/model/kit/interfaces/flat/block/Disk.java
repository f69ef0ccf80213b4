// SPDX-License-Identifier: BSD-2-Clause
package flat.block;

import static flat.lang.ContextKind.THREAD;

import flat.lang.Context;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/** Sectors, for threads only: every method may block. */
@Version(1)
public interface Disk extends Top {
    @Context(THREAD)
    u64 sectors();

    @Context(THREAD)
    void flush();
}
