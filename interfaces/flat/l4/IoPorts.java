// SPDX-License-Identifier: BSD-2-Clause
package flat.l4;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.object.Space;

/**
 * The ports that address spaces have, and from which space each has got them. Callers name them
 * from `first` to `last`, in this order, below 65 536. Nothing takes longer than some 10 000
 * instructions.
 */
@Version(1)
public interface IoPorts extends Top {
    /** Whether a space has all these ports. */
    boolean has(Space space, u32 first, u32 last);

    /**
     * Lets the running thread, which lives in `space`, use the ports that this has. Returns whether
     * it could not use some of those from `first` to `last` before, and can now.
     */
    boolean admit(Space space, u32 first, u32 last);

    /**
     * Lets `receiver`, whose `SpacePorts` has a frame, have what `sender` has of these ports; with
     * `isGrant` in the place of `sender`, and only while nothing is being taken: `goOn` then takes
     * them from who has more of them. False: there is no room to note all of it.
     */
    boolean pass(Space sender, Space receiver, u32 first, u32 last, boolean isGrant);

    /**
     * Begins to take these ports from all that have got them from `space`, directly or not; with
     * `ownToo` from `space` itself, unless it has them from nobody. Only while nothing is being
     * taken.
     */
    void beginTaking(Space space, u32 first, u32 last, boolean ownToo);

    /** One step of what is being taken, if anything. Returns whether nothing is any more. */
    boolean goOn();
}
