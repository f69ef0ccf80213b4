// SPDX-License-Identifier: BSD-2-Clause
package flat.binding;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/**
 * The control interface of a dynamic binding: its server is exchanged while threads call.
 *
 * A call goes to the server that is there when it begins, and ends there. To release a server,
 * exchange it and wait until no call is `inside` the old one.
 */
@Version(1)
public interface Slot extends Control {
    /** The server that calls go to now. */
    Top server();

    /** Lets all calls that begin from now on go to `server`, and returns the one before. */
    Top exchange(Top server) throws SlotError;

    /** How many calls are still inside servers that were exchanged: 0 when they can be released. */
    u64 inside() throws SlotError;
}
