// SPDX-License-Identifier: BSD-2-Clause
package flat.equal;

import flat.lang.Top;
import flat.lang.Version;

/** All clients of a domain. */
@Version(1)
public interface Start extends Top {
    /** Has them run. */
    void start();
}
