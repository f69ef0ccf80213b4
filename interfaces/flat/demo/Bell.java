// SPDX-License-Identifier: BSD-2-Clause
package flat.demo;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** A listener that is notified when something has happened. */
@Version(1)
public interface Bell extends Top {
    /** It has happened so many times. */
    void ring(u32 times);
}
