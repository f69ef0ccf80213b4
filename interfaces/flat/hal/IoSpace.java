// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u16;
import flat.lang.u32;
import flat.lang.u8;

/**
 * The ports of a processor that has them beside its memory, 65 536 of 8 bits. A port of more bits
 * is at a multiple of its size. Whose a port is nobody asks here: it is for who hands out devices.
 */
@Version(1)
public interface IoSpace extends Top {
    /** A port of 8 bits. */
    u8 read8(u16 port);

    /** A port of 16 bits. */
    u16 read16(u16 port);

    /** A port of 32 bits. */
    u32 read32(u16 port);

    /** Writes a port of 8 bits. */
    void write8(u16 port, u8 value);

    /** Writes a port of 16 bits. */
    void write16(u16 port, u16 value);

    /** Writes a port of 32 bits. */
    void write32(u16 port, u32 value);
}
