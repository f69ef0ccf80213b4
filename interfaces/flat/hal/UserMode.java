// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Buf;
import flat.lang.Context;
import flat.lang.In;
import flat.lang.Nullable;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.paddr;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.vaddr;
import flat.memory.CodeRegion;
import flat.memory.MappingError;

/**
 * Programs without privilege, and their way into the kernel.
 *
 * A thread of the kernel enters user mode for a guest. What the guest's program calls runs in the
 * same thread, on its kernel stack, with interrupts enabled; so a call may block.
 */
@Version(3)
public interface UserMode extends Top {
    /** What a call carries in registers. */
    record Words(u64 a, u64 b, u64 c, u64 d, u64 e) {}

    /** What the program has answered to a call; not `isReached` if it has been expelled before. */
    record Reply(boolean isReached, u64 first, u64 second) {}

    /**
     * Runs the calling thread in user mode, from `instruction` on the stack that ends at `stack`,
     * until it leaves or the guest is expelled. Both are addresses that user mode can have.
     */
    void enter(Guest guest, vaddr instruction, vaddr stack);

    /**
     * Has the program answer a call of the kernel, in the calling thread, which may work for
     * another guest: entry `number` of its upcalls, with five words. `payload` is the address of a
     * `machine::Payload` (core/machine/payload.hpp), or 0: it is put on the program's stack for as
     * long as that takes, and has some of the words say where.
     *
     * Not reached if all of the guest's stacks are in use, or calls within calls have used up the
     * thread's stack in the kernel; nor if the caller's program has not all of the payload, before
     * the call or after it; nor if there is no answer after `limitMs` milliseconds, which are
     * counted in ticks: then the guest is refused. Called with interrupts disabled, while the guest
     * has not ended.
     */
    Reply call(Guest guest, u32 number, Words words, vaddr payload, u32 limitMs);

    /** Has the calling thread return from `enter`, at the end of its call if not at once. */
    void leave();

    /**
     * Has the threads of a guest return from `enter` and `call`, each as soon as it is not within a
     * call of its own. Those that wait in the kernel give up (`thread.ThreadManager.wait`). Also by
     * one of them, and in its faults.
     */
    void expel(Guest guest);

    /**
     * Has the program of a guest carry out entry `number` of its upcalls, with the first three
     * words, when one of its threads returns to user mode. It waits for that; of more than eight
     * that wait the last are lost.
     */
    @Context(INTERRUPT)
    void signal(Guest guest, u32 number, Words words);

    /** From now on a guest's time is counted. */
    void admit(Guest guest);

    /** Lets go of a guest that was admitted, and whose address space is about to be released. */
    void forget(Guest guest);

    /** For whom the calling thread works. */
    @Nullable
    Guest current();

    /** A program in an address space. */
    @Version(5)
    interface Guest extends Top {
        /** The address of what is known of it: a `machine::Program` (machine/user_program.hpp). */
        vaddr program();

        /**
         * The address of what it holds of the kernel's objects, `machine::Handles`
         * (core/machine/handles.hpp), made when it is first asked for; 0 without memory.
         */
        vaddr handles();

        /**
         * The address of what the kernel holds of its objects, `machine::Exports`
         * (core/machine/exports.hpp), made when it is first asked for; 0 without memory.
         */
        vaddr exports();

        /**
         * As `UserMode.call`, whether it is open or not, by callers who got the number from it; not
         * reached when it has ended.
         */
        Reply call(u32 number, Words words, vaddr payload);

        /**
         * Shows it so many pages of physical memory from `base` on, which it may write, and tells
         * where; 0 if there is no room. What is shown is not given back with the guest's memory.
         */
        vaddr show(paddr base, u64 pages);

        /** Ends that. */
        void hide(vaddr address, u64 pages);

        /**
         * Takes so many pages for code that comes at run time, of what its own come from, so long
         * as it has at most `limit` of them. They go with its space. UNAVAILABLE where its space
         * cannot show any.
         */
        CodeRegion takeCode(u64 pages, u64 limit) throws MappingError;

        /**
         * It stays, ended or not, until it is let go as often; false if none of its threads is left
         * and it is being taken down, which nobody stops. Interrupts are disabled.
         */
        boolean keep();

        /** Ends one `keep`. */
        void letGo();

        /** Whether an access by user mode or on its behalf can be tried again. */
        @Context(INTERRUPT)
        boolean pageFault(vaddr address, u32 access);

        /**
         * The program has caused exception `vector` at `instruction`; `address` is what it
         * accessed. Returns where the program handles that, or 0 if it has been expelled.
         */
        @Context(INTERRUPT)
        vaddr fault(u32 vector, vaddr instruction, vaddr address);

        /** The program has called what it cannot; it is expelled. */
        @Context(INTERRUPT)
        void refuse(@In Buf why);

        /** So many microseconds have passed. */
        @Context(INTERRUPT)
        void ticked(u32 elapsedUs);

        /** A call has returned from the program, which is not open any more. */
        @Context(INTERRUPT)
        void left();
    }
}
