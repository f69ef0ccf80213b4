// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.size;
import flat.lang.vaddr;

/** Kernel memory in pieces of any size. */
@Version(1)
public interface Allocator extends Top {
    /** Takes `bytes` bytes aligned to `alignment`, a power of two; never blocks. */
    vaddr allocate(size bytes, size alignment) throws MemoryError;

    /** Gives a piece back. Address 0 is ignored. */
    void free(vaddr address);
}
