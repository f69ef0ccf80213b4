// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Max;
import flat.lang.Top;
import flat.lang.Version;

/** The receiver of the frames that a `FrameCarrier` brings. */
@Version(1)
public interface FrameSink extends Top {
    /** A frame has come, with its header and without its check sequence. */
    void received(@In @Max(1514) Buf frame) throws LinkError;

    /** The link has come up or gone down. */
    void stateChanged(Link.State state) throws LinkError;
}
