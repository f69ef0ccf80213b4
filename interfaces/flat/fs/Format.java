// SPDX-License-Identifier: BSD-2-Clause
package flat.fs;

import flat.block.Disk;
import flat.lang.Top;
import flat.lang.Version;

/** A way in which disks hold file systems. */
@Version(1)
public interface Format extends Top {
    /**
     * The file system that is on a disk, which is its own until `unmount`. UNKNOWN_FORMAT if there
     * is none of this format; NOT_SUPPORTED if it has features that are not known; READ_ONLY if it
     * was not left whole, or the disk cannot be written to, unless `isReadOnly`, which writes
     * nothing at all. Blocks.
     */
    FileSystem mount(Disk disk, boolean isReadOnly) throws FsError;
}
