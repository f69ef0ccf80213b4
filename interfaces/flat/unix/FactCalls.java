// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.i64;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.vaddr;

/** The system calls of Linux on time and on the system itself; as `ProcessCalls`. */
@Version(1)
public interface FactCalls extends Top {
    /** What time it is, by one of the clocks: `struct timespec`. */
    i64 clockGettime(Task task, u32 clock, vaddr time);

    /** How exact a clock is. */
    i64 clockGetres(Task task, u32 clock, vaddr time);

    /** Sets the clock of the real time. */
    i64 clockSettime(Task task, u32 clock, vaddr time);

    /** What the clock of the real time says when the others begin, in nanoseconds. */
    i64 beganNs();

    /** The same in microseconds. */
    i64 gettimeofday(Task task, vaddr time);

    /** The same in seconds, which are also the result. */
    i64 time(Task task, vaddr seconds);

    /** Waits so long, or until a signal comes. */
    i64 nanosleep(Task task, u32 clock, u32 flags, vaddr time, vaddr left);

    /** How long the process has run. */
    i64 times(Task task, vaddr ticks);

    /** What system this is: `struct utsname`. */
    i64 uname(Task task, vaddr names);

    /** Names the machine. */
    i64 sethostname(Task task, vaddr name, u64 bytes);

    /** Names the domain that it is in. */
    i64 setdomainname(Task task, vaddr name, u64 bytes);

    /** On which processor, and which node of memory, the caller runs. */
    i64 getcpu(Task task, vaddr processor, vaddr node);

    /** How much memory there is: `struct sysinfo`. */
    i64 sysinfo(Task task, vaddr facts);

    /** Fills memory with numbers that look arbitrary; they keep no secrets. */
    i64 getrandom(Task task, vaddr buffer, u64 bytes);

    /** How much a process has used. */
    i64 getrusage(Task task, u32 whose, vaddr usage);

    /** What concerns the calling thread: its name. */
    i64 prctl(Task task, u32 what, vaddr argument);
}
