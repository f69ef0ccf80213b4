// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Context;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;

/**
 * A network card, or what is like one: it sends and receives Ethernet frames.
 *
 * It delivers upwards to the `Receiver` that it is bound to, from its interrupts; or, while these
 * are switched off, when it is polled. A hardware address is a number: 52:54:00:12:34:56 is
 * 0x525400123456.
 */
@Version(1)
public interface Link extends Top {
    /** The bytes of a frame's header: two addresses and a type. */
    int HEADER_BYTES = 14;

    /** Whether frames get through, as far as the card knows; the speed is 0 if it does not know. */
    record State(boolean isUp, u32 megabitsPerSecond) {}

    /** What was counted since the start. */
    record Statistics(
            u64 sentFrames,
            u64 sentBytes,
            /** Frames that the card could not send. */
            u64 sendErrors,
            u64 receivedFrames,
            u64 receivedBytes,
            /** Frames that were lost for want of buffers, as far as the card tells. */
            u64 missedFrames,
            /** Frames that came damaged. */
            u64 receiveErrors,
            /** Times that the card did what its manual excludes, and was not believed. */
            u64 misbehaviours) {}

    /** The card's own hardware address. */
    u64 address();

    /** The most bytes that a frame carries after its header. */
    u32 mtu();

    /** Whether frames get through now. */
    State state();

    /** What was counted until now. */
    Statistics statistics();

    /**
     * Sends a frame, of any pieces, and takes them away; one that is too short for the medium is
     * padded. On failure the frame is as it was. Never waits.
     */
    @Context(INTERRUPT)
    void send(Message frame) throws LinkError;

    /** Lets the card interrupt, as it does at the start, or not. */
    void setInterrupts(boolean areWanted);

    /** Delivers at most `frames` frames that have come, and returns how many. */
    u32 poll(u32 frames);

    /** Receives every frame that passes, or only its own again. */
    void setPromiscuous(boolean isWanted) throws LinkError;

    /**
     * Receives frames to this group as well; each call counts. Frames to other groups may come too,
     * for filters of cards are coarse.
     */
    void join(u64 group) throws LinkError;

    /** Ends one `join`. */
    void leave(u64 group);
}
