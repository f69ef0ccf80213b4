// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.core.AbstractResource;
import flat.lang.Version;
import flat.lang.u64;
import flat.lang.vaddr;

/**
 * Pages in a row for code that comes at run time and for its data. `release` gives them back; a
 * domain's are also given back with it.
 */
@Version(1)
public interface CodeRegion extends AbstractResource {
    /** Where they begin, in the domain that has taken them. */
    vaddr base();

    /**
     * Nobody can write pages any more, from `firstPage` of the region on; they can be executed, or
     * else read. INVALID without pages or beyond the region's end, FORBIDDEN where a page has been
     * sealed before, UNAVAILABLE when the domain that has taken them is gone.
     */
    void seal(u64 firstPage, u64 pages, boolean isExecutable) throws MappingError;
}
