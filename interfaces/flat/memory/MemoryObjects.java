// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.paddr;
import flat.lang.u64;

/** Makes memory that nobody else has: stacks, heaps, the variables of programs. */
@Version(1)
public interface MemoryObjects extends Top {
    /** Pages of zeros, which take frames of `frames` as they are first accessed. */
    OwnedObject zeros(Frames frames, u64 pages) throws MemoryError;

    /**
     * Pages that begin as a copy of `bytes` bytes at `source`, which must stay as they are, and go
     * on with zeros.
     */
    OwnedObject image(Frames frames, u64 pages, paddr source, u64 bytes) throws MemoryError;
}
