// SPDX-License-Identifier: BSD-2-Clause
package flat.block;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Max;
import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/**
 * A `Disk` for components that do not share memory with its driver: sectors are copied, and each
 * call waits until its request has ended.
 */
@Version(1)
public interface SectorCarrier extends Top {
    /** The most bytes of a call. */
    int CALL_MAX = 32768;

    /** What the disk is like now. */
    Disk.Geometry geometry() throws DiskError;

    /** Reads whole sectors, from `sector` on. */
    void read(u64 sector, @Out @Max(32768) Buf bytes) throws DiskError;

    /** Writes whole sectors, from `sector` on. */
    void write(u64 sector, @In @Max(32768) Buf bytes) throws DiskError;

    /** Brings all writes that have ended before onto the medium. */
    void flush() throws DiskError;
}
