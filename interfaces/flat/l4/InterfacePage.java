// SPDX-License-Identifier: BSD-2-Clause
package flat.l4;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.paddr;
import flat.lang.vaddr;

/** The kernel interface page (L4 X.2, section 1.1). */
@Version(1)
public interface InterfacePage extends Top {
    /** Its frame, to be mapped into every space. */
    paddr frame();

    /** Where the kernel sees it. */
    vaddr address();
}
