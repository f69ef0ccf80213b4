// SPDX-License-Identifier: BSD-2-Clause
package flat.rpc;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** The client's side of one flavour of authentication. */
@Version(1)
public interface Auth extends Top {
    /** Encodes credential and verifier of the next call. */
    void marshal(XdrStream stream) throws XdrError;

    /** Whether the verifier of a reply, its flavour and body, is right. */
    boolean validate(u32 flavour, @In Buf body);

    /** Tries another credential, after the server has refused one; false if there is none. */
    boolean refresh();
}
