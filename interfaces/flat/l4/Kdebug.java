// SPDX-License-Identifier: BSD-2-Clause
package flat.l4;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.object.Tcb;

/** Calls that user mode makes by trapping instructions. */
@Version(1)
public interface Kdebug extends Top {
    /** Carries out the call at which `thread` has trapped; false if that is not a call. */
    boolean handle(Tcb thread, u32 vector);
}
