// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import static flat.lang.ContextKind.INTERRUPT;

import flat.core.ResourceManager;
import flat.lang.Context;
import flat.lang.Nullable;
import flat.lang.Version;

/**
 * A protocol, as the x-kernel has it (Hutchinson and Peterson 1991): it makes sessions for those
 * above it, and is itself above those that it uses. Ethernet, IPv4, UDP and TCP are alike here.
 *
 * What has been opened most exactly gets a message: first an upper that named both ends, last one
 * that named only a port. `create` and `bind` are those of a resource manager: the hint is a
 * `Participants`, and the name that is bound designates an `Upper`.
 */
@Version(1)
public interface Protocol extends ResourceManager {
    /**
     * Makes a session with the other end. Without an `upper` it is for sending only. Its address
     * and a port that are 0 are chosen, where the protocol has some.
     */
    @Context(INTERRUPT)
    Session open(@Nullable Upper upper, Participants participants) throws NetworkError;

    /**
     * From now on `upper` gets what comes to these participants, whoever it is from, unless a
     * session is more exact. Returns them with the port that was chosen where it was 0.
     */
    Participants openEnable(Upper upper, Participants participants) throws NetworkError;

    /**
     * Ends that. What is being delivered at this moment may still arrive: an upper that ends must
     * be able to bear that.
     */
    void openDisable(Participants participants);
}
