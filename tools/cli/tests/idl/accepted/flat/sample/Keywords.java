// SPDX-License-Identifier: BSD-2-Clause
package flat.sample;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.paddr;
import flat.lang.u32;

/** Names that C++ or the framework have taken get an underscore. */
@Version(1)
public interface Keywords extends Top {
    int DELETE = 1;

    enum Kind {
        NEW,
        AUTO,
        NULL
    }

    record Region(paddr paddr, u32 size, u32 u32) {}

    void register(u32 virtual, u32 namespace, u32 template);

    void export(u32 u32, u32 yield, u32 record, u32 module);

    boolean and(boolean or);

    void narrow(u32 errno);

    void open(u32 with, u32 to, u32 when);
}
