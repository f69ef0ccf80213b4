// SPDX-License-Identifier: BSD-2-Clause
package flat.demo;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** Where threads take turns. */
@Version(1)
public interface Turns extends Top {
    /** Lets others run and returns when it is the turn of `caller`, a number of its own, again. */
    void next(u32 caller);
}
