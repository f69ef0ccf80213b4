// SPDX-License-Identifier: BSD-2-Clause
package flat.core;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;

/**
 * A set of names with one convention (THINK, section 3.1, Figure 1).
 *
 * Contexts name each other and so form a graph. Subtypes add what their graph needs, a `resolve`
 * for example. Unlike the paper's, ours says why a name could not be made.
 */
@Version(1)
public interface NamingContext extends Top {
    /** Creates a name for `target`; `hint` holds what else a valid name needs here, or nothing. */
    Name export(Top target, @In Buf hint) throws NamingError;

    /** The name with this serialized form, which this context exported earlier. */
    Name byteToName(@In Buf bytes) throws NamingError;
}
