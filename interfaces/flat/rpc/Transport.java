// SPDX-License-Identifier: BSD-2-Clause
package flat.rpc;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.net.Endpoint;
import flat.net.SocketError;
import flat.net.Sockets;

/** A way on which messages reach a server. Its sockets are watched from `open` on. */
@Version(1)
public interface Transport extends Top {
    /** What kind of sockets it has. */
    Sockets.Kind kind();

    /** Begins to receive; returns where. */
    Endpoint open() throws SocketError;

    /**
     * Takes what a watched socket has, if it is one of this transport, and hands every message that
     * is complete to the dispatcher. Returns whether it is one.
     */
    boolean receive(u32 socket, Dispatcher dispatcher);
}
