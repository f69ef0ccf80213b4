// SPDX-License-Identifier: BSD-2-Clause
package flat.fs;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;

/**
 * How much of a file system each owner of nodes has, and may have at most, where somebody asks for
 * that. What is beyond fails with OVER_QUOTA. Limits are in memory, until the file system is
 * unmounted, and callers keep it mounted while they call. All methods may block.
 */
@Version(1)
public interface OwnerLimits extends Top {
    /** Space in units of 512 bytes, and nodes. */
    record Amount(u64 sectors, u64 nodes) {}

    /** What an owner has, and what it may have; 0: there is no limit. */
    record Account(Amount used, Amount most) {}

    /**
     * Counts what all owners have, once, by all names that there are, and from then on what
     * changes. All who use the file system wait meanwhile. Nothing happens if that has been done.
     * NOT_SUPPORTED by formats that have no owners, or do not say what nodes occupy; CORRUPT if a
     * directory is in two others; IO; OUT_OF_MEMORY.
     */
    void start(FileSystem of) throws FsError;

    /** Limits an owner, who may have more already. INVALID before `start`; OUT_OF_MEMORY. */
    void setMost(FileSystem of, u32 owner, Amount most) throws FsError;

    /** What is known of an owner. INVALID before `start`. */
    Account account(FileSystem of, u32 owner) throws FsError;
}
