// SPDX-License-Identifier: BSD-2-Clause
package flat.block;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** The disks that one component has: those at a controller. */
@Version(1)
public interface Disks extends Top {
    /** How many there were when they were looked for. */
    u32 count();

    /** One of them, counted from 0, which stays the same; when it is gone it has no sectors. */
    Disk disk(u32 index) throws DiskError;
}
