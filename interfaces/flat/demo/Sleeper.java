// SPDX-License-Identifier: BSD-2-Clause
package flat.demo;

import flat.lang.Top;
import flat.lang.Version;

/** Where threads wait for what never comes. */
@Version(1)
public interface Sleeper extends Top {
    /** Blocks until the caller gives up (`thread.ThreadManager.wait`). */
    void sleep();
}
