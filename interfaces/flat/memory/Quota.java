// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.core.AbstractResource;
import flat.lang.Version;
import flat.lang.u64;

/**
 * Frames of which no more than a limit are out at a time: whoever gets it in place of all frames
 * can use up its own part and nobody else's.
 *
 * Taking more than the limit is OUT_OF_MEMORY. `release` gives the right back, not the memory: all
 * of it must have been given back before.
 */
@Version(1)
public interface Quota extends Frames, AbstractResource {
    /** How much may be out at a time. */
    u64 limitBytes();

    /** How much is out. */
    u64 usedBytes();

    /** Sets another limit; below what is out, nothing more can be taken until enough came back. */
    void setLimit(u64 bytes);
}
