// SPDX-License-Identifier: BSD-2-Clause
package flat.fs;

import flat.lang.Buf;
import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/**
 * Files of a file system of processes that somebody else writes: what there is of something, as it
 * is when they are opened.
 */
@Version(1)
public interface ShownTexts extends Top {
    /** The longest path, in bytes. */
    int PATH_MAX = 32;

    /** How many there are, always as many. */
    u32 texts();

    /** The path of one, `folder/name`, always the same; returns how long it is. */
    u32 path(u32 text, @Out Buf path);

    /** Writes one, as much as fits; returns how long all of it is. May block. */
    u32 show(u32 text, @Out Buf destination);
}
