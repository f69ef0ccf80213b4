// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Buf;
import flat.lang.Context;
import flat.lang.In;
import flat.lang.Nullable;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u16;
import flat.lang.u32;
import flat.lang.vaddr;
import flat.memory.UserSpace;

/**
 * Programs without privilege, and their way into the kernel.
 *
 * A thread of the kernel enters user mode for a guest. What the guest's program calls runs in the
 * same thread, on its kernel stack, with interrupts enabled; so a call may block.
 */
@Version(1)
public interface UserMode extends Top {
    /**
     * Runs the calling thread in user mode, from `instruction` on the stack that ends at `stack`,
     * until the guest is expelled. Both are addresses that user mode can have.
     */
    void enter(Guest guest, vaddr instruction, vaddr stack);

    /**
     * Has the threads of a guest return from `enter`, each as soon as it is not within a call. Also
     * by one of them, and in its faults.
     */
    void expel(Guest guest);

    /** Lets go of a space that is about to be released. */
    void forget(UserSpace space);

    /** For whom the calling thread works. */
    @Nullable
    Guest current();

    /** What program files of this machine have as e_machine. */
    u16 elfMachine();

    /** A program in an address space, with a table of calls (core/domain_calls.hpp). */
    @Version(1)
    interface Guest extends Top {
        /** Where it runs. */
        UserSpace space();

        /** The address of the table of what it can call. */
        vaddr calls();

        /** How many entries that has. */
        u32 callCount();

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
    }
}
