// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/** A network link. */
@Version(1)
public interface Link extends Top {
    void send(u64 frame);
}
