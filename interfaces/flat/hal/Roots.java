// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.paddr;

/** The translation tree that the processor uses, of those that `Mmu` makes. */
@Version(1)
public interface Roots extends Top {
    /** Switches the processor to this root. */
    void activate(paddr root);

    /** The root that the kernel itself runs on when no other is active. */
    paddr kernelRoot();
}
