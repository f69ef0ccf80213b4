// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import flat.lang.Pure;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.paddr;
import flat.lang.u32;
import flat.lang.u64;

/** The map of physical memory as the platform reports it. */
@Version(1)
public interface PhysicalMemory extends Top {
    /** What a region is. */
    enum Kind {
        /** Memory that anyone may use. */
        FREE,
        /** The kernel image, its boot modules and boot data. */
        KERNEL,
        /** Devices, firmware and holes. */
        RESERVED
    }

    /** A region; regions are sorted by base and do not overlap. */
    record Region(paddr base, u64 sizeBytes, Kind kind) {}

    /** How many regions there are. */
    @Pure
    u32 regionCount();

    /** The region with this index, below `regionCount`. */
    @Pure
    Region region(u32 index);
}
