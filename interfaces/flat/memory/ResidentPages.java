// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.paddr;
import flat.lang.size;
import flat.lang.u32;
import flat.lang.u64;

/**
 * The pages of memory objects that are in memory, and where they are mapped: the reverse map, for
 * the objects' owners. It is what a file's truncation, page-out, the end of copy on write,
 * distributed memory and the release of a domain have in common.
 *
 * Each call takes time linear in the pages and mappings that it changes, in steps between which
 * interrupts and other threads have their way. Objects that nobody has mapped or held have no
 * pages.
 */
@Version(9)
public interface ResidentPages extends Top {
    /**
     * How many pages of an object are in memory, may have been written to, are in transfer; and the
     * condition of `flat.thread.ThreadManager` that is notified when a transfer has ended. How many
     * of the dirty ones are `stuck`, as cleaning them has failed, and which of all failures of any
     * object, counted from 1, was the last one of this object's pages.
     */
    record Counts(
            u64 resident, u64 dirty, u64 busy, u64 condition, u64 stuck, u64 lastFailure) {}

    /**
     * Of pages whose contents lie elsewhere: how many are in memory, were filled because somebody
     * asked for them, were filled ahead of that, have left for others, were cleaned for that. All 0
     * where nothing is replaced.
     */
    record Replacements(u64 resident, u64 filled, u64 filledAhead, u64 left, u64 cleaned) {}

    /** The frame of a page that is held; or the condition to wait on before asking again. */
    record Held(paddr frame, u64 condition) {}

    /**
     * Of the same pages: how many were written to and not cleaned yet, but for those whose cleaning
     * has failed; how many may be, `dirtyMax` of them; how many were cleaned by `writeBehind`; and
     * the condition of `flat.thread.ThreadManager` that is notified when there is a first one,
     * when there are too many, when `writeBehind` has begun to clean some, and when some are clean
     * for which a writer waits.
     */
    record Unwritten(u64 pages, u64 pagesMax, u64 written, u64 condition) {}

    /** How it stands with an object's pages now. */
    Counts count(MemoryObject object);

    /** What has been replaced since the start. */
    Replacements replacements();

    /** How it stands with all pages that were written to. */
    Unwritten unwritten();

    /**
     * Write-behind: so many rounds, by the caller's clock, have passed since the last call. Has
     * those pages cleaned that have been dirty for `roundsMax` rounds, and if there are too many,
     * the oldest until half of what may be is left; each with those after it in a row. All
     * transfers are begun, so that a disk can sort them, and none is waited for. A page whose
     * cleaning fails stays dirty, until `clean` succeeds with it.
     */
    void writeBehind(u32 roundsPassed, u32 roundsMax);

    /** Ends all mappings of these pages, in whatever space. The next access maps them again. */
    void revoke(MemoryObject object, u64 firstPage, u64 pages);

    /** Ends the right to write to them: the next writer asks the object again. */
    void revokeWriting(MemoryObject object, u64 firstPage, u64 pages);

    /**
     * Takes rights back that the object has granted for these pages: READ is left of them, or
     * nothing when `left` is 0. The pages stay in memory, with their contents; the next access that
     * needs more asks the object, for more rights or anew. A page may be in transfer: what that
     * grants is granted. Returns how many of the pages the kernel still holds with a right that was
     * taken.
     */
    u64 withdraw(FilledObject object, u64 firstPage, u64 pages, u32 left);

    /**
     * Has those of them cleaned that may have been written to. The pages stay, without the right to
     * write; `count` tells how many are still in transfer, and are dirty because cleaning failed.
     */
    void clean(FilledObject object, u64 firstPage, u64 pages);

    /**
     * Holds a page in memory for the kernel, which accesses it where it sees all memory, with
     * `rights`: READ, and perhaps WRITE. Never blocks: if the object has to fill the page first,
     * the result names a condition of `flat.thread.ThreadManager`; so it does for WRITE as long as
     * too many pages are dirty. UNAVAILABLE if the object failed to fill it, FORBIDDEN if it does
     * not allow it. A page must be held for writing for a short time only, for meanwhile it is not
     * cleaned.
     */
    Held hold(FilledObject object, u64 page, u32 rights) throws MappingError;

    /**
     * Has those of the pages filled that are not in memory, before somebody asks for them, as far
     * as there is room without waiting, and up to a quarter of those that may be in memory at once.
     * What cannot be filled is asked for again when it is needed.
     */
    void fillAhead(FilledObject object, u64 firstPage, u64 pages);

    /** Ends one `hold`, with the same rights. */
    void letGo(FilledObject object, u64 page, u32 rights);

    /**
     * Copies what an object has from `offset` on, as far as its pages are in memory and may be
     * read; returns how many bytes. Asks nobody and never blocks: what is missing is for `hold`.
     */
    size copyOut(FilledObject object, u64 offset, @Out Buf destination);

    /** Copies to `offset` of an object, as far as its pages are in memory and may be written to. */
    size copyIn(FilledObject object, u64 offset, @In Buf source);

    /**
     * Gives the frames of these pages back, written to or not. Returns how many it had to leave, as
     * they are in transfer or held.
     */
    u64 discard(FilledObject object, u64 firstPage, u64 pages);

    /**
     * Forgets an object before its end, all transfers of which have ended: discards its pages;
     * accesses to ranges that show it are UNAVAILABLE from then on. FALSE if a transfer still runs,
     * or a page is held; nothing can bring further pages in then, and it is to be called again.
     */
    boolean close(MemoryObject object);
}
