// SPDX-License-Identifier: BSD-2-Clause
package flat.thread;

import flat.lang.Top;
import flat.lang.Version;

/** Who runs next. */
@Version(1)
public interface Scheduler extends Top {
    void ready();

    boolean tick();
}
