// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/** A listener that is notified of the datagrams that arrive somewhere. */
@Version(1)
public interface DatagramListener extends Top {
    /** A datagram has come, of which nothing is known: anybody can send anything. */
    void arrived(@In Buf datagram, u64 sender);
}
