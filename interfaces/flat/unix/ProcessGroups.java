// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Context;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** Processes that get signals together: what a terminal has in its foreground. */
@Version(1)
public interface ProcessGroups extends Top {
    /** Sends a signal to all processes of a group; false if there is none. */
    @Context(INTERRUPT)
    boolean signal(u32 group, u32 signal);

    /** The group of a task's process. */
    u32 groupOf(Task task);

    /** The session of a task's process. */
    u32 sessionOf(Task task);
}
