// SPDX-License-Identifier: BSD-2-Clause
package flat.rpc;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;
import flat.net.Endpoint;

/** The handle through which stubs call the procedures of one version of one remote program. */
@Version(1)
public interface Client extends Top {
    /**
     * What the server said of a failure: the versions that it has, after `RPC_MISMATCH` and
     * `PROGRAM_MISMATCH`; what it has against the authentication, after `AUTHENTICATION`.
     */
    record Details(u32 lowestVersion, u32 highestVersion, AuthStatus auth) {}

    /**
     * Calls a procedure: sends its arguments, blocks until the reply is there, but not longer than
     * `timeoutNs` nanoseconds, and decodes the results. With a time of 0 it sends only, and the
     * failure is `TIMED_OUT`. What decoding allocated is the caller's to free, after failures too.
     */
    void call(u32 procedure, XdrValue arguments, XdrValue results, u64 timeoutNs) throws RpcError;

    /** What the server said of the failure of the last call. */
    Details details();

    /** Gives back what decoding results has allocated. */
    void freeResults(XdrValue results);

    /** Lets the calls that follow go to another server. */
    void redirect(Endpoint server);
}
