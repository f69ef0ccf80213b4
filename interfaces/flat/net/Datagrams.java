// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.size;
import flat.lang.u64;

/**
 * A place from which datagrams are sent to other places, and where they arrive: each whole or not
 * at all, perhaps late, perhaps twice. What is below, UDP or Ethernet, decides what an address is.
 */
@Version(1)
public interface Datagrams extends Top {
    /** A datagram of so many bytes, and how much of the time was left; 0 and 0: none came. */
    record Arrived(size bytes, u64 sender, u64 leftNs) {}

    /** How long a datagram can be. */
    size bytesMax();

    /** The address that a text means, `127.0.0.1:4711` for UDP. `INVALID` if it means none. */
    u64 address(@In Buf text) throws SocketError;

    /** Sends a datagram. */
    void send(@In Buf datagram, u64 destination) throws SocketError;

    /** Waits for a datagram, but not longer than `timeoutNs` nanoseconds. */
    Arrived receive(@Out Buf datagram, u64 timeoutNs) throws SocketError;
}
