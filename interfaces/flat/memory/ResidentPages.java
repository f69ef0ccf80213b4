// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/**
 * The pages of memory objects that are in memory, and where they are mapped: the reverse map, for
 * the objects' owners. It is what a file's truncation, page-out, the end of copy on write,
 * distributed memory and the release of a domain have in common.
 *
 * Each call takes time linear in the pages and mappings that it changes, in steps between which
 * interrupts and other threads have their way. Objects that nobody has mapped have no pages.
 */
@Version(1)
public interface ResidentPages extends Top {
    /** How many pages of an object are in memory, may have been written to, are in transfer. */
    record Counts(u64 resident, u64 dirty, u64 busy) {}

    /** How it stands with an object's pages now. */
    Counts count(MemoryObject object);

    /** Ends all mappings of these pages, in whatever space. Who accesses them gets them again. */
    void revoke(MemoryObject object, u64 firstPage, u64 pages);

    /** Ends the right to write to them: the next writer asks the object again. */
    void revokeWriting(FilledObject object, u64 firstPage, u64 pages);

    /**
     * Has those of them cleaned that may have been written to. The pages stay, without the right to
     * write; `count` tells how many are still in transfer, and are dirty because cleaning failed.
     */
    void clean(FilledObject object, u64 firstPage, u64 pages);

    /**
     * Gives the frames of these pages back, written to or not. Returns how many it had to leave, as
     * they are in transfer.
     */
    u64 discard(FilledObject object, u64 firstPage, u64 pages);

    /**
     * Forgets an object before its end, all transfers of which have ended: discards its pages;
     * accesses to ranges that show it are UNAVAILABLE from then on. FALSE if a transfer still runs;
     * nothing can bring further pages in then, and it is to be called again.
     */
    boolean close(MemoryObject object);
}
