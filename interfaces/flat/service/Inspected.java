// SPDX-License-Identifier: BSD-2-Clause
package flat.service;

import flat.core.AbstractResource;
import flat.lang.Buf;
import flat.lang.Max;
import flat.lang.Out;
import flat.lang.Version;
import flat.lang.u32;

/** What tells of a domain's bindings, to whoever inspects the whole kernel and holds it. */
@Version(2)
public interface Inspected extends AbstractResource {
    /** The greatest length of a line. */
    int LINE_MAX = 512;

    /** What can be asked. */
    enum Question {
        /** How instances are bound, as it was made. */
        BINDINGS,
        /** What bindings have counted. */
        COUNTS,
        /** Nothing: they begin to count anew. */
        RESET
    }

    /**
     * Writes the line of an answer that has so many before it, as much of it as fits, and returns
     * its length: 0 after the last one.
     */
    u32 tell(Question question, u32 place, @Out @Max(512) Buf line) throws InspectError;
}
