// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.hal.MmuError;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.paddr;
import flat.lang.size;
import flat.lang.u32;
import flat.lang.vaddr;

/** An address space, flat or paged behind the same interface (THINK, section 4.3). */
@Version(1)
public interface AddressSpace extends Top {
    /** Makes physical memory accessible and tells where; rights are those of `flat.hal.Mmu`. */
    vaddr map(paddr physical, size bytes, u32 rights) throws MmuError;

    /** Ends the accessibility of what `map` returned. */
    void unmap(vaddr base, size bytes) throws MmuError;

    /** The physical address behind a virtual one. */
    paddr translate(vaddr address) throws MmuError;
}
