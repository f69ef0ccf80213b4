// SPDX-License-Identifier: BSD-2-Clause
package flat.block;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.u8;

/** A disk that is divided into partitions, each of which is a disk. */
@Version(2)
public interface PartitionTable extends Top {
    /** Where partitions are described. */
    enum Kind {
        /** Nowhere: the disk is not divided. */
        NONE,
        /** In its first sector, as PCs have it since DOS. */
        MBR,
        /** In a table with checksums, at both ends of the disk (UEFI 2.10, section 5.3). */
        GPT
    }

    /** What was found: how many partitions, and how many entries had to be refused. */
    record Found(Kind kind, u32 partitions, u32 refused) {}

    /** Where a partition lies on the whole disk; the type is that of an MBR. */
    record Partition(u64 firstSector, u64 sectors, u8 type) {}

    /** The disk that is divided, all of it. */
    Disk wholeDisk();

    /**
     * Reads the table of the disk anew; blocks. Entries that overlap one before them, or leave the
     * disk, are refused; a GPT of which both copies are damaged is no table. No request to a
     * partition may be under way.
     */
    Found scan() throws DiskError;

    /** A partition that `scan` has found, from 0 on; of no sectors if there is none. */
    Partition partition(u32 index);

    /** A partition as a disk, which stays the same; without a partition it has no sectors. */
    Disk disk(u32 index) throws DiskError;
}
