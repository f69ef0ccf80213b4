// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.fs.Finder;
import flat.fs.FsError;
import flat.fs.Node;
import flat.lang.Buf;
import flat.lang.Nullable;
import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.i32;
import flat.lang.i64;
import flat.lang.u32;
import flat.lang.u64;

/** What is known of processes, for those that list them (proc(5)). */
@Version(2)
public interface ProcessList extends Top {
    /** How it stands with a process. */
    enum State {
        RUNNING,
        WAITING,
        STOPPED,
        ENDED
    }

    /** A process: its number is 0 if there is none. Its memory is in bytes, `resident` of them. */
    record Known(u32 id, State state, u32 parent, u32 group, u32 session, u32 threads,
            u64 memoryBytes, u64 residentBytes, i64 beganNs) {}

    /** For whom it acts: real, effective and saved, and for whom it accesses files. */
    record Identities(u32 real, u32 effective, u32 saved, u32 file) {}

    /**
     * How long a process has run, in user mode and in the kernel, and how long children have that
     * it has waited for: microseconds, by ticks.
     */
    record Times(u64 userUs, u64 systemUs, u64 waitedUserUs, u64 waitedSystemUs) {}

    /**
     * A range of a process' memory: rights are those of mmap, the node is the number of the file
     * that it is of, from an offset on, or 0.
     */
    record Area(u64 base, u64 end, u32 rights, boolean isShared, u64 offset, u64 node,
            boolean isHeap, boolean isStack) {}

    /** A thread, and how long it has run; its number is 0 if there is none. */
    record KnownThread(u32 id, State state, u64 userUs, u64 systemUs) {}

    /** How a thread is scheduled: policies are Linux', priorities those of real time, or 0. */
    record Urgency(u32 policy, u32 priority, i32 nice) {}

    /** What a process has of files; `DESCRIPTOR` is one of those that are open. */
    enum Place {
        CURRENT_DIRECTORY,
        ROOT,
        PROGRAM,
        DESCRIPTOR
    }

    /** A descriptor, and what may be done by it; its number is -1 if there is none. */
    record Descriptor(i32 number, boolean isReadable, boolean isWritable) {}

    /** The lowest number of a process from `id` on; 0 if there is none. */
    u32 firstFrom(u32 id);

    /** What is known of the process with a number. May block. */
    Known know(u32 id);

    /** The first range of its memory that ends after an address; an empty one after all. Blocks. */
    Area areaAfter(u32 id, u64 address);

    /** The lowest number of a thread of a process from `thread` on; 0 if there is none. */
    u32 firstThreadFrom(u32 id, u32 thread);

    /** What is known of a thread of a process. */
    KnownThread knowThread(u32 id, u32 thread);

    /** How a thread is scheduled; for 0, the process' first one. */
    Urgency urgencyOf(u32 id, u32 thread);

    /** The users of a process; the superuser's if there is none. */
    Identities usersOf(u32 id);

    /** Its groups. */
    Identities groupsOf(u32 id);

    /** How long it has run; none if there is no such process. */
    Times timesOf(u32 id);

    /** How long all have that there are and were. */
    Times timesOfAll();

    /** The name of its program; returns how long it is. */
    u32 name(u32 id, @Out Buf text);

    /** What its program was told, each text with a zero at its end; as much as is kept. */
    u32 commandLine(u32 id, @Out Buf texts);

    /** The lowest descriptor of a process from `number` on. */
    Descriptor descriptorFrom(u32 id, u32 number);

    /**
     * The path to what a process has, from the root of whoever asks, as much as fits; returns how
     * long all of it is. ` (deleted)` follows a name that was removed, and an open file without a
     * name is told as Linux does (`pipe:[7]`). NOT_FOUND if no path leads there; FORBIDDEN to
     * others than itself, the superuser, and who is its only user and group. May block.
     */
    u32 path(u32 id, Place which, u32 descriptor, @Out Buf text) throws FsError;

    /** Its node, held; NOT_FOUND if it has none; else as `path`, and as `NodeLink`. */
    Node node(u32 id, Place which, u32 descriptor, @Nullable Finder finder) throws FsError;

    /** The process for which the calling thread works; 0 if it is none. */
    u32 running();

    /** The last number that a process or a thread was given. */
    u32 lastId();
}
