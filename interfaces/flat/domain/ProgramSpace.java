// SPDX-License-Identifier: BSD-2-Clause
package flat.domain;

import static flat.lang.ContextKind.INTERRUPT;

import flat.core.AbstractResource;
import flat.lang.Context;
import flat.lang.Version;
import flat.lang.paddr;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.vaddr;
import flat.memory.CodeRegion;
import flat.memory.MappingError;

/**
 * A program in an address space of its own. `release` gives all of it back; nobody is in the
 * program any more.
 */
@Version(4)
public interface ProgramSpace extends AbstractResource {
    /** Where the program is entered (`flat.hal.UserMode.enter`). */
    vaddr entry();

    /** The end of its first thread's stack. */
    vaddr stack();

    /** Where it handles its own faults; 0 if it does not, or the kernel cannot enter it there. */
    @Context(INTERRUPT)
    vaddr faultHandler();

    /** Whether it has what it takes to be called (`flat.hal.UserMode.call`). */
    boolean canServe();

    /**
     * Shows the program so many pages of physical memory from `base` on, which it may write, and
     * tells where; 0 if there is no room, or no program can be shown any.
     */
    vaddr show(paddr base, u64 pages);

    /** Ends that. */
    void hide(vaddr address, u64 pages);

    /** As `flat.hal.UserMode.Guest.takeCode`. */
    CodeRegion takeCode(u64 pages, u64 limit) throws MappingError;

    /** Whether an access by the program, or on its behalf, can be tried again. */
    @Context(INTERRUPT)
    boolean pageFault(vaddr address, u32 access);
}
