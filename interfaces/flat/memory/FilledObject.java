// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Buf;
import flat.lang.Context;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;

/**
 * Memory whose owner fills its pages and cleans them: zeros, a program, a file, another machine. A
 * pager is this interface across a boundary.
 *
 * Frames are given as a row of `paddr`, one for each page from `firstPage` on. They belong to the
 * transfer until it has ended, which may be before the method returns.
 */
@Version(2)
public interface FilledObject extends MemoryObject {
    /** Where frames for its pages come from, and are accounted: always the same. Calls nobody. */
    Frames frames();

    /**
     * Whether its contents lie elsewhere, so that its pages may leave memory at any time, and be
     * cleaned for that at any time and in any order: always the same. Calls nobody.
     */
    boolean isReplaceable();

    /**
     * Puts the contents of pages into frames, because they are about to be accessed with `rights`:
     * READ, perhaps WRITE and EXECUTE. It may grant more, and fewer, but not WRITE alone.
     */
    void fill(u64 firstPage, @In Buf frames, u32 rights, Transfer transfer);

    /**
     * Grants more rights to pages that are filled: what is granted without WRITE is asked for again
     * before it is written to. A file learns then what has to be cleaned, distributed memory makes
     * the page its own, and may put newer contents into it.
     */
    void upgrade(u64 firstPage, @In Buf frames, u32 rights, Transfer transfer);

    /** Takes the contents of pages over, which nobody writes to meanwhile. */
    void clean(u64 firstPage, @In Buf frames, Transfer transfer);

    /** Is notified when transfers end. */
    @Version(1)
    interface Transfer extends Top {
        /**
         * The transfer of these pages, all that were asked for or a part, has ended. `rights` are
         * what is granted after `fill` and `upgrade`, and READ after `clean`, or 0: it has failed.
         */
        @Context(INTERRUPT)
        void ended(u64 firstPage, u64 pages, u32 rights);
    }
}
