// SPDX-License-Identifier: BSD-2-Clause
package flat.domain;

import static flat.lang.ContextKind.INTERRUPT;

import flat.core.ResourceManager;
import flat.hal.UserMode;
import flat.lang.Context;
import flat.lang.Nullable;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.vaddr;

/**
 * Makes domains from the images that the kernel carries.
 *
 * `create` makes a `Domain`; its hint is the domain's name in the assembly. Each is another one,
 * bound as the assembly says. Nothing can be bound by name.
 */
@Version(2)
public interface DomainManager extends ResourceManager {
    /**
     * Calls entry `number` of the upcalls of a domain of an image, in the calling thread
     * (`flat.hal.UserMode.call`): of the one that was made first of those that have not ended.
     * Images count from 0 in the order of the assembly. Blocks until that domain serves; not
     * reached if there is none, if it ends before it has answered, or if that takes longer than
     * `limitMs` milliseconds; then it has ended, unless it did not serve yet.
     */
    UserMode.Reply call(u32 image, u32 number, UserMode.Words words, vaddr payload, u32 limitMs);

    /**
     * Has the running domain carry out entry `number` of its upcalls when the calling thread
     * returns there, if it is of that image; else the one that `call` would call, when one of its
     * threads returns to user mode (`flat.hal.UserMode.signal`). Of none, nobody.
     */
    @Context(INTERRUPT)
    void signal(u32 image, u32 number, UserMode.Words words);

    /**
     * The domain that `call` would call, once it serves; it stays until it is let go. Null if there
     * is none.
     */
    @Nullable
    UserMode.Guest reach(u32 image);

    /**
     * What became of calls that nobody waits for: they were made, found no room to wait in, or
     * found nobody to call.
     */
    record OneWayCounts(u64 delivered, u64 dropped, u64 lost) {}

    /** The counts of all bindings since the kernel began. */
    OneWayCounts oneWayCounts();

    /** Adds to them; also with interrupts disabled. */
    void countOneWay(OneWayCounts more);

    /**
     * The address of a pointer to the `machine::Program` (machine/user_program.hpp) of the domain
     * that `call` calls; it changes. Of none, it is closed.
     */
    vaddr program(u32 image);
}
