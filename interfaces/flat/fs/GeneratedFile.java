// SPDX-License-Identifier: BSD-2-Clause
package flat.fs;

import flat.lang.Buf;
import flat.lang.Out;
import flat.lang.Version;
import flat.lang.u32;

/** A node of the kind of files whose contents are made when it is opened, and that has no size. */
@Version(1)
public interface GeneratedFile extends Node {
    /** The longest contents, in bytes. */
    int BYTES_MAX = 16384;

    /** Writes the contents as they are now, as much as fits, and returns how long. May block. */
    u32 generate(@Out Buf text) throws FsError;
}
