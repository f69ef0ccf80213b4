// SPDX-License-Identifier: BSD-2-Clause
package flat.rpc;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** One version of a program whose procedures can be called. */
@Version(1)
public interface Service extends Top {
    /** What the program is called by. */
    record Identity(u32 program, u32 version) {}

    /** What it is called by; always the same. */
    Identity identity();

    /** Executes a call, and replies to it or refuses it. */
    void dispatch(Call call);
}
