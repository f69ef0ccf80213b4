// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.core.AbstractResource;
import flat.lang.Version;
import flat.lang.paddr;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.vaddr;

/**
 * An address space of programs in user mode: pages come into it when they are first accessed.
 *
 * `release` ends all of its mappings; the objects that it showed stay. It must not be active.
 */
@Version(1)
public interface UserSpace extends AddressSpace, AbstractResource {
    /**
     * Answers a page fault: lets an access with these rights (of READ, WRITE and EXECUTE) go on, by
     * bringing the page in. Returns 0 when the access can be tried again. Otherwise the object has
     * been asked for the page, and the result is the condition of `flat.thread.ThreadManager` to
     * wait on before this is called again. Never blocks.
     *
     * NOT_MAPPED and FORBIDDEN are the program's mistakes; UNAVAILABLE means that the object failed
     * to fill the page, or has been closed.
     */
    u64 resolve(vaddr address, u32 access) throws MappingError;

    /** What `flat.hal.Mmu` calls it, which can let the processor run in it. */
    paddr root();
}
