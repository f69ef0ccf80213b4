// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/**
 * Memory for code that comes at run time, in the domain of whoever asks for it. A page of it can be
 * written until it is sealed, and executed after that: never both, and never in turn.
 */
@Version(1)
public interface CodeMemory extends Top {
    /** Takes so many pages of zeros, which are all in memory at once. */
    CodeRegion take(u64 pages) throws MappingError;
}
