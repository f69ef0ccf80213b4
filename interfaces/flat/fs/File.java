// SPDX-License-Identifier: BSD-2-Clause
package flat.fs;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Out;
import flat.lang.Version;
import flat.lang.size;
import flat.lang.u64;
import flat.memory.FilledObject;

/**
 * A file is a memory object (Choices 1991, section 3.5): its pages are its contents, whether
 * address spaces show them or `read` and `write` copy from and to them; there is no other copy in
 * memory. What lies past its end in the last page reads as zeros, and is lost.
 *
 * A component that maps a file holds it as long as it is mapped. When a file becomes shorter, its
 * pages are taken away from those that map them. Pages of which nothing is on the disk yet are
 * granted for reading only, so that the first writer learns that there is no space: the
 * transfer fails.
 */
@Version(3)
public interface File extends Node, FilledObject {
    /** As an offset of `write`: where the file ends, whoever else appends. */
    long END = -1;

    /**
     * How long it is now, as its attributes say; of a server's file the server may be asked, which
     * blocks.
     */
    u64 currentSizeBytes();

    /** Copies what is from `offset` on; returns how many bytes, none at the end. May block. */
    size read(u64 offset, @Out Buf destination) throws FsError;

    /**
     * Copies to `offset`; the file grows, and what is between its end and `offset` are zeros that
     * need no space. Returns how many bytes were written: fewer if there was space for some. May
     * block, but does not wait for the disk to have them, unless too much else is on its way there.
     */
    size write(u64 offset, @In Buf source) throws FsError;

    /** Sets the length: what is past it is gone, what is new are zeros that need no space. */
    void truncate(u64 sizeBytes) throws FsError;

    /** Blocks until contents and attributes are on the disk. */
    void sync() throws FsError;

    /**
     * The number of the last failure to bring something of it to the disk, as long as that is only
     * in memory; else 0. Each failure has another one, so that whoever has told of one knows the
     * next. Does not block.
     */
    u64 lateFailure();
}
