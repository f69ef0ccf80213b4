// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.size;
import flat.lang.vaddr;

/** Memory for kernel objects: equal sizes share pages, lines are never shared by two objects. */
@Version(1)
public interface Objects extends Top {
    /** Takes zeroed memory for one object, aligned to a cache line; never blocks. */
    vaddr allocate(size bytes) throws MemoryError;

    /** Gives an object's memory back; `bytes` is what was asked for. */
    void free(vaddr address, size bytes);
}
