// SPDX-License-Identifier: BSD-2-Clause
package flat.fs;

import flat.lang.Top;
import flat.lang.Version;

/** Says through which directories paths may lead. */
@Version(1)
public interface SearchRule extends Top {
    /**
     * Whether the calling thread may look for names in a directory. Does not block, but where a
     * server is asked for its attributes.
     */
    boolean maySearch(Directory directory);
}
