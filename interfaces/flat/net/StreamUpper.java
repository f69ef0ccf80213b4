// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Context;
import flat.lang.Nullable;
import flat.lang.Version;

/**
 * The user of a stream protocol. `deliver` is not called: bytes are taken when wanted. `failed`
 * tells of a problem that ends nothing: what is on its way is sent again, and who connects may give
 * up.
 */
@Version(1)
public interface StreamUpper extends Upper {
    /**
     * Somebody has connected to what was enabled. Returns the upper of the session from now on,
     * none if there is no place for it: then it ends.
     */
    @Context(INTERRUPT)
    @Nullable
    StreamUpper accepted(StreamSession session);

    /**
     * Something is different: bytes have come, there is room, the state is another one, more or
     * less is urgent.
     */
    @Context(INTERRUPT)
    void changed(StreamSession session);
}
