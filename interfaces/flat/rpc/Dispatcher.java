// SPDX-License-Identifier: BSD-2-Clause
package flat.rpc;

import flat.lang.Top;
import flat.lang.Version;

/** Receives the messages that have reached a server. */
@Version(1)
public interface Dispatcher extends Top {
    /** Decodes a call out of `message`, has it executed, and sends the reply, if there is one. */
    void dispatch(XdrStream message, ReplyPath path);
}
