// SPDX-License-Identifier: BSD-2-Clause
package flat.core;

import flat.lang.Buf;
import flat.lang.Held;
import flat.lang.In;
import flat.lang.Max;
import flat.lang.Narrowed;
import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/**
 * Names for objects, for those who may live in another domain than what is named.
 *
 * What it returns of a name is held until `release`, narrows to the interface under which it was
 * exported, and to no other. Whoever is there to call stays there as long; where an object's domain
 * has ended, its methods are `UNREACHABLE`.
 */
@Version(1)
public interface NameServer extends Top {
    /**
     * Gives `target` a name in the context of this server. The hint is `text:type`, such as
     * `tally:flat.demo.Tally@1`, as `NamingGraph` has it. The name is there until what is returned
     * is released, or its holder's domain ends; the target is released when nobody has it any more.
     */
    AbstractResource export(@Held AbstractResource target, @In @Max(303) Buf hint)
            throws NamingError;

    /**
     * Writes the serialized form of the name at the end of a path from the graph's root, as much of
     * it as fits, and returns its whole length in bytes.
     */
    u32 serialize(@In @Max(255) Buf path, @Out @Max(400) Buf form) throws NamingError;

    /** What the name with this serialized form designates, whoever has serialized it. */
    @Narrowed
    AbstractResource bind(@In @Max(400) Buf form) throws NamingError;

    /** What the name at the end of a path from the graph's root designates. */
    @Narrowed
    AbstractResource resolve(@In @Max(255) Buf path) throws NamingError;
}
