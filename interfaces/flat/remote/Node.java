// SPDX-License-Identifier: BSD-2-Clause
package flat.remote;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/**
 * A kernel's part in a protocol between kernels, as a state machine that knows no other time than
 * what it is told. One call is inside at a time.
 */
@Version(1)
public interface Node extends Top {
    /** What `work` returns when only what arrives, or is asked for here, makes work. */
    long NEVER = -1;

    /** A datagram has come, of which nothing is known: anybody can send anything. */
    void arrived(@In Buf datagram, u64 sender, u64 nowNs);

    /**
     * Does what is to be done: what is asked for here, and what was not answered in time. Returns
     * the time of the next work, or NEVER.
     */
    u64 work(u64 nowNs);

    /** The condition of `flat.thread.ThreadManager` that is notified when there is work before. */
    u64 condition();
}
