// SPDX-License-Identifier: BSD-2-Clause
package flat.sample;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

@Version(1)
public interface Base extends Top {
    enum Kind {
        ONE,
        TWO
    }

    u32 base();
}
