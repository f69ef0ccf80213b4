// SPDX-License-Identifier: BSD-2-Clause
package flat.fs;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Out;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;

/**
 * A naming context whose names designate nodes. A name is any bytes but `/` and 0, 1 to 255 of
 * them. Each directory has `.`, itself, and `..`, the one around it, of a file system's root
 * itself.
 *
 * What changes names is one step for all others: they see it done or not. All methods may block.
 */
@Version(1)
public interface Directory extends Node {
    /** The longest name, in bytes. */
    int NAME_MAX = 255;

    /** What a node begins as; `device` is for device nodes. */
    record Beginning(Node.Kind kind, u32 mode, u32 owner, u32 group, u64 device) {}

    /** A name of an iteration, how long it is, and where to go on after it. */
    record Entry(u64 next, u64 number, Node.Kind kind, u32 nameBytes) {}

    /** The node of this name, held. NOT_FOUND. */
    Node lookup(@In Buf name) throws FsError;

    /** Makes a node with this name, of any kind but a symbolic link, held. EXISTS. */
    Node create(@In Buf name, Beginning beginning) throws FsError;

    /** Makes a symbolic link with this name. The kind is ignored. EXISTS, NAME_TOO_LONG. */
    SymbolicLink createLink(@In Buf name, @In Buf target, Beginning beginning) throws FsError;

    /** Gives a node one name more. EXISTS; IS_DIRECTORY; CROSS_DEVICE; TOO_MANY_LINKS. */
    void link(@In Buf name, Node node) throws FsError;

    /** Takes a name away from a node, which ends with its last name and hold. IS_DIRECTORY. */
    void unlink(@In Buf name) throws FsError;

    /** Removes an empty directory. NOT_DIRECTORY; NOT_EMPTY; BUSY; INVALID for `.` and `..`. */
    void removeDirectory(@In Buf name) throws FsError;

    /**
     * Moves a name of this directory to another one, in place of the node that has `newName` there:
     * as POSIX's `rename`. Two names of the same node stay as they are. IS_DIRECTORY if a directory
     * would be replaced by something else, NOT_DIRECTORY the other way round; NOT_EMPTY; INVALID if
     * a directory would get into itself; CROSS_DEVICE; BUSY.
     */
    void rename(@In Buf name, Directory to, @In Buf newName) throws FsError;

    /**
     * The name at a place of the iteration that begins with 0, `.` and `..` among them. After the
     * last one the name has 0 bytes. A name that stays is met once, whatever is added or removed
     * meanwhile. `name` has room for NAME_MAX bytes.
     */
    Entry next(u64 place, @Out Buf name) throws FsError;

    /** Says whether something is mounted here, so that the directory must keep its name. */
    void setCovered(boolean isCovered);
}
