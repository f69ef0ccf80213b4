// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.core.AbstractResource;
import flat.fs.Node;
import flat.lang.Nullable;
import flat.lang.Version;
import flat.lang.i64;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.vaddr;

/**
 * What a descriptor leads to: a file, an end of a pipe, a terminal. Results are as those of system
 * calls; positions are of those files that have some. `release` is called when the last descriptor
 * is closed.
 */
@Version(2)
public interface OpenFile extends AbstractResource {
    /** What it is, where it is not what its node says. */
    enum Sort {
        OF_NODE,
        PIPE,
        SOCKET,
        EVENT_COUNT,
        EVENT_SET,
        TIMER,
        SIGNALS,
        MESSAGE_QUEUE
    }

    /** What it is, and by which number it is told from others of its sort that have no node. */
    record Identity(Sort sort, u32 number) {}

    /** Can be read without waiting, or is at its end (of `poll`). */
    int READABLE = 1;
    /** Can be written without waiting. */
    int WRITABLE = 4;
    /** Nobody reads any more what is written. */
    int BROKEN = 8;
    /** Nobody writes any more what could be read. */
    int HUNG_UP = 16;

    /** Reads to `buffer` of the running program; may wait if `mayWait`. */
    i64 read(Task task, vaddr buffer, u64 bytes, u64 position, boolean mayWait);

    /** Writes from `buffer` of the running program. */
    i64 write(Task task, vaddr buffer, u64 bytes, u64 position, boolean mayWait);

    /** What can be done now: a sum of the constants. */
    u32 poll();

    /** Whether it has positions; what reads and writes go on from is the descriptor's then. */
    boolean hasPosition();

    /** The node that it is of; null for what has no name. */
    @Nullable
    Node node();

    /** What it is; both ends of a pipe are the same one. */
    Identity identity();

    /** Whether it is a terminal. */
    boolean isTerminal();

    /** What only this kind of file can do. */
    i64 control(Task task, u32 request, vaddr argument);
}
