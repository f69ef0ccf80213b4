// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.paddr;
import flat.lang.u32;
import flat.lang.vaddr;

/**
 * Memory that a device and its driver share: the driver knows a block by a virtual address, the
 * device by a physical one.
 */
@Version(1)
public interface DmaMemory extends Top {
    /** 2^order pages in a row, physically too, and so aligned. */
    record Block(vaddr address, paddr physical, u32 order) {}

    /** Takes a block of zeros. */
    Block allocate(u32 order) throws MemoryError;

    /** Gives a block back that no device accesses any more. */
    void free(Block block);
}
