// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.paddr;
import flat.lang.u32;
import flat.lang.u8;
import flat.lang.vaddr;

/**
 * Gives each translation tree a second top table, which the processor uses in user mode: it
 * translates what user mode may see, and of the kernel no more than the ways in and out.
 */
@Version(1)
public interface PageIsolation extends Top {
    /**
     * Takes the memory of two top tables, and returns the first one, whose contents are arbitrary.
     * The second one translates what user mode sees in every tree.
     */
    paddr createRoots() throws MmuError;

    /** Gives back both top tables. */
    void destroyRoots(paddr root);

    /** The first top table's entry for an address of user mode may have changed. */
    void follow(paddr root, vaddr virtualAddress);

    /** All those for user mode may have changed. */
    void followAll(paddr root);

    /** User mode sees this from now on in every tree: as `Mmu.addMapping`, outside user memory. */
    void show(vaddr virtualBase, paddr physical, u8 sizeLog2, u32 rights) throws MmuError;

    /** Takes back what covers an address and was shown, if anything does. */
    void hide(vaddr virtualAddress);
}
