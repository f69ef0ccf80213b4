// SPDX-License-Identifier: BSD-2-Clause
package flat.boot;

import flat.lang.Top;
import flat.lang.Version;

/** Where a kernel begins. */
@Version(1)
public interface Entry extends Top {
    void run();
}
