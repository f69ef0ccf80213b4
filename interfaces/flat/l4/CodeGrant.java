// SPDX-License-Identifier: BSD-2-Clause
package flat.l4;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** How much of its memory a domain of the assembly may write and then execute. */
@Version(1)
public interface CodeGrant extends Top {
    /** Whether it is for the domain of this name. */
    boolean isFor(@In Buf domain);

    /** The most pages of 4 KiB that it may have so at a time. */
    u32 pagesMax();
}
