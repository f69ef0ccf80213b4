// SPDX-License-Identifier: BSD-2-Clause
package flat.l4;

import flat.hal.MmuError;
import flat.hal.PhysicalMemory;
import flat.lang.Nullable;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.paddr;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.vaddr;
import flat.object.Space;
import flat.object.Tcb;

/** Address spaces of user threads. */
@Version(1)
public interface Spaces extends Top {
    /** Makes an empty space; nothing if the kernel's memory is exhausted. */
    @Nullable
    Space create();

    /** Ends a space that has no thread left. */
    void destroy(Space space);

    /**
     * Places kernel interface page and UTCB area, as checked flexpages; false: no memory left. Only
     * before the first UTCB is allocated.
     */
    boolean configure(Space space, u64 interfacePageArea, u64 utcbArea);

    /** Backs the UTCB at this address of the thread's space by kernel memory; false: none left. */
    boolean allocateUtcb(Tcb thread, vaddr location);

    /** The physical memory that is the users'; the rest is the kernel's or no memory. */
    PhysicalMemory.Region userMemory();

    /** Translates a page of user memory to itself, as a fault of sigma0 asks; false: may not be. */
    boolean mapPhysical(Space space, vaddr address);

    /** Memory of a user: from an address on, as far as it is contiguous. */
    record Piece(paddr physical, u64 bytes) {}

    /**
     * The memory at a user's address, which the kernel is about to read or write for its owner, as
     * `rights` say. NOT_MAPPED: its pager may help; INVALID: it is no user's address.
     */
    Piece access(Space space, vaddr address, u32 rights) throws MmuError;

    /** Carries out one map or grant item of a message: `item` and `fpage` are its two words. */
    void transfer(Tcb sender, Tcb receiver, u64 item, u64 fpage) throws MmuError;

    /**
     * The same from byte `done` of what the item moves on, for `pages` pages at most. Returns the
     * byte where it stopped, all ones at the end.
     */
    u64 transferPart(Tcb sender, Tcb receiver, u64 item, u64 fpage, u64 done, u32 pages)
            throws MmuError;

    /**
     * Takes the rights of a flexpage from all that the space has mapped to others in it, directly
     * or not; `flushes`: from the space itself, too. Returns the flexpage with the accesses to all
     * of these pages, its own included, since this was last asked (L4 X.2, section 4.4).
     */
    u64 unmap(Space space, u64 fpage, boolean flushes);
}
