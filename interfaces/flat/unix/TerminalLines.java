// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.lang.Top;
import flat.lang.Version;

/** Where a terminal is in its line, for others that write to the same console. */
@Version(1)
public interface TerminalLines extends Top {
    /** Ends the line that programs have begun, if they have. */
    void begin();
}
