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

    /** Lets a space end that has no thread left: `bury` carries that out. */
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

    /**
     * Carries out one map or grant item of a message, whose two words are `item` and `fpage`, from
     * byte `done` of what it moves on, for `pages` pages at most. Returns the byte where it
     * stopped, all ones at the end. Where something has to be taken back first that takes longer
     * than a step, it stops, too: `makeRoom` goes on with that.
     */
    u64 transfer(Tcb sender, Tcb receiver, u64 item, u64 fpage, u64 done, u32 pages)
            throws MmuError;

    /**
     * The same of a map item of one small page, where nothing is in its place and it takes none of
     * the kernel's memory. False if it is not so simple: then nothing has happened.
     */
    boolean passPage(Tcb sender, Tcb receiver, u64 item, u64 fpage);

    /** One step of what is being taken back, if anything. Returns whether nothing is any more. */
    boolean makeRoom();

    /**
     * Takes the rights of the flexpages in the first message registers from all that the caller's
     * space has mapped to others in them, directly or not; with bit 6 of `control` from the space
     * itself, too; as many as its low 6 bits say, and one. In their place come the same with the
     * accesses to all of these pages, its own included, since this was last asked (L4 X.2, section
     * 4.4). Returns whether that has been done; else `goOn` goes on with it.
     */
    boolean unmap(Tcb caller, u64 control);

    /**
     * The same with one flexpage, of one small page that few have got, and nobody from them.
     * Returns what comes in its place; 0: it is not so simple, and nothing has happened.
     */
    u64 unmapPage(Tcb caller, u64 control, u64 fpage);

    /**
     * Lets what the caller's space has of the flexpages in the message registers up to
     * `lastRegister`, and what others have got of it, be cached as `types` say: 16 bits for each
     * of the four attributes that the low bits of a flexpage name, one of UNCACHED to
     * WRITE_PROTECTED of `hal.Mmu`, or 0. Returns whether that has been done; else `goOn` goes on
     * with it. Where no memory is to split a page, the call fails, and the page stays as it is.
     */
    boolean setAttributes(Tcb caller, u64 lastRegister, u64 types);

    /**
     * Lets the caller wait until the spaces have ended that are to be destroyed, which `goOn`
     * carries out. Returns whether there is none.
     */
    boolean bury(Tcb caller);

    /** One step of what the thread waits for. Returns whether that is over. */
    boolean goOn(Tcb thread);
}
