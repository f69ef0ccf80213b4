// SPDX-License-Identifier: BSD-2-Clause
package acme.net;

import flat.hal.MmuError;
import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Max;
import flat.lang.Version;
import flat.lang.paddr;
import flat.sample.Left;
import flat.sample.Minimal;

/** Outside package flat, in somebody's own kit. */
@Version(1)
public interface Device extends Left {
    int PORT = 1;

    enum Speed {
        SLOW,
        FAST
    }

    record Area(paddr base, Speed speed) {}

    Area area(Minimal owner, Kind kind) throws MmuError;

    void send(@In @Max(1514) Buf frame);

    Device peer();
}
