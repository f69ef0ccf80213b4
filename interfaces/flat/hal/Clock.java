// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.i64;

/** What time it is in the world; may be set, and jump then. */
@Version(1)
public interface Clock extends Top {
    /** Nanoseconds since 1970 began, UTC, without leap seconds. */
    i64 nowNs();
}
