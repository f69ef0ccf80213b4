// SPDX-License-Identifier: BSD-2-Clause
package flat.boot;

import flat.lang.Top;
import flat.lang.Version;

/** What a kernel does once every instance is constructed. Exactly one instance provides it. */
@Version(1)
public interface Entry extends Top {
    /** Runs the kernel. When it returns, the machine powers off with exit status 0. */
    void run();
}
