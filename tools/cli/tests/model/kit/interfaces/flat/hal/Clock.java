// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/** Tells the time. */
@Version(1)
public interface Clock extends Top {
    u64 nowNs();
}
