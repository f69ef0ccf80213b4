// SPDX-License-Identifier: BSD-2-Clause
package flat.domain;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** How much memory a domain of the assembly may have. */
@Version(1)
public interface MemoryLimit extends Top {
    /** Whether it is for the domain of this name. */
    boolean isFor(@In Buf domain);

    /** The most pages of 4 KiB that it may have. */
    u32 pagesMax();
}
