// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.paddr;
import flat.lang.u32;
import flat.lang.u64;

/** Physical page frames (THINK, section 4.3). A block of order n is 2^n frames, so aligned. */
@Version(1)
public interface Frames extends Top {
    /** Takes a block; its contents are arbitrary. */
    paddr allocate(u32 order) throws MemoryError;

    /** Gives a block back; base and order must be those of an allocation. */
    void free(paddr base, u32 order);

    /** Takes the frames of [base, base + sizeBytes) out of the free memory; all must be free. */
    void reserve(paddr base, u64 sizeBytes) throws MemoryError;

    /** How much is free, in bytes. */
    u64 freeBytes();
}
