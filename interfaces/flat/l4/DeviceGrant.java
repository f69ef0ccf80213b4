// SPDX-License-Identifier: BSD-2-Clause
package flat.l4;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** What of the machine's devices one domain of the assembly may use. */
@Version(1)
public interface DeviceGrant extends Top {
    /** Ports in a row, one at least, and perhaps an interrupt line. */
    record Devices(u32 firstPort, u32 ports, boolean hasLine, u32 line) {}

    /** What it is. */
    Devices devices();

    /** Whether it is for the domain of this name. */
    boolean isFor(@In Buf domain);
}
