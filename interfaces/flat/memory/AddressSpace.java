// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.paddr;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.vaddr;

/**
 * An address space, flat or paged behind the same interface (THINK, section 4.3): ranges of
 * addresses that show pages of memory objects.
 *
 * Addresses of ranges are multiples of the page size. Rights are those of `flat.hal.Mmu`: READ and
 * with it WRITE, EXECUTE and one of UNCACHED and COMBINED, or none at all, which keeps the range
 * from others.
 */
@Version(2)
public interface AddressSpace extends Top {
    /**
     * Shows `pages` pages of `object`, from its page `firstPage` on, at `base`, or where there is
     * room when `base` is 0, and tells where. TAKEN when something is mapped there already.
     */
    vaddr map(MemoryObject object, u64 firstPage, u64 pages, vaddr base, u32 rights)
            throws MappingError;

    /** Shows nothing there any more. What was not mapped is left out; NOT_MAPPED if all of it. */
    void unmap(vaddr base, u64 pages) throws MappingError;

    /** Gives other rights to what is mapped there; NOT_MAPPED if nothing is. */
    void protect(vaddr base, u64 pages, u32 rights) throws MappingError;

    /** The physical address that an access to a virtual one reaches now. */
    paddr translate(vaddr address) throws MappingError;
}
