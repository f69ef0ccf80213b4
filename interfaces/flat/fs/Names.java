// SPDX-License-Identifier: BSD-2-Clause
package flat.fs;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Nullable;
import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;

/**
 * All file systems as one graph: one of them is at its root, others cover directories.
 *
 * A path is names and slashes. With a slash in front it leads from the caller's root, otherwise
 * from its current directory. Slashes in a row are one. `..` of the caller's root is the root, and
 * of a file system's root it leads to where that is mounted. Symbolic links on the way are
 * followed, up to 40 of them. A slash at the end demands a directory, and follows a link. All
 * methods may block.
 */
@Version(3)
public interface Names extends Top {
    /** The longest path, in bytes. */
    int PATH_MAX = 4095;

    /** The last name of a path, as a part of it; whether a slash follows it. */
    record Last(u32 offset, u32 bytes, boolean isDirectory) {}

    /** The root of everything, held. */
    Directory root() throws FsError;

    /**
     * The node at the end of a path, held. If the last name is one of a symbolic link, this is
     * followed only if `followsLast`. An empty path is NOT_FOUND.
     */
    Node resolve(Directory root, Directory current, @In Buf path, boolean followsLast)
            throws FsError;

    /** The same, and tells where that node was found, unless it is where the path begins. */
    Node find(Directory root, Directory current, @In Buf path, boolean followsLast, Finder finder)
            throws FsError;

    /**
     * A number made of a name, always the same one. Those of two names are seldom equal, but may
     * be: of two names of one node in a directory, the other one may be told then. Does not block.
     */
    u64 numberOf(@In Buf name);

    /** The directory in which the last name of a path is or would be, held. */
    Directory resolveParent(Directory root, Directory current, @In Buf path) throws FsError;

    /** Which part of a path is its last name: none of `/`. It may be `.` or `..`. */
    Last last(@In Buf path);

    /**
     * Writes the path from `root` to a directory, as much as fits, and returns how long all of it
     * is. NOT_FOUND if none leads there.
     */
    u32 path(Directory root, Directory of, @Out Buf destination) throws FsError;

    /** How long a path is, and whether its last name was removed. */
    record Path(u32 bytes, boolean isRemoved) {}

    /**
     * Writes the path from `root` to a node, as much as fits: where it is that was found in a
     * directory by the number of a name, and is held since, or where it was until its name was
     * removed. A directory is known without that. NOT_FOUND if nothing leads there, or too many
     * names have changed since.
     */
    Path pathOf(Directory root, Node node, @Nullable Directory directory, u64 name,
            @Out Buf destination) throws FsError;

    /** A file system that covers a directory, and how long the path to that is. */
    record Mounted(u64 format, boolean isReadOnly, u32 pathBytes) {}

    /**
     * What is mounted, by numbers from 0 on, and the path from `root` to where, as much as fits.
     * NOT_FOUND after the last one.
     */
    Mounted mounted(Directory root, u32 number, @Out Buf path) throws FsError;

    /** Covers a directory with the root of a file system. BUSY if it is covered already. */
    void mount(Directory at, FileSystem what) throws FsError;

    /**
     * Uncovers what is mounted, the root of which a path leads to, and unmounts it. INVALID if it
     * is none; BUSY while nodes of it are held, or something is mounted in it.
     */
    void unmount(Directory root, Directory current, @In Buf path) throws FsError;

    /** Brings all changes to the disks. Goes on after an error, and fails with the first. */
    void syncAll() throws FsError;

    /**
     * Before the machine ends: unmounts all that nobody holds, and brings what else was changed to
     * the disks. Returns how many file systems stay mounted because they are in use. Goes on after
     * an error, and fails with the first.
     */
    u32 unmountAll() throws FsError;
}
