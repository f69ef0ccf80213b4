// SPDX-License-Identifier: BSD-2-Clause
package flat.service;

import flat.core.AbstractResource;
import flat.lang.Buf;
import flat.lang.Held;
import flat.lang.In;
import flat.lang.Max;
import flat.lang.Narrowed;
import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;

/**
 * Offers of objects, for those who may live in another domain than what is offered. Types, texts
 * and numbers are those of {@link Trader}.
 *
 * An offer's target is held until `release`, narrows to the type as which it was offered, and to no
 * other. Whoever is there to call stays there as long; where an object's domain has ended, its
 * methods are `UNREACHABLE`.
 */
@Version(1)
public interface TradeServer extends Top {
    /**
     * Offers `target` as the interface `type`. The offer is there until what is returned is
     * released, or its holder's domain ends; the target is released when nobody has it any more.
     */
    AbstractResource export(@Held AbstractResource target, u64 type, @In @Max(127) Buf properties)
            throws TradeError;

    /**
     * The number of the first offer of exactly this type whose number is above `after` and which
     * meets the constraint; 0 when there is none.
     */
    u64 find(u64 type, @In @Max(127) Buf constraint, u64 after) throws TradeError;

    /**
     * Writes the properties of the offer of this type and number, as much of them as fits, and
     * returns their whole length in bytes. WITHDRAWN when it is there no more.
     */
    u32 properties(u64 type, u64 number, @Out @Max(127) Buf destination) throws TradeError;

    /** What the offer of this type and number offers. WITHDRAWN when it is there no more. */
    @Narrowed
    AbstractResource target(u64 type, u64 number) throws TradeError;
}
