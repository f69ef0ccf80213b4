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

/** Another kernel, perhaps on another machine, whose objects can be called. */
@Version(1)
public interface Peer extends Top {
    /**
     * Calls method number `method` of the object of this identity, at most once, and returns how
     * many bytes its answer has. Blocks until it is there, or until that takes too long. What is
     * above the length of `answer` is `MALFORMED`.
     */
    size call(u64 identity, u32 method, @In Buf request, @Out Buf answer) throws RemoteError;
}
