// SPDX-License-Identifier: BSD-2-Clause
package flat.l4;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;
import flat.lang.vaddr;
import flat.object.Tcb;

/**
 * The system calls but IPC (L4 X.2, chapters 2 to 4).
 *
 * Identifiers are global. Where a call fails, its result is 0 and the caller's thread control
 * register ErrorCode says why. The current thread may be another afterwards.
 */
@Version(1)
public interface Calls extends Top {
    /** What ExchangeRegisters exchanges. */
    record Registers(u64 control, u64 stackPointer, u64 instructionPointer, u64 flags,
            u64 userHandle, u64 pager) {}

    /** What ExchangeRegisters returns: the thread, nil on error, and what was before. */
    record Exchanged(u64 thread, Registers previous) {}

    /** What Schedule sets; all ones leave a word as it is. */
    record ScheduleParameters(u64 time, u64 processor, u64 priority, u64 preemption) {}

    /** What Schedule returns: the thread's state, 0 on error, and the time that it had left. */
    record Scheduled(u64 state, u64 time) {}

    /** Creates, modifies or deletes a thread; only for privileged spaces. */
    u64 threadControl(Tcb caller, u64 thread, u64 space, u64 scheduler, u64 pager, vaddr utcb);

    /**
     * Places the kernel's areas in a space that has had no active thread, and changes nothing in
     * others; for privileged spaces.
     */
    u64 spaceControl(Tcb caller, u64 space, u64 interfacePageArea, u64 utcbArea, u64 redirector);

    /** Reads and changes registers of a thread of the caller's space; ends its IPC if asked to. */
    Exchanged exchangeRegisters(Tcb caller, u64 thread, Registers registers);

    /**
     * Sets how a thread is scheduled and tells what it was doing; only for its scheduler's space.
     * A thread that waits because its quantum is used up goes on with a new one.
     */
    Scheduled schedule(Tcb caller, u64 thread, ScheduleParameters parameters);

    /**
     * Takes rights to the flexpages in the first message registers back: of as many as the low 6
     * bits of `control` say, and one; with bit 6 from the caller's space, too. In their place stand
     * the same with the accesses that there have been (L4 X.2, section 4.4).
     */
    void unmap(Tcb caller, u64 control);

    /**
     * `unmap` of one flexpage, as `control` says, where few have got it and nobody from them.
     * Returns what stands in its place; 0: it is not so simple, and nothing has happened.
     */
    u64 unmapPage(Tcb caller, u64 control, u64 fpage);

    /** The four attributes among which each flexpage of MemoryControl chooses one. */
    record MemoryAttributes(u64 first, u64 second, u64 third, u64 fourth) {}

    /**
     * Sets how the memory of the flexpages in the first message registers is cached: of as many as
     * `control` says, and one; for privileged spaces. Returns 1, or 0 if nothing has been done.
     */
    u64 memoryControl(Tcb caller, u64 control, MemoryAttributes attributes);

    /**
     * Sets frequencies and voltage of a processor; for privileged spaces. All ones leave one as it
     * is: others are refused, as no hardware that can do it is known here.
     */
    u64 processorControl(Tcb caller, u64 processor, u64 internal, u64 external, u64 voltage);

    /** Gives the processor to a thread, or to whoever the policy names if it cannot run. */
    void threadSwitch(Tcb caller, u64 thread);
}
