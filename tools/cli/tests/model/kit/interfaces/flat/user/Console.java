// SPDX-License-Identifier: BSD-2-Clause
package flat.user;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/** Characters in. */
@Version(1)
public interface Console extends Top {
    u64 read();
}
