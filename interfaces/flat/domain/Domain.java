// SPDX-License-Identifier: BSD-2-Clause
package flat.domain;

import flat.core.AbstractResource;
import flat.lang.Version;
import flat.lang.u32;

/**
 * A protection domain beside the kernel's: an address space, a program in it, and its threads.
 *
 * `release` ends it if it has not ended, and gives back all that it had. A domain cannot release
 * itself.
 */
@Version(2)
public interface Domain extends AbstractResource {
    /** Lets its first thread run, which constructs its instances. It is started once. */
    void start();

    /**
     * Blocks until it has ended, or the caller gives up (`thread.ThreadManager.wait`), and returns
     * its status: 0 when its entry has returned.
     */
    u32 join();

    /**
     * As `join`, but of a domain that serves after its entry has returned this also waits until
     * that ends.
     */
    u32 outlive();
}
