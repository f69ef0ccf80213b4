// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.lang.Nullable;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.i64;
import flat.lang.u32;

/** Sockets of one family of addresses. */
@Version(1)
public interface SocketFamily extends Top {
    /** Its number, with which its addresses begin (AF_INET is 2). */
    u32 number();

    /** 0 if it has sockets of this kind and protocol; else a negative number of an error. */
    i64 check(u32 kind, u32 protocol);

    /** Makes such a socket; null if there is no room for it. */
    @Nullable
    SocketFile make(u32 kind, u32 protocol);

    /** Connects two that were just made with each other; 0, or a negative number of an error. */
    i64 connectPair(SocketFile first, SocketFile second);
}
