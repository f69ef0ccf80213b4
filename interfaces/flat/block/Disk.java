// SPDX-License-Identifier: BSD-2-Clause
package flat.block;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Context;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;

/**
 * A device of sectors that are read and written in any order: a disk, a part of one, memory that
 * serves as one.
 */
@Version(1)
public interface Disk extends Top {
    /** What a disk is like. Without a disk there are no sectors. */
    record Geometry(
            u64 sectors,
            /** A power of two, 512 at least. */
            u32 sectorBytes,
            /** How many segments a request may have, one at least. */
            u32 segmentsMax,
            boolean isReadOnly,
            boolean isRemovable) {}

    /** What the disk is like now. */
    Geometry geometry();

    /**
     * Begins what is asked for, and does not wait. The request, and the memory that it names, are
     * the disk's until it has ended, which may be in this call, and else is in an interrupt; what
     * has not completed in time fails with TIMED_OUT. Requests that are under way together are done
     * in any order: what has to be after another is submitted when that has ended.
     */
    @Context(INTERRUPT)
    void submit(DiskRequest request);
}
