// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.i32;
import flat.lang.i64;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.vaddr;

/** The system calls of Linux on signals (section 2 of its manual); as `ProcessCalls`. */
@Version(1)
public interface SignalCalls extends Top {
    /** Sends a signal to a process, a group, or all. */
    i64 kill(Task task, i32 which, u32 signal);

    /** Sends a signal to a thread, of this process if it is not 0. */
    i64 tgkill(Task task, u32 process, u32 thread, u32 signal);

    /** Sends a signal to a process, with what is said of it: `siginfo_t`. */
    i64 sigqueue(Task task, u32 process, u32 signal, vaddr information);

    /** The same to a thread of a process. */
    i64 tgsigqueue(Task task, u32 process, u32 thread, u32 signal, vaddr information);

    /**
     * Sends a process the signal that it has asked for when a message comes (SI_MESGQ); it tells
     * who has sent the message, and a value. Nothing, if it has ended.
     */
    void tellMessage(Task task, u32 process, u32 signal, u64 value);

    /**
     * Takes one of these signals, and waits for it so many nanoseconds; -1: for ever. Tells what is
     * known of it: `siginfo_t`.
     */
    i64 sigtimedwait(Task task, vaddr set, vaddr information, i64 timeoutNs, u64 setBytes);

    /**
     * Makes a file from which signals of the reader's are read that are in a set and blocked, and a
     * descriptor for it; or gives that of a descriptor another set (signalfd(2)).
     */
    i64 signalfd(Task task, i32 descriptor, vaddr set, u64 setBytes, u32 flags);

    /** Sets and tells what is done when a signal comes. */
    i64 sigaction(Task task, u32 signal, vaddr action, vaddr old, u64 setBytes);

    /** Sets and tells which signals are blocked. */
    i64 sigprocmask(Task task, u32 how, vaddr set, vaddr old, u64 setBytes);

    /** Which signals wait, being blocked. */
    i64 sigpending(Task task, vaddr set, u64 setBytes);

    /** Waits with others blocked, until a handler has run. */
    i64 sigsuspend(Task task, vaddr set, u64 setBytes);

    /** Waits until a handler has run. */
    i64 pause(Task task);

    /** Sets and tells when the signal of a timer comes, and how often. */
    i64 setitimer(Task task, u32 which, vaddr setting, vaddr old);

    /** Tells that. */
    i64 getitimer(Task task, u32 which, vaddr place);

    /** Has SIGALRM come once, after so many seconds; returns how many were left before. */
    i64 alarm(Task task, u32 seconds);

    /** Makes a timer that does what a `struct sigevent` says, and tells its number. */
    i64 timerCreate(Task task, u32 clock, vaddr event, vaddr place);

    /** Sets it, and tells what was. */
    i64 timerSettime(Task task, u32 id, u32 flags, vaddr setting, vaddr old);

    /** Tells when it expires. */
    i64 timerGettime(Task task, u32 id, vaddr place);

    /** How often it has expired besides, since its last signal was sent. */
    i64 timerGetoverrun(Task task, u32 id);

    /** Ends it. */
    i64 timerDelete(Task task, u32 id);

    /** Sets and tells where handlers have their stack. */
    i64 sigaltstack(Task task, vaddr stack, vaddr old);
}
