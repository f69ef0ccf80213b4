// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import flat.lang.Pure;
import flat.lang.Version;
import flat.lang.paddr;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.u8;
import flat.lang.vaddr;

/**
 * The memory management unit (THINK, section 4.1), adapted to page-table trees.
 *
 * A root names a translation tree by the physical address of its top table. Kernel translations are
 * part of every root. Rights are a sum of the constants.
 */
@Version(1)
public interface Mmu extends Roots {
    /** May be read. */
    int READ = 1;
    /** May be written. */
    int WRITE = 2;
    /** May be executed. */
    int EXECUTE = 4;
    /** May be accessed from user mode. */
    int USER = 8;
    /** Bypasses the caches: device memory. */
    int UNCACHED = 16;
    /** Bypasses the caches, but writes are gathered: frame buffers. */
    int COMBINED = 32;
    /** Is cached for reading; what is written goes to memory as well. */
    int WRITTEN_THROUGH = 128;
    /** Is cached for reading; what is written goes to memory alone. Of the four, one at most. */
    int WRITE_PROTECTED = 256;
    /** Asks that accesses by user mode be noted, for `reduce`; not part of what is mapped. */
    int NOTED = 64;

    /** One translation. */
    record Mapping(vaddr base, paddr physical, u8 sizeLog2, u32 rights) {}

    /** Makes a root that translates the kernel and nothing else. */
    paddr createRoot() throws MmuError;

    /** Frees a root and its tables, not the memory that it maps. It must not be active. */
    void destroyRoot(paddr root);

    /**
     * Frees one of a root's tables; what it maps by it is mapped no more. Returns whether there was
     * none. Before `destroyRoot`, which then takes no longer than that of a fresh root. It must not
     * be active.
     */
    boolean prune(paddr root);

    /** Translates 2^sizeLog2 bytes from `virtualBase`; sizes are those that `supports` admits. */
    void addMapping(paddr root, vaddr virtualBase, paddr physical, u8 sizeLog2, u32 rights)
            throws MmuError;

    /**
     * Translates a page of the smallest size as USER and NOTED, with `rights` of READ, WRITE and
     * EXECUTE, where that takes no table and nothing is translated, and returns its place; else
     * changes nothing and returns 0. Both addresses are multiples of its size.
     */
    u64 fill(paddr root, vaddr virtualBase, paddr physical, u32 rights);

    /**
     * The place of a page of the smallest size, by which `share` and `reduceAt` find it without
     * looking, until it is removed or loses READ. 0 without such a page.
     */
    u64 place(paddr root, vaddr virtualBase);

    /**
     * As `fill`, with what is at a place, cached as that is, and its rights but for `withheld`,
     * of WRITE and EXECUTE.
     */
    u64 share(u64 place, paddr root, vaddr virtualBase, u32 withheld);

    /** As `reduce`, of the page at a place, which `root` has at `virtualBase`. */
    u32 reduceAt(u64 place, paddr root, vaddr virtualBase, u32 revoked);

    /** Removes the translation that covers `virtualAddress` and returns what it was. */
    Mapping removeMapping(paddr root, vaddr virtualAddress) throws MmuError;

    /** The translation that covers `virtualAddress`. */
    Mapping getMapping(paddr root, vaddr virtualAddress) throws MmuError;

    /**
     * Makes of the page that covers `virtualAddress` pages of the next smaller size, which
     * translate as it did. INVALID where none is smaller, OUT_OF_MEMORY without a table: then
     * nothing changes.
     */
    void split(paddr root, vaddr virtualAddress) throws MmuError;

    /**
     * The translation that covers `virtualAddress`, which the kernel is about to use as `rights`
     * say, for user mode: it is noted as if user mode did that. NOT_MAPPED where a right is
     * missing.
     */
    Mapping access(paddr root, vaddr virtualAddress, u32 rights) throws MmuError;

    /**
     * Takes the rights `revoked` from the page that covers `virtualAddress`: without READ nothing
     * is left of it. Returns how it has been accessed since it was mapped with NOTED, or since this
     * was called last: a sum of READ, WRITE and EXECUTE. What hardware does not tell apart counts
     * as both. 0 without a page, and where hardware notes nothing.
     */
    u32 reduce(paddr root, vaddr virtualAddress, u32 revoked);

    /** Whether the hardware translates pages of 2^sizeLog2 bytes. */
    @Pure
    boolean supports(u8 sizeLog2);
}
