// SPDX-License-Identifier: BSD-2-Clause
package flat.core;

import flat.lang.Buf;
import flat.lang.Out;
import flat.lang.Version;
import flat.lang.u32;

/**
 * The name of an interface in one naming context (THINK, section 3.1, Figure 1).
 *
 * Whoever gets a name from a context holds it until `release`, which drops this one hold: the name
 * itself stays for others. A context whose names are there to stay counts nothing.
 */
@Version(2)
public interface Name extends AbstractResource {
    /** The context in which the name was created. */
    NamingContext namingContext();

    /**
     * Writes the serialized form of the name, as much of it as fits, and returns its whole length
     * in bytes: a result above the length of `destination` tells how much room it needs.
     * 0 when nothing leads to the name any more.
     */
    u32 toByte(@Out Buf destination);
}
