// SPDX-License-Identifier: BSD-2-Clause
package flat.l4;

import flat.lang.Nullable;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;
import flat.object.Space;
import flat.object.Tcb;

/** The table of thread control blocks. */
@Version(1)
public interface Threads extends Top {
    /**
     * The control block that a thread with this global identifier would have. Always an object; the
     * thread exists exactly if the block bears this identifier.
     */
    Tcb slot(u64 id);

    /** The existing thread with this global identifier; none for interrupts. */
    @Nullable
    Tcb find(u64 id);

    /** The same, or the interrupt that is called so: whoever takes part in messages. */
    @Nullable
    Tcb partner(u64 id);

    /** The number of sigma0, below which there are no user threads. */
    u32 firstUserNumber();

    /** How many bits of a thread number tell threads apart. */
    u32 numberBits();

    /** Whether thread numbers like that of `id` may be given to user threads. */
    boolean isUserNumber(u64 id);

    /** Makes an inactive thread in a space; its slot must be free. */
    Tcb create(u64 id, Space space, u64 scheduler);

    /** Ends a thread; its slot is free afterwards. Its communication must have been unwound. */
    void destroy(Tcb thread);
}
