// SPDX-License-Identifier: BSD-2-Clause
package flat.log;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/** Messages. */
@Version(1)
public interface Log extends Top {
    enum Level { QUIET, LOUD }

    void line(u64 text);
}
