// SPDX-License-Identifier: BSD-2-Clause
package flat.sample;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** Base is inherited twice and exists once. */
@Version(1)
public interface Diamond extends Left, Right, Nested.Step, Top {
    u32 diamond(Base.Kind base, Kind own);

    enum Kind {
        /** Hides Base.Kind, in Java and in C++. */
        OWN
    }
}
