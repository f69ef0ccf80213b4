// SPDX-License-Identifier: BSD-2-Clause
package flat.demo;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/** A step of a calculation that several components do one after another. */
@Version(1)
public interface Stage extends Top {
    /** What becomes of a value in this step and in all after it; never blocks. */
    u64 pass(u64 value);
}
