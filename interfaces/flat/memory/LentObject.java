// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.lang.Version;
import flat.lang.paddr;
import flat.lang.u32;
import flat.lang.u64;

/**
 * Memory whose frames stay its owner's, which may show one frame in several objects, and another
 * one in its place when a page is first written to: copy on write.
 *
 * To end the right to write (`ResidentPages.revokeWriting`) is to be asked again before the next
 * write. Before the owner takes a frame away that it has lent, it ends its mappings (`revoke`).
 */
@Version(1)
public interface LentObject extends MemoryObject {
    /**
     * A frame, and what may be done with it: at least what was asked for. Or no rights, and the
     * condition of `flat.thread.ThreadManager` to wait on before asking again.
     */
    record Loan(paddr frame, u32 rights, u64 condition) {}

    /**
     * The frame of a page that is about to be accessed with `rights`: READ, perhaps WRITE and
     * EXECUTE. Where WRITE is not granted, it is asked for before the first write, and the loan may
     * be another frame then. Never blocks; OUT_OF_MEMORY, or UNAVAILABLE when what the page begins
     * as cannot be had.
     */
    Loan lend(u64 page, u32 rights) throws MappingError;
}
