// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.core.AbstractResource;
import flat.lang.Version;
import flat.lang.u64;

/**
 * Memory that nobody else sees change: zeros at first, and copies of others' pages where it is told
 * so. Whatever is copied of it shares frames with it until one of both is written to.
 *
 * `release` gives all back; nothing shows it any more.
 */
@Version(1)
public interface PrivateObject extends LentObject, AbstractResource {
    /** Another one of the same contents. Where this one is mapped, the right to write ends. */
    PrivateObject copy() throws MemoryError;

    /**
     * Pages from `firstPage` on begin as those of `source` from `sourceFirst` on, up to `bytes`
     * bytes; the rest of them as zeros. The source stays as it is until they are forgotten.
     */
    void begin(u64 firstPage, u64 pages, FilledObject source, u64 sourceFirst, u64 bytes)
            throws MemoryError;

    /**
     * Moves pages with their contents to where none have been accessed, from `to` on: those of the
     * range are zeros then. Without memory for it nothing is moved.
     */
    void move(u64 firstPage, u64 pages, u64 to) throws MemoryError;

    /** Pages lose their contents and where they begin: they are zeros again. */
    void forget(u64 firstPage, u64 pages);
}
