// SPDX-License-Identifier: BSD-2-Clause
package flat.fs;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;

/** Nodes, and the directory from which all of them are found. */
@Version(2)
public interface FileSystem extends Top {
    /** What there is, in blocks of `blockBytes`, and how many nodes. */
    record Statistics(
            /** The number by which Linux knows the format, `statfs.f_type`. */
            u64 format,
            u32 blockBytes,
            u64 blocks,
            u64 freeBlocks,
            /** What others than the superuser should use of the free ones. */
            u64 availableBlocks,
            u64 nodes,
            u64 freeNodes,
            u32 nameBytesMax,
            boolean isReadOnly) {}

    /**
     * How many requests to its disk have failed, and which sector of that disk could not be read,
     * or written, last.
     */
    record Faults(u64 count, u64 sector, boolean isWrite) {}

    /** Its root, held. */
    Directory root() throws FsError;

    /** As it is now. Does not block, but where a server is asked. */
    Statistics statistics();

    /**
     * What the disk has failed at until now: where, after an IO. Requests count that nobody waited
     * for, as pages are written some time after they were changed. Does not block.
     */
    Faults faults();

    /** Blocks until all that was changed is on the disk. */
    void sync() throws FsError;

    /**
     * Brings all that was changed to the disk, says there that it is whole, and ends the file
     * system. BUSY while somebody holds a node of it; after IO it is still mounted. What was found
     * CORRUPT stays, and the disk does not say that it is whole. May block.
     */
    void unmount() throws FsError;
}
