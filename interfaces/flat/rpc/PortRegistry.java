// SPDX-License-Identifier: BSD-2-Clause
package flat.rpc;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u16;
import flat.lang.u32;
import flat.net.Sockets;

/** At which ports of this host programs can be called. */
@Version(1)
public interface PortRegistry extends Top {
    /** One way to call one version of a program. */
    record Mapping(u32 program, u32 version, Sockets.Kind kind, u16 port) {}

    /**
     * Remembers a way; false if that version can be called by this kind of sockets already, or if
     * there is no room.
     */
    boolean add(Mapping mapping);

    /** How many ways are remembered. */
    u32 count();

    /** One of them, by a number below `count`, in the order in which they came. */
    Mapping at(u32 index);
}
