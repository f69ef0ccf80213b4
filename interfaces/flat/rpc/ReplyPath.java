// SPDX-License-Identifier: BSD-2-Clause
package flat.rpc;

import flat.lang.Top;
import flat.lang.Version;

/** The way back to whoever has sent a message. */
@Version(1)
public interface ReplyPath extends Top {
    /** Encodes a reply and sends it. Nothing is sent if it fails, unless it is `BROKEN`. */
    void send(XdrValue reply) throws XdrError;
}
