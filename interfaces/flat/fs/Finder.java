// SPDX-License-Identifier: BSD-2-Clause
package flat.fs;

import flat.lang.Held;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/** Is told where a node was found. */
@Version(1)
public interface Finder extends Top {
    /** In which directory, and by which name (`Names.numberOf`). Does not block. */
    void found(@Held Directory directory, u64 name);
}
