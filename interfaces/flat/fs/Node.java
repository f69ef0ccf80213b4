// SPDX-License-Identifier: BSD-2-Clause
package flat.fs;

import flat.core.AbstractResource;
import flat.lang.Buf;
import flat.lang.Out;
import flat.lang.Version;
import flat.lang.i64;
import flat.lang.u32;
import flat.lang.u64;

/**
 * What a file system consists of: a `File`, a `Directory`, a `SymbolicLink`, or another node, which
 * is only a name for something else (a device, a pipe). Its kind says to what it can be narrowed.
 *
 * Whoever gets a node holds it until `release`. As long as somebody holds it, there is one object
 * for it, so that addresses tell whether two are the same, and it lives on without a name. Nobody
 * checks permissions here: they are stored for those who do.
 */
@Version(2)
public interface Node extends AbstractResource {
    /** What kinds there are. */
    enum Kind {
        FILE,
        DIRECTORY,
        SYMBOLIC_LINK,
        CHARACTER_DEVICE,
        BLOCK_DEVICE,
        PIPE,
        SOCKET
    }

    /** What can be said about it. Times are in nanoseconds since 1970, as fine as the disk has. */
    record Attributes(
            /** Differs from those of all others in its file system; the root's is the same ever. */
            u64 number,
            Kind kind,
            /** Permissions, and what else UNIX keeps in these twelve bits. */
            u32 mode,
            u32 owner,
            u32 group,
            /** How many names it has; of a directory, its own `.` and its children's `..` too. */
            u32 links,
            u64 sizeBytes,
            /** What it occupies, in units of 512 bytes. */
            u64 sectors,
            /** Which device it stands for, as its creator has said; 0 for other kinds. */
            u64 device,
            i64 accessedNs,
            i64 modifiedNs,
            i64 changedNs) {}

    /** As it is now. Does not block, but where a server is asked. */
    Attributes attributes();

    /** The file system that it belongs to. */
    FileSystem fileSystem();

    /** Holds it once more. */
    void hold();

    /**
     * Tells where it is now, if it was found in a directory by a name (`Names.numberOf`) and is
     * held since: there, where that name was moved, or where it was removed. Of a directory itself
     * nothing is told but where it was removed, whatever it was found by. May block.
     */
    void trace(Directory directory, u64 name, Finder to);

    /** The text of a name of it that was removed, and how long it is; else 0. May block. */
    u32 removedName(Directory directory, u64 name, @Out Buf text);

    /** Sets the twelve bits; others are ignored. May block, as all that follows. */
    void setMode(u32 mode) throws FsError;

    /** Sets both. */
    void setOwner(u32 owner, u32 group) throws FsError;

    /** Sets two of the times; the third becomes now. */
    void setTimes(i64 accessedNs, i64 modifiedNs) throws FsError;
}
