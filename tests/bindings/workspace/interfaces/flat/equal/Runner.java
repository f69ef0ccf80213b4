// SPDX-License-Identifier: BSD-2-Clause
package flat.equal;

import flat.lang.Buf;
import flat.lang.InOut;
import flat.lang.Top;
import flat.lang.Version;

/** A client of a random interface. */
@Version(1)
public interface Runner extends Top {
    /** Makes all of its calls; `room` is for their buffers. */
    void run(@InOut Buf room);
}
