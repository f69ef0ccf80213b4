// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.lang.Top;
import flat.lang.Version;

/** Makes address spaces (THINK, section 4.2: resources made from lower ones). */
@Version(1)
public interface UserSpaceManager extends Top {
    /** A space in which nothing is mapped but the kernel, which programs cannot access. */
    UserSpace create() throws MappingError;
}
