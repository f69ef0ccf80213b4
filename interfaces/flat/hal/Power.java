// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** Ends or restarts the machine. */
@Version(1)
public interface Power extends Top {
    /** Powers off and does not return; an emulator's or process's exit status tells `status`. */
    void powerOff(u32 status);

    /** Resets the machine and does not return. */
    void reset();
}
