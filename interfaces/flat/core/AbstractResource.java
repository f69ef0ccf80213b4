// SPDX-License-Identifier: BSD-2-Clause
package flat.core;

import flat.lang.Top;
import flat.lang.Version;

/** What a manager hands out: a thread, memory, a session (THINK, section 4.2, Figure 6). */
@Version(1)
public interface AbstractResource extends Top {
    /** Gives the resource back to its manager; it must not be used afterwards. */
    void release();
}
