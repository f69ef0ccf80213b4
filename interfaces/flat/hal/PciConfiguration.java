// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/**
 * The configuration space of PCI (PCI Local Bus 3.0, section 3.2.2.3).
 *
 * A function is named by bus << 8 | device << 3 | function, a register by its offset, a multiple of
 * 4 below 256.
 */
@Version(1)
public interface PciConfiguration extends Top {
    /** A register's value; all ones where there is no function. */
    u32 read(u32 function, u32 offset);

    /** Writes a register; no effect where there is no function. */
    void write(u32 function, u32 offset, u32 value);
}
