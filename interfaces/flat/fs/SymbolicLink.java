// SPDX-License-Identifier: BSD-2-Clause
package flat.fs;

import flat.lang.Buf;
import flat.lang.Out;
import flat.lang.Version;
import flat.lang.u32;

/** A path in place of a node: from the directory where the link is, unless it begins with `/`. */
@Version(1)
public interface SymbolicLink extends Node {
    /** The longest path, in bytes. */
    int TARGET_MAX = 4095;

    /** Writes the path, as much as fits, and returns how long all of it is. May block. */
    u32 target(@Out Buf destination) throws FsError;
}
