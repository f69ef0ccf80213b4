// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Context;
import flat.lang.Top;
import flat.lang.Version;

/** The receiver of a link's frames: the protocol above it. */
@Version(1)
public interface Receiver extends Top {
    /**
     * A frame has come, with its header and without its check sequence. What is not taken out of it
     * is dropped. Called with interrupts disabled, or by a thread that polls.
     */
    @Context(INTERRUPT)
    void received(Message frame);

    /** The link has come up or gone down. */
    @Context(INTERRUPT)
    void stateChanged(Link.State state);
}
