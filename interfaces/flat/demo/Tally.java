// SPDX-License-Identifier: BSD-2-Clause
package flat.demo;

import flat.core.AbstractResource;
import flat.lang.Version;
import flat.lang.u64;

/** A sum that all who have found it add to, wherever it is kept. */
@Version(1)
public interface Tally extends AbstractResource {
    /** Adds to the sum and returns it. */
    u64 add(u64 amount) throws LedgerError;

    /** Has whoever keeps it take its name away. */
    void hide() throws LedgerError;
}
