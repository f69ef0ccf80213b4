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

    /**
     * Takes one of these signals, and waits for it so many nanoseconds; -1: for ever. Tells what is
     * known of it: `siginfo_t`.
     */
    i64 sigtimedwait(Task task, vaddr set, vaddr information, i64 timeoutNs, u64 setBytes);

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

    /** Sets and tells when SIGALRM comes, and how often: that of the real time alone. */
    i64 setitimer(Task task, u32 which, vaddr setting, vaddr old);

    /** Tells that. */
    i64 getitimer(Task task, u32 which, vaddr place);

    /** Has SIGALRM come once, after so many seconds; returns how many were left before. */
    i64 alarm(Task task, u32 seconds);

    /** Sets and tells where handlers have their stack. */
    i64 sigaltstack(Task task, vaddr stack, vaddr old);
}
