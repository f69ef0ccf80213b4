// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/**
 * Memory as pages with numbers, which address spaces show (Choices 1991, section 3.5): either a
 * `FixedObject`, whose pages lie where they lie, or a `FilledObject`, whose pages come and go.
 */
@Version(1)
public interface MemoryObject extends Top {
    /** How many pages it has. Becoming fewer, it must discard those pages (`ResidentPages`). */
    u64 pages();
}
