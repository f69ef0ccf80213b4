// SPDX-License-Identifier: BSD-2-Clause
package flat.l4;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** Which domains of the assembly one domain may make, start and release. */
@Version(2)
public interface MakingGrant extends Top {
    /** So many at a time, each of which has at most so many pages of memory. */
    record Limits(u32 atOnce, u32 pages) {}

    /** Whether it is for the domain of this name, which makes the other one. */
    boolean isFor(@In Buf domain);

    /** Whether the domain of this name is the one that is made. */
    boolean isOf(@In Buf domain);

    /** What holds for them. */
    Limits limits();
}
