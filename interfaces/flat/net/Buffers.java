// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import flat.lang.Top;
import flat.lang.Version;

/** The owner of buffers for messages. */
@Version(1)
public interface Buffers extends Top {
    /** The buffers, for whoever makes messages. */
    BufferPool pool();
}
