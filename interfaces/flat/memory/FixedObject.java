// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.lang.Version;
import flat.lang.paddr;
import flat.lang.u64;

/** Memory that lies where it lies: that of devices, or all that is physical. */
@Version(1)
public interface FixedObject extends MemoryObject {
    /** The physical address of a page, always the same. Calls nobody. */
    paddr frame(u64 page);
}
