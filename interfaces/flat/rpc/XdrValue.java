// SPDX-License-Identifier: BSD-2-Clause
package flat.rpc;

import flat.lang.Top;
import flat.lang.Version;

/** A place for a value, together with its external form: arguments or results of a procedure. */
@Version(1)
public interface XdrValue extends Top {
    /**
     * Writes the value into the stream, reads it from there, or gives back what reading allocated,
     * as the operation of the stream says.
     */
    void transfer(XdrStream stream) throws XdrError;
}
