// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;

/** A byte-oriented console. */
@Version(1)
public interface Console extends Top {
    /** Writes all bytes; busy-waits for the device, never blocks the thread. */
    void write(@In Buf bytes);
}
