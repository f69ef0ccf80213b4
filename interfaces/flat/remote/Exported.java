// SPDX-License-Identifier: BSD-2-Clause
package flat.remote;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.size;
import flat.lang.u32;
import flat.lang.u64;

/** An object that other kernels can call. */
@Version(2)
public interface Exported extends Top {
    /** The hash of its name and of all that its interface says: both ends agree, or do not meet. */
    u64 identity();

    /**
     * Answers a partner's call, of which nothing is believed, and returns how many bytes the answer
     * has; `MALFORMED` if it is not a call of one of the object's methods.
     */
    size answer(u32 method, Partner partner, @In Buf request, @Out Buf answer) throws RemoteError;
}
