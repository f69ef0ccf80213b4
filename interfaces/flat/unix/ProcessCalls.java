// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.i32;
import flat.lang.i64;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.vaddr;

/**
 * The system calls of Linux on processes (section 2 of its manual). All end with a result or with a
 * negative number of an error; addresses are the program's, and are never believed.
 */
@Version(1)
public interface ProcessCalls extends Top {
    /** The number of the caller's process. */
    i64 getpid(Task task);

    /** The number of the calling thread. */
    i64 gettid(Task task);

    /** The number of the parent's process. */
    i64 getppid(Task task);

    /** Lets others run. */
    i64 yield();

    /** Says which word is cleared when the thread ends. */
    i64 setTidAddress(Task task, vaddr address);

    /** Makes a process that goes on as the caller does, in a copy of its memory. */
    i64 fork(Task task);

    /**
     * The same in the caller's memory; the caller waits until the new one runs a program or ends.
     */
    i64 vfork(Task task);

    /** Makes a process, or a thread of the caller's, as flags say. */
    i64 clone(Task task, u64 flags, vaddr stack, vaddr parentWord, vaddr childWord, vaddr tls);

    /** The same, as a record says: `struct clone_args`. */
    i64 clone3(Task task, vaddr arguments, u64 bytes);

    /** Runs another program in place of the caller's. */
    i64 execve(Task task, vaddr path, vaddr arguments, vaddr environment);

    /** Waits for children to end, to stop or to go on. */
    i64 wait4(Task task, i32 which, vaddr status, u32 options, vaddr usage);

    /** The same, by kinds of news, and tells more: `siginfo_t`. */
    i64 waitid(Task task, u32 kind, u32 id, vaddr information, u32 options, vaddr usage);

    /** The group of a process; of the caller's for 0. */
    i64 getpgid(Task task, u32 process);

    /** Puts a process of the caller's session into a group. */
    i64 setpgid(Task task, u32 process, u32 group);

    /** The session of a process. */
    i64 getsid(Task task, u32 process);

    /** Makes the caller the first of a session and a group. */
    i64 setsid(Task task);

    /** Sets the bits that new files do not get; returns those before. */
    i64 umask(Task task, u32 mask);

    /** Sets the nice value of a thread, of a group of processes or of a user's. */
    i64 setpriority(Task task, u32 kind, u32 who, i32 nice);

    /** The lowest of those, as 20 less it. */
    i64 getpriority(Task task, u32 kind, u32 who);

    /** Sets how urgent what threads read and write is, which changes nothing. */
    i64 ioprioSet(Task task, u32 kind, u32 who, u32 priority);

    /** The most urgent of those. */
    i64 ioprioGet(Task task, u32 kind, u32 who);

    /** Tells the capabilities of a process. */
    i64 capget(Task task, vaddr header, vaddr sets);

    /** Sets the caller's, which have to be as they are. */
    i64 capset(Task task, vaddr header, vaddr sets);

    /** Gives a thread a policy and a priority of it. */
    i64 schedSetscheduler(Task task, u32 thread, u32 policy, vaddr priority);

    /** The policy of a thread. */
    i64 schedGetscheduler(Task task, u32 thread);

    /** Gives a thread a priority of its policy. */
    i64 schedSetparam(Task task, u32 thread, vaddr priority);

    /** Tells that. */
    i64 schedGetparam(Task task, u32 thread, vaddr priority);

    /** How long the time slices of a thread last. */
    i64 schedRrGetInterval(Task task, u32 thread, vaddr time);

    /** The highest priority of a policy of Linux, or the lowest. */
    i64 schedPriorityLimit(u32 policy, boolean isHighest);

    /** On which processors a thread may run: one of these has to be there. */
    i64 schedSetaffinity(Task task, u32 thread, u64 bytes, vaddr set);

    /** Tells that; returns how many bytes it takes. */
    i64 schedGetaffinity(Task task, u32 thread, u64 bytes, vaddr set);

    /** Sets how much of something a process may have, and tells how much that was. */
    i64 prlimit(Task task, u32 process, u32 what, vaddr wanted, vaddr old);

    /** Ends the calling thread. Does not return. */
    i64 exit(Task task, u32 status);

    /** Ends the calling process. Does not return. */
    i64 exitGroup(Task task, u32 status);
}
