// SPDX-License-Identifier: BSD-2-Clause
package flat.l4;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;

/** Which domain of the assembly one domain may make, start and release. */
@Version(1)
public interface MakingGrant extends Top {
    /** Whether it is for the domain of this name, which makes the other one. */
    boolean isFor(@In Buf domain);

    /** Whether the domain of this name is the one that is made. */
    boolean isOf(@In Buf domain);
}
