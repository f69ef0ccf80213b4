// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/** Characters out. */
@Version(1)
public interface Console extends Top {
    void write(u64 character);
}
