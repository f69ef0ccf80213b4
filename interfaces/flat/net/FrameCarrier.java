// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Buf;
import flat.lang.Context;
import flat.lang.In;
import flat.lang.Max;
import flat.lang.OneWay;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;

/**
 * A `Link` for components that do not share memory with its driver: frames are copied. What comes
 * goes to the `FrameSink` at the other end.
 */
@Version(1)
public interface FrameCarrier extends Top {
    /** The most bytes of a frame, without its check sequence. */
    int FRAME_MAX = 1514;

    /** The card's own hardware address. */
    u64 address() throws LinkError;

    /** Whether frames get through now. */
    Link.State state() throws LinkError;

    /** What the card has counted until now. */
    Link.Statistics statistics() throws LinkError;

    /** Sends a frame, or drops it if the card cannot take it now. */
    @OneWay
    @Context(INTERRUPT)
    void send(@In @Max(1514) Buf frame);

    /** As `Link.setInterrupts`. */
    void setInterrupts(boolean areWanted) throws LinkError;

    /** As `Link.poll`; the frames have been delivered when it returns. */
    u32 poll(u32 frames) throws LinkError;

    /** As `Link.setPromiscuous`. */
    void setPromiscuous(boolean isWanted) throws LinkError;

    /** As `Link.join`. */
    void join(u64 group) throws LinkError;

    /** As `Link.leave`. */
    void leave(u64 group) throws LinkError;
}
