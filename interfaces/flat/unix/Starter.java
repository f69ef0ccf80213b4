// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** Starts the first process. */
@Version(1)
public interface Starter extends Top {
    /**
     * Runs a program as process 1, with `terminal` as its descriptors 0 to 2, and blocks until it
     * has ended. `arguments` are texts, each with a zero at its end. Returns its status as a shell
     * tells it: 128 and the number of the signal that has ended it, 127 if it could not be run. The
     * program is the file that the first argument names.
     */
    u32 run(@In Buf arguments, OpenFile terminal);
}
