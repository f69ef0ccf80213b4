// SPDX-License-Identifier: BSD-2-Clause
package flat.service;

import flat.core.AbstractResource;
import flat.lang.Buf;
import flat.lang.Held;
import flat.lang.In;
import flat.lang.Max;
import flat.lang.Nullable;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/**
 * Brings those who offer an interface and those who look for one together, by the interface's type
 * and by properties (ODP's trader; THINK, section 3.1).
 *
 * Properties are a text such as `kind=disk;speed=1000`: up to 8 parts without blanks in up to 127
 * bytes, or nothing. A name begins with a small letter, which small letters, digits and `_` follow.
 * A value is an integer of 64 bits in decimal without needless zeros, or a word: a letter, which
 * letters, digits, `_`, `-` and `.` follow.
 *
 * A constraint is such a text as well, with `=`, `!=`, `<`, `<=`, `>` or `>=` in each part, the
 * last four before integers only. An offer meets it that has all of its properties, and each
 * compares as stated; an integer and a word are different, and neither is less.
 *
 * Malformed texts are refused: the error says what is wrong with the first part that is. No method
 * blocks, but where what was given ends.
 */
@Version(1)
public interface Trader extends Top {
    /** Offers `target` as the interface `type`, which it must have; the caller holds the offer. */
    Offer export(Top target, u64 type, @In @Max(127) Buf properties) throws TradeError;

    /**
     * The same of a resource, whose hold is the offer's, or given back where there will be none:
     * whoever lets go of the offer last when it is withdrawn releases its target, and blocks as
     * long as that does.
     */
    Offer give(@Held AbstractResource target, u64 type, @In @Max(127) Buf properties)
            throws TradeError;

    /**
     * The first offer of exactly this type, in the order of their numbers, whose number is above
     * `after` and which meets the constraint; null when there is none. The caller holds it.
     */
    @Nullable
    Offer next(u64 type, @In @Max(127) Buf constraint, u64 after) throws TradeError;
}
