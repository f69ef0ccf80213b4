// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/** Tells the time, too, but is no Clock. */
@Version(1)
public interface Watch extends Top {
    u64 nowNs();
}
