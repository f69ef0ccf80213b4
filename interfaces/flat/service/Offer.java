// SPDX-License-Identifier: BSD-2-Clause
package flat.service;

import flat.core.AbstractResource;
import flat.lang.Buf;
import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;

/**
 * An interface that somebody offers to whom it suits.
 *
 * Whoever gets an offer from a trader holds it until `release`, and may use its target as long:
 * its maker keeps the target until it has withdrawn the offer and is the only one of its
 * `holders`. No method blocks.
 */
@Version(1)
public interface Offer extends AbstractResource {
    /** The identity of the interface that is offered, `interface_id` in C++. */
    u64 type();

    /** Greater than that of all offers that its trader was made before, never 0. */
    u64 number();

    /**
     * Writes the properties as they were stated, as much of them as fits, and returns their whole
     * length in bytes.
     */
    u32 properties(@Out Buf destination);

    /** What is offered. It has the interface `type`. */
    Top target() throws TradeError;

    /** Ends the offer: nobody finds it from now on, and it has no target. Once is enough. */
    void withdraw();

    /** How many hold the offer now. */
    u32 holders();
}
