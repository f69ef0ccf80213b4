// SPDX-License-Identifier: BSD-2-Clause
package flat.fs;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** Directories that servers offer, by a protocol. */
@Version(1)
public interface Exports extends Top {
    /**
     * The directory at a path of the server with this address (IPv4, a number), with all below it,
     * as a file system until `unmount`. BUSY if there is one already; FORBIDDEN if the server does
     * not offer it; NO_ANSWER if there is no server. With `isReadOnly` nothing is written. Blocks.
     */
    FileSystem mount(u32 server, @In Buf path, boolean isReadOnly) throws FsError;
}
