// SPDX-License-Identifier: BSD-2-Clause
package flat.fs;

import flat.lang.Failure;

/** Why a file system did not do what it was asked for. */
@SuppressWarnings("serial")
public final class FsError extends Failure {
    /** The reasons. */
    public enum Code {
        /** There is no such name, or the directory has been removed. */
        NOT_FOUND,
        /** The name is taken. */
        EXISTS,
        /** It, or what leads to it, is no directory. */
        NOT_DIRECTORY,
        /** It is a directory. */
        IS_DIRECTORY,
        /** The directory has names in it. */
        NOT_EMPTY,
        /** No block, or no node, is free. */
        NO_SPACE,
        /** No memory is left. */
        OUT_OF_MEMORY,
        /** The file system cannot be written to. */
        READ_ONLY,
        /** The name, or the path, is longer than names can be. */
        NAME_TOO_LONG,
        /** The node has as many names as it can have. */
        TOO_MANY_LINKS,
        /** More symbolic links lead to the next one than are followed. */
        TOO_MANY_SYMBOLIC_LINKS,
        /** It belongs to another file system. */
        CROSS_DEVICE,
        /** The disk could not read or write it. */
        IO,
        /** What the disk says about the file system contradicts itself. */
        CORRUPT,
        /** Files cannot become so long. */
        FILE_TOO_BIG,
        /** It is in use: mounted, or a place where something is mounted. */
        BUSY,
        /** The name or number has no meaning here; a directory would get into itself. */
        INVALID,
        /** The node, or the format, does not offer this. */
        NOT_SUPPORTED,
        /** The disk holds no file system of this format. */
        UNKNOWN_FORMAT,
        /** The caller may not do this: search in a directory, or what a server refuses. */
        FORBIDDEN,
        /** The server does not have the node any more. */
        STALE,
        /** The server does not answer, or is not ready, for as long as it was waited for. */
        NO_ANSWER,
        /** The owner has as much as it may have. */
        OVER_QUOTA,
        /** There is no such disk, or partition of one. */
        NO_DISK
    }
}
